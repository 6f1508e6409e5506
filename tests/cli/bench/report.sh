# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# Kept results are shown again in every format, several as one; what is no result is told by one sentence. C24 C29
fake 'rate=61440000'
for api in dmabuf fileio; do
	expect 0 iiodma-bench -s 65536 -b 4096 -k 2 --api $api --direction read --json=$api.json $lpc
done

# One file is shown as the bench itself did.
cp out shown
expect 0 iiodma-bench report -v fileio.json
cmp out shown || fail 'it looks different'
empty err
expect 0 iiodma-bench report --json fileio.json
cmp out fileio.json || fail 'the document has changed'
expect 0 sh -c 'cat fileio.json | iiodma-bench report --json -'
cmp out fileio.json || fail 'the document has changed on its way through a pipe'

# Two are one table.
expect 0 iiodma-bench report dmabuf.json fileio.json --json=both.json --csv=both.csv --markdown=both.md --html=both.html
equal "$(grep -cE '^(dmabuf +dmabuf|fileio +fileio) +read' out)" 2 'lines of the table'
equal "$(grep -c '^| fileio | fileio |' both.md)" 1 'lines of the Markdown table'
equal "$(grep -c '^fileio,fileio,read,' both.csv)" 1 'lines of CSV'
has both.html '<th scope="row">from fileio</th>'
cp out shown
expect 0 iiodma-bench report both.json
cmp out shown || fail 'merged twice it looks different'
expect 0 iiodma-bench report --json-lines dmabuf.json fileio.json
equal "$(cut -c1-17 out | tr '\n' ' ')" '{"event":"start", {"event":"run","s {"event":"run","s {"event":"end","s ' events

# Whatever is wrong with a file is said in one sentence with its name, and nothing is shown.
head -c 1000 dmabuf.json >cut.json
echo '{"schema_version": 1, "tool": "iiodma-readdev"}' >foreign.json
sed 's/"schema_version": 1/"schema_version": 2/' dmabuf.json >later.json
head -c 4096 /dev/zero >zeros.json
for file in nosuch.json cut.json foreign.json later.json zeros.json . /dev/null; do
	expect 1 iiodma-bench report dmabuf.json $file
	equal "$(wc -l <err)" 1 "sentences about $file"
	has err "$file"
	empty out
done
# Without gnuplot nothing is drawn, and one sentence says so before anything else is done.
bench=$(command -v iiodma-bench)
expect 1 env PATH=/nonexistent "$bench" report --plot plot.svg dmabuf.json
equal "$(wc -l <err)" 1 'sentences about gnuplot'
has err gnuplot
empty out
[ ! -e plot.svg ] || fail 'an empty plot'
if command -v gnuplot >where; then
	expect 0 iiodma-bench report --plot plot.svg both.json
	empty err
	has plot.svg '</svg>'
	has plot.svg 'fileio read'
	expect 1 iiodma-bench report --plot /dev/full --csv=kept.csv both.json
	equal "$(grep -c ENOSPC err)" 1 'sentences about the full disk'
	has kept.csv dmabuf
fi

expect 2 iiodma-bench report
equal "$(wc -l <err)" 1 'sentences about no file'
expect 2 iiodma-bench report --api dmabuf dmabuf.json
expect 1 iiodma-bench report --json=/dev/full --csv=kept.csv dmabuf.json
has err ENOSPC
has kept.csv dmabuf
expect 141 sh -c "(iiodma-bench report --json $(yes both.json | head -n 99 | tr "\n" " "); echo \$? >status) | head -c 1 >head; exit \$(cat status)"
empty err
