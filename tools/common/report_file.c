/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "report_file.h"

#include <errno.h>
#include <iiodma/error.h>
#include <string.h>

#include "message.h"

enum exit_status report_file_open(struct report_file *file, const char *path)
{
	bool to_stdout = !path || strcmp(path, "-") == 0;

	*file = (struct report_file){.file = to_stdout ? stdout : fopen(path, "we"),
				     .name = to_stdout ? "standard output" : path};
	if (file->file)
		return EXIT_STATUS_DONE;
	message_error("open %s: %s (%s)", path, strerror(errno), iiodma_errno_name(errno));
	return EXIT_STATUS_FAILED;
}

void report_file_note(struct report_file *file, int error)
{
	if (file->error == 0)
		file->error = error;
}

enum exit_status report_file_close(struct report_file *file)
{
	if (file->file && file->file != stdout && fclose(file->file) != 0)
		report_file_note(file, -errno);
	if (file->error == 0)
		return EXIT_STATUS_DONE;
	if (file->error == -EPIPE)
		return EXIT_STATUS_READER_GONE;
	message_error("write %s: %s (%s)", file->name, strerror(-file->error), iiodma_errno_name(file->error));
	return EXIT_STATUS_FAILED;
}
