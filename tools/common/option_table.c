/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "options.h"
#include "verify_kinds.h"

const char *const option_category_titles[OPTION_CATEGORIES] = {
	[OPTION_TARGET] = "What to talk to", [OPTION_STREAM] = "How samples travel",
	[OPTION_AMOUNT] = "How much",        [OPTION_MEMORY] = "Memory of the blocks",
	[OPTION_CHECK] = "Checks",           [OPTION_OUTPUT] = "Input and output",
	[OPTION_SYSTEM] = "Scheduling",      [OPTION_GENERAL] = "General",
};

/* Within a category in the order in which help and man page show them. */
const struct option_entry option_table[] = {
	{OPTION_URI, 'u', "uri", "URI", OPTION_TARGET, TOOLS_STREAMING | TOOL_INFO,
	 "Context to use: local: (default) for the converters of this machine; ip:HOST[:PORT], ip: (found by service "
	 "discovery), usb:[BUS.DEVICE.INTERFACE] or serial:PORT[,BAUD] for a server (iiod) somewhere else; null: for a "
	 "built-in device that needs no hardware."},
	{OPTION_AUTO, 'a', "auto", "[FILTER]", OPTION_TARGET, TOOLS_STREAMING,
	 "Use the only context that has devices. FILTER names kinds of contexts to look at, separated by ':': local, "
	 "ip, "
	 "usb. Default: all of them."},
	{OPTION_SCAN, 'S', "scan", "[FILTER]", OPTION_TARGET, TOOLS_STREAMING,
	 "List the contexts on standard output and quit. FILTER as for --auto."},
	{OPTION_BUFFER_INDEX, 'i', "buffer-index", "INDEX", OPTION_TARGET, TOOLS_STREAMING,
	 "Buffer of the device, by the kernel's number. Default: the first one of the right direction."},
	{OPTION_TRIGGER, 't', "trigger", "NAME", OPTION_TARGET, TOOLS_MOVING,
	 "Set this trigger for the run and put the old one back afterwards."},

	{OPTION_BLOCK, 'b', "buffer-size", "SAMPLES", OPTION_STREAM, TOOLS_MOVING,
	 "Samples per block; a sample is one value of every channel. Default: 256, or what -s or --bytes asks for if "
	 "that "
	 "is less."},
	{OPTION_DEPTH, 'k', "depth", "BLOCKS", OPTION_STREAM, TOOLS_MOVING,
	 "Blocks in the ring, 1 to 1024. Default: 4. fileio always uses the kernel's two."},
	{OPTION_TIMEOUT, 'T', "timeout", "MS", OPTION_STREAM, TOOLS_MOVING,
	 "Longest wait for one block in milliseconds, and for any answer of a server; inf waits for ever, 0 does not "
	 "wait "
	 "at all. Default: the time all blocks of the ring take at the sample rate plus 1 s, or 5 s where the rate is "
	 "not "
	 "known."},
	{OPTION_API, 0, "api", "API", OPTION_STREAM, TOOLS_MOVING,
	 "How blocks reach the kernel: auto (default; dmabuf where the buffer can, else fileio, and the summary says "
	 "why), "
	 "fileio, dmabuf, libiio (all that remote contexts can, and the default there), or null (touches no device: "
	 "what "
	 "the tool itself costs). --map, --heap and --memory mean "
	 "dmabuf unless --api is given."},
	{OPTION_API, 0, "api", "LIST", OPTION_STREAM, TOOLS_MEASURING,
	 "How blocks reach the kernel: fileio, dmabuf, null (touches no device: what the meter itself costs) or auto. "
	 "Default: fileio,dmabuf. Options that take a LIST are axes: every combination of their values is measured. "
	 "Where "
	 "the values are words, all stands for all of them; here fileio,dmabuf."},
	{OPTION_DIRECTION, 0, "direction", "LIST", OPTION_STREAM, TOOL_BENCH | TOOL_BENCH_SWEEP | TOOL_BENCH_LIMIT,
	 "read (also: in) and write (also: out). Default: what the device can."},
	{OPTION_BLOCK, 'b', "buffer-size", "LIST", OPTION_STREAM, TOOL_BENCH | TOOL_BENCH_LIMIT | TOOL_BENCH_DUPLEX,
	 "Samples per block; a sample is one value of every channel. Default: 65536."},
	{OPTION_BLOCK, 'b', "size", "LIST", OPTION_MEMORY, TOOL_BENCH_MEMORY,
	 "Sizes of a block in bytes, whole pages. Default: 4Ki,64Ki,1Mi,16Mi."},
	{OPTION_DEPTH, 'k', "depth", "LIST", OPTION_STREAM, TOOL_BENCH | TOOL_BENCH_LIMIT | TOOL_BENCH_DUPLEX,
	 "Blocks in the ring, 1 to 1024. Default: 16. fileio always uses the kernel's two."},
	{OPTION_BLOCK, 'b', "buffer-size", "LIST", OPTION_STREAM, TOOL_BENCH_SWEEP,
	 "Samples per block; a sample is one value of every channel. Default: 16 bytes to 16 MiB in steps of four, "
	 "whatever "
	 "that is in samples."},
	{OPTION_DEPTH, 'k', "depth", "LIST", OPTION_STREAM, TOOL_BENCH_SWEEP,
	 "Blocks in the ring, 1 to 1024. Default: 1,4,16,64. fileio always uses the kernel's two."},
	{OPTION_CHANNEL_COUNT, 0, "channel-count", "LIST", OPTION_STREAM, TOOL_BENCH_SWEEP,
	 "The first so many of the channels. Default: 1,2,3,4 without DEVICE, else all that are named."},
	{OPTION_TOUCH, 0, "touch", "LIST", OPTION_STREAM, TOOLS_MEASURING,
	 "What the CPU does with each block: none (no access, no cache maintenance), read (sums every word), copy (to "
	 "or "
	 "from ordinary memory) or write (numbers every sample, output only). Default: copy where mappings are "
	 "compared, "
	 "else none."},
	{OPTION_RATE, 'R', "rate", "LIST", OPTION_STREAM, TOOL_BENCH | TOOL_BENCH_SWEEP | TOOL_BENCH_DUPLEX,
	 "Samples per second to set for the run, put back afterwards; 0 is uncapped on devices that know it. Default: "
	 "the rate in force."},
	{OPTION_RATE, 'R', "rate", "LOWEST,HIGHEST", OPTION_STREAM, TOOL_BENCH_LIMIT,
	 "Search between these rates, in samples per second. Default: from the rate in force as far as the device goes."},
	{OPTION_MATRIX, 0, "matrix", "AXES", OPTION_STREAM, TOOL_BENCH,
	 "All values of each axis named: api, direction, touch, map, memory, setting, fileio-map. --matrix "
	 "api,map,direction "
	 "is --api all --map all --direction all."},
	{OPTION_TIMEOUT, 'T', "timeout", "MS", OPTION_STREAM, TOOLS_MEASURING,
	 "Longest wait for one block in milliseconds, and for any answer of a server; inf waits for ever. Default: the "
	 "time all blocks of the ring take at the sample rate plus 1 s, or 5 s where the rate is not known."},
	{OPTION_CYCLIC, 'c', "cyclic", NULL, OPTION_STREAM, TOOL_WRITEDEV,
	 "Play the one block of input again and again until stopped."},
	{OPTION_STRICT, 0, "strict", NULL, OPTION_STREAM, TOOLS_STREAMING,
	 "Refuse a block size that the device's alignment does not allow instead of rounding it up."},
	{OPTION_FIT, 0, "fit", NULL, OPTION_STREAM, TOOLS_STREAMING,
	 "Halve the block until memory suffices instead of giving up."},

	{OPTION_SAMPLES, 's', "samples", "COUNT", OPTION_AMOUNT, TOOLS_MOVING,
	 "Stop after exactly this many samples; 0 (default): no limit."},
	{OPTION_BYTES, 0, "bytes", "BYTES", OPTION_AMOUNT, TOOLS_MOVING,
	 "The same counted in bytes; must be whole samples."},
	{OPTION_DURATION, 'd', "duration", "SECONDS", OPTION_AMOUNT, TOOL_BENCH | TOOL_BENCH_DUPLEX,
	 "How long each run counts. Default: 1 s, unless -s or --bytes says how much."},
	{OPTION_DURATION, 'd', "duration", "SECONDS", OPTION_AMOUNT, TOOL_BENCH_SWEEP,
	 "Length of each run after the warm-up. Default: 0.1."},
	{OPTION_DURATION, 'd', "duration", "SECONDS", OPTION_AMOUNT, TOOL_BENCH_LIMIT,
	 "How long a rate must be carried, after the warm-up. Default: 1."},
	{OPTION_SAMPLES, 's', "samples", "COUNT", OPTION_AMOUNT, TOOL_BENCH,
	 "Each run counts this many samples; from the very first one unless --warmup is given."},
	{OPTION_BYTES, 0, "bytes", "BYTES", OPTION_AMOUNT, TOOL_BENCH,
	 "The same counted in bytes; must be whole samples."},
	{OPTION_WARMUP, 0, "warmup", "SECONDS", OPTION_AMOUNT, TOOLS_MEASURING,
	 "Leave out the blocks of this time at the start of each run; 0 counts from the start. Default: one turn of "
	 "the ring and "
	 "at least 20 ms; 0 with -s or --bytes."},
	{OPTION_REPEAT, 'n', "repeat", "COUNT", OPTION_AMOUNT, TOOL_BENCH | TOOL_BENCH_DUPLEX,
	 "Runs of each combination, taking turns with the others; all are kept. Default: 3, or 1 when -d, -s or "
	 "--bytes is given."},
	{OPTION_REPEAT, 'n', "repeat", "COUNT", OPTION_AMOUNT, TOOL_BENCH_SWEEP,
	 "Runs of each combination, taking turns with the others; all are kept. Default: 1."},
	{OPTION_DURATION, 'd', "duration", "SECONDS", OPTION_AMOUNT, TOOL_BENCH_MEMORY,
	 "How long each figure is measured for in each run, at least. Default: 10 ms."},
	{OPTION_REPEAT, 'n', "repeat", "COUNT", OPTION_AMOUNT, TOOL_BENCH_MEMORY,
	 "Runs of each size of each memory, taking turns with the others; all are kept. Default: 3."},
	{OPTION_REPEAT, 'n', "repeat", "COUNT", OPTION_AMOUNT, TOOL_BENCH_LIMIT,
	 "Runs at each rate: more than half of them decide, and it ends as soon as they do. Default: 3."},
	{OPTION_INTERVAL, 'I', "interval", "SECONDS", OPTION_AMOUNT, TOOL_BENCH,
	 "Report the rate of each such stretch of a run as well."},
	{OPTION_BENCHMARK, 'B', "benchmark", NULL, OPTION_AMOUNT, TOOL_READDEV,
	 "Fetch the samples and drop them: no sample is written anywhere, only the summary is printed."},
	{OPTION_BENCHMARK, 'B', "benchmark", NULL, OPTION_AMOUNT, TOOL_WRITEDEV,
	 "Play blocks of whatever is in memory: no input is read, only the summary is printed."},

	{OPTION_MAP, 0, "map", "MAPPING", OPTION_MEMORY, TOOLS_MOVING,
	 "How the CPU sees a block: coherent, noncoherent, noncoherent-nosync or writecombine. Taken from the heap "
	 "iiodma-coherent, iiodma-noncoherent or iiodma-writecombine; refused where there is none. "
	 "noncoherent-nosync leaves cache maintenance out: data may be stale unless DMA is cache coherent."},
	{OPTION_MAP, 0, "map", "LIST", OPTION_MEMORY, TOOLS_MEASURING,
	 "How the CPU sees a block: coherent, noncoherent, noncoherent-nosync or writecombine; all stands for the "
	 "three that "
	 "are always right. Taken from the heap iiodma-coherent, iiodma-noncoherent or iiodma-writecombine; n/a with "
	 "the "
	 "reason where there is none. noncoherent-nosync leaves cache maintenance out: data may be stale unless DMA is "
	 "cache coherent."},
	{OPTION_SETTING, 0, "setting", "LIST", OPTION_MEMORY, TOOL_BENCH | TOOL_BENCH_SWEEP,
	 "Rows of a table of settings: the mapping of reads and writes, or one for reads + one for writes, as in "
	 "coherent+writecombine. all stands for the six rows of the reference table, which is what is measured when no "
	 "device, API, direction or memory is given."},
	{OPTION_FILEIO_MAP, 0, "fileio-map", "LIST", OPTION_MEMORY, TOOLS_MEASURING,
	 "The mapping that the kernel's own blocks have, for kernels built otherwise: fileio's figures are kept under "
	 "that "
	 "name, so that results of several kernels join in one table. Default: coherent, as the platform makes it. "
	 "Several "
	 "need --fileio-map-with."},
	{OPTION_FILEIO_MAP_WITH, 0, "fileio-map-with", "COMMAND", OPTION_MEMORY, TOOLS_MEASURING,
	 "Run COMMAND with the mapping's name before each run of fileio, to put it in force. Without --fileio-map: for "
	 "all "
	 "four. The last one stays in force."},
	{OPTION_HEAP, 0, "heap", "LIST", OPTION_MEMORY, TOOLS_MEASURING,
	 "DMA heaps for the blocks of dmabuf, names under /dev/dma_heap. Default: LIBIIO_DMA_HEAP_PATH if set, else "
	 "system."},
	{OPTION_HEAP, 0, "heap", "NAME", OPTION_MEMORY, TOOLS_MOVING,
	 "DMA heap for the blocks, a name under /dev/dma_heap. Default: LIBIIO_DMA_HEAP_PATH if set, else system."},
	{OPTION_HEAP, 0, "heap", "LIST", OPTION_MEMORY, TOOL_BENCH_MEMORY,
	 "Measure these DMA heaps, names under /dev/dma_heap. Default: all of them, and those of iiodma_heaps."},
	{OPTION_MEMORY_KIND, 0, "memory", "LIST", OPTION_MEMORY, TOOL_BENCH_MEMORY,
	 "Measure these beside --heap: udmabuf (4 KiB pages made a DMABUF), udmabuf-huge (huge pages, which somebody "
	 "must "
	 "have reserved in /proc/sys/vm/nr_hugepages), ordinary. Ordinary memory is always there to compare with."},
	{OPTION_HEAP_FALLBACK, 0, "heap-fallback", NULL, OPTION_MEMORY, TOOLS_MOVING,
	 "Use the heap system when the one asked for does not exist, and say so."},
	{OPTION_MEMORY_KIND, 0, "memory", "KIND", OPTION_MEMORY, TOOLS_MOVING,
	 "heap (default for dmabuf), udmabuf (ordinary pages made a DMABUF) or udmabuf-huge (the same with huge pages, "
	 "which "
	 "somebody must have reserved in /proc/sys/vm/nr_hugepages)."},
	{OPTION_MEMORY_KIND, 0, "memory", "LIST", OPTION_MEMORY, TOOLS_MEASURING,
	 "heap (default for dmabuf), udmabuf (ordinary pages made a DMABUF) or udmabuf-huge (the same with huge pages, "
	 "which "
	 "somebody must have reserved in /proc/sys/vm/nr_hugepages)."},
	{OPTION_NO_SYNC, 0, "no-sync", NULL, OPTION_MEMORY, TOOLS_STREAMING,
	 "Leave cache maintenance out, whatever the memory. Data may be stale unless DMA is cache coherent."},

	{OPTION_VERIFY, 0, "verify", "KIND", OPTION_CHECK,
	 TOOL_READDEV | TOOL_BENCH | TOOL_BENCH_SWEEP | TOOL_BENCH_LIMIT,
	 "Prove the samples: " VERIFY_KIND_WORDS ". counter: a 32-bit sample counter over each pair of channels, the "
	 "even channel its low half. ramp: a 12-bit ramp in every channel. prbs: the pseudo-random sequence of the "
	 "AD9361. tone: any tone, without a jump. hash: as --hash xxh3. timestamp: the channel of this name steps on "
	 "by one sample period. stale: every block was written by the DMA. Default: none."},
	{OPTION_VERIFY, 0, "verify", "KIND", OPTION_CHECK, TOOL_WRITEDEV,
	 "Prove that the input is what it is said to be, while it is sent: counter, ramp, prbs or tone, as with "
	 "iiodma-readdev, or hash. Default: none."},
	{OPTION_HASH, 0, "hash", "LIST", OPTION_CHECK, TOOLS_MOVING,
	 "Print hashes of all samples moved: xxh3 (as xxhsum -H3), xxh128 (-H2) and sha256, separated by commas."},
	{OPTION_NO_TEST_MODE, 0, "no-test-mode", NULL, OPTION_CHECK,
	 TOOL_READDEV | TOOL_BENCH | TOOL_BENCH_SWEEP | TOOL_BENCH_LIMIT,
	 "Leave the converter as it is. Without it --verify prbs and --verify tone switch on the test mode of the "
	 "AD9361 (bist_prbs, bist_tone in debugfs) for the run, where there is one, and put it back."},

	{OPTION_SPLIT, 0, "split", NULL, OPTION_CHECK, TOOLS_MEASURING,
	 "Time waiting, syncing, touching and enqueueing apart, at six more clock reads for each block. Always done "
	 "where "
	 "--touch is not none."},
	{OPTION_PLAN, 0, "plan", NULL, OPTION_CHECK, TOOL_BENCH | TOOL_BENCH_SWEEP,
	 "Print what would be measured, what cannot be and why, and how long it would take; measure nothing."},
	{OPTION_REQUIRE, 0, "require", "CONDITION", OPTION_CHECK, TOOL_BENCH,
	 "End with status 6 unless it is met: 'dmabuf.read>=200MiB/s'. API and direction may be *, the relation >= > "
	 "<= <, the "
	 "unit B/s kB/s MB/s GB/s KiB/s MiB/s GiB/s. May be given several times."},
	{OPTION_MAX_LOST, 0, "max-lost", "SAMPLES", OPTION_CHECK, TOOL_BENCH,
	 "End with status 6 when a run lost more samples or it is not known how many; fewer are then no failure."},

	{OPTION_INPUT_FILE, 'f', "file", "FILE", OPTION_OUTPUT, TOOL_WRITEDEV,
	 "Read samples from FILE instead of standard input."},
	{OPTION_OUTPUT_FILE, 'o', "output", "FILE", OPTION_OUTPUT, TOOL_READDEV,
	 "Write samples to FILE instead of standard output."},
	{OPTION_APPEND, 0, "append", NULL, OPTION_OUTPUT, TOOL_READDEV,
	 "Write after what FILE holds instead of replacing it."},
	{OPTION_OUTPUT_FILE, 'o', "output", "FILE", OPTION_OUTPUT, TOOLS_REPORTING,
	 "Write the result to FILE instead of standard output."},
	{OPTION_JSON, 0, "json", "[=FILE]", OPTION_OUTPUT, TOOLS_REPORTING,
	 "The result as one JSON document instead of a table; to FILE beside the table if FILE is given."},
	{OPTION_JSON_LINES, 0, "json-lines", NULL, OPTION_OUTPUT, TOOLS_REPORTING,
	 "The result as JSON lines while it comes in: start, interval (-I), run and end."},
	{OPTION_CSV, 0, "csv", "[=FILE]", OPTION_OUTPUT, TOOLS_REPORTING,
	 "The result as CSV, one line for each run, instead of a table; to FILE beside it if FILE is given."},
	{OPTION_MARKDOWN, 0, "markdown", "[=FILE]", OPTION_OUTPUT, TOOLS_REPORTING,
	 "The result as a Markdown table with the set-up below it, instead of the plain table; to FILE beside it if "
	 "FILE is given."},
	{OPTION_JSON, 0, "json", "[=FILE]", OPTION_OUTPUT, TOOLS_MOVING | TOOL_INFO,
	 "Print the result as one JSON document, on standard output or to FILE. Samples and JSON cannot share standard "
	 "output."},

	{OPTION_HTML, 0, "html", "[=FILE]", OPTION_OUTPUT, TOOLS_REPORTING,
	 "The result as an HTML page that stands alone, with charts and the set-up, instead of the table; to FILE "
	 "beside it if FILE is given."},
	{OPTION_PLOT, 0, "plot", "FILE", OPTION_OUTPUT, TOOLS_REPORTING,
	 "Also draw the rates as SVG into FILE, by gnuplot: curves over the block size where several were measured, "
	 "else bars."},
	{OPTION_ONLY, 0, "only", "LIST", OPTION_CHECK, TOOL_BENCH_COMPARE,
	 "Keys of the set-up that may differ, as the document of --json names them: mapping, kernel_release. What "
	 "follows from one that "
	 "does differ may differ with it. Default: none."},
	{OPTION_CONFIDENCE, 0, "confidence", "PERCENT", OPTION_CHECK, TOOL_BENCH_COMPARE,
	 "How sure a difference must be, 50 to 99.9999. Default: 99."},
	{OPTION_MIN_CHANGE, 0, "min-change", "PERCENT", OPTION_CHECK, TOOL_BENCH_COMPARE,
	 "Call smaller changes no difference, however sure. Default: 1."},
	{OPTION_FAIL_ON, 0, "fail-on", "VERDICT", OPTION_CHECK, TOOL_BENCH_COMPARE,
	 "End with status 6 when a cell is slower, or shows a difference either way: slower, difference; only from a "
	 "change on: "
	 "slower=5. A cell that cannot be judged fails as well."},
	{OPTION_JSON, 0, "json", "[=FILE]", OPTION_OUTPUT, TOOL_BENCH_COMPARE,
	 "The comparison as one JSON document instead of a table; to FILE beside it if FILE is given."},
	{OPTION_OUTPUT_FILE, 'o', "output", "FILE", OPTION_OUTPUT, TOOL_BENCH_COMPARE,
	 "Write the comparison to FILE instead of standard output."},
	{OPTION_OUTPUT_FILE, 'o', "output", "FILE", OPTION_OUTPUT, TOOL_BENCH_MEMORY,
	 "Write the result to FILE instead of standard output."},
	{OPTION_JSON, 0, "json", "[=FILE]", OPTION_OUTPUT, TOOL_BENCH_MEMORY,
	 "The result as one JSON document instead of tables; to FILE beside them if FILE is given."},
	{OPTION_CSV, 0, "csv", NULL, OPTION_OUTPUT, TOOL_BENCH_MEMORY, "The result as CSV, one line for each run."},

	{OPTION_RT, 0, "rt", "PRIORITY", OPTION_SYSTEM, TOOLS_STREAMING | TOOL_BENCH_MEMORY,
	 "Run under SCHED_FIFO with this priority, 1 to 99."},
	{OPTION_CPU, 0, "cpu", "LIST", OPTION_SYSTEM, TOOLS_STREAMING | TOOL_BENCH_MEMORY,
	 "Run on these CPUs only: 0,2-3."},
	{OPTION_MLOCK, 0, "mlock", NULL, OPTION_SYSTEM, TOOLS_STREAMING | TOOL_BENCH_MEMORY,
	 "Keep all of the program's memory from being paged out."},

	{OPTION_QUIET, 'q', "quiet", NULL, OPTION_GENERAL, TOOLS_ALL,
	 "No notices, no progress, no summary; errors and the exit status stay."},
	{OPTION_VERBOSE, 'v', "verbose", NULL, OPTION_GENERAL, TOOLS_ALL, "Say how defaults were chosen."},
	{OPTION_VERSION, 'V', "version", NULL, OPTION_GENERAL, TOOLS_ALL, "Print the version and quit."},
	{OPTION_HELP, 'h', "help", NULL, OPTION_GENERAL, TOOLS_ALL, "Print this help and quit."},
};

const size_t option_count = sizeof(option_table) / sizeof(*option_table);
