/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The style sheet of the HTML report: light and dark, wide and narrow, nothing from elsewhere. */
#ifndef IIODMA_TOOLS_REPORT_HTML_STYLE_H
#define IIODMA_TOOLS_REPORT_HTML_STYLE_H

/* Each colour has a contrast of 4.5 (text) or 3 (shapes) against its ground in both schemes. */
#define REPORT_HTML_STYLE                                                                                            \
	":root{color-scheme:light dark;--ground:#ffffff;--text:#1b1f24;--quiet:#57606a;--line:#d0d7de;"              \
	"--shade:#f6f8fa;--bar:#2b6cb0;--mark:#1b1f24;--bad:#b42318;"                                                \
	"--wait:#8592a0;--sync:#b45f06;--touch:#2b6cb0;--enqueue:#7a4fb5;--other:#3b7a4b}\n"                         \
	"@media(prefers-color-scheme:dark){:root{--ground:#15191e;--text:#e6e9ec;--quiet:#a3adb8;--line:#3a424c;"    \
	"--shade:#1d2228;--bar:#5c9fe0;--mark:#f4f6f8;--bad:#ff8f84;"                                                \
	"--wait:#75818e;--sync:#e3974a;--touch:#5c9fe0;--enqueue:#b08be6;--other:#67b07c}}\n"                        \
	"*{box-sizing:border-box}\n"                                                                                 \
	"body{margin:0 auto;padding:1rem;max-width:80rem;background:var(--ground);color:var(--text);"                \
	"font:1rem/1.5 system-ui,sans-serif}\n"                                                                      \
	"h1{font-size:1.5rem;margin:0 0 .25rem}h2{font-size:1.2rem;margin:2rem 0 .5rem}p{margin:.25rem 0}\n"         \
	".quiet{color:var(--quiet)}.bad{color:var(--bad);font-weight:600}\n"                                         \
	".scroll{overflow-x:auto;font-size:.9rem}.scroll:focus-visible{outline:2px solid var(--bar)}\n"              \
	"table{border-collapse:collapse;font-variant-numeric:tabular-nums;margin:.25rem 0}\n"                        \
	"caption{text-align:left;color:var(--quiet);padding:.25rem 0}\n"                                             \
	"th,td{padding:.25rem .6rem;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}\n"       \
	"thead th{border-bottom:2px solid var(--line);white-space:nowrap}tbody th{font-weight:600}\n"                \
	"td.n,th.n{text-align:right;white-space:nowrap}tr.has td,tr.has th{border-bottom:0}.note "                   \
	"td{padding-top:0;color:var(--quiet)}.note "                                                                 \
	"span{position:sticky;left:0;display:inline-block;max-width:calc(100vw - 3rem)}\n"                           \
	".facts th{font-weight:400;color:var(--quiet);white-space:nowrap}"                                           \
	".facts td{overflow-wrap:anywhere}\n"                                                                        \
	".bars{display:grid;grid-template-columns:minmax(8rem,max-content) minmax(6rem,1fr) max-content;"            \
	"gap:.35rem .75rem;align-items:center}\n"                                                                    \
	".bars.two{grid-template-columns:minmax(8rem,max-content) 1fr}.small{font-size:.875rem}"                     \
	".bars>div{min-width:0}.bars .v{font-variant-numeric:tabular-nums;text-align:right}\n"                       \
	".track{position:relative;height:1.1rem;background:var(--shade);border:1px solid var(--line)}\n"             \
	".track i{position:absolute;top:0;bottom:0;left:0;background:var(--bar)}\n"                                  \
	".track b{position:absolute;top:50%;height:0;border-top:2px solid var(--mark)}\n"                            \
	".track u{position:absolute;top:15%;bottom:15%;width:0;border-left:2px solid var(--mark)}\n"                 \
	".track s{position:absolute;top:-3px;bottom:-3px;width:0;border-left:2px dashed var(--bad)}\n"               \
	".stack{display:flex;height:1.1rem;gap:1px;background:var(--ground)}.stack i{display:block}\n"               \
	".wait{background:var(--wait)}.sync{background:var(--sync)}.touch{background:var(--touch)}"                  \
	".enqueue{background:var(--enqueue)}.other{background:var(--other)}\n"                                       \
	".legend{display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding:0;margin:.25rem 0 .5rem;list-style:none}\n"     \
	".legend i{display:inline-block;width:.9rem;height:.9rem;margin-right:.35rem;vertical-align:-.1rem}\n"       \
	"svg{display:block;min-width:40rem;width:100%;max-width:60rem;height:auto}svg "                              \
	"text{fill:var(--text);font-size:13px}\n"                                                                    \
	"svg.k{display:inline-block;min-width:0;width:2rem;height:.5rem;margin-right:.35rem;vertical-align:.1rem}\n" \
	"svg .g{stroke:var(--line)}svg .q{fill:var(--quiet)}\n"                                                      \
	".c0{--c:#2b6cb0}.c1{--c:#b45f06}.c2{--c:#3b7a4b}.c3{--c:#7a4fb5}.c4{--c:#b42318}.c5{--c:#0b7285}\n"         \
	"@media(prefers-color-scheme:dark){.c0{--c:#5c9fe0}.c1{--c:#e3974a}.c2{--c:#67b07c}.c3{--c:#b08be6}"         \
	".c4{--c:#ff8f84}.c5{--c:#3fb6c9}}\n"                                                                        \
	"svg .s{stroke:var(--c);fill:none;stroke-width:2}svg .m{fill:var(--c);stroke:none}\n"                        \
	"@media(max-width:40rem){body{padding:.75rem}.bars,.bars.two{grid-template-columns:1fr;gap:.1rem .5rem}"     \
	".bars .l{margin-top:.6rem}.bars .v{text-align:left}th,td{padding:.25rem .4rem}}\n"

#endif
