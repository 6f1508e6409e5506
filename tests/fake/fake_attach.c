/* SPDX-License-Identifier: GPL-2.0-or-later */
/* DMABUFs at a buffer: attach, detach, enqueue, with the kernel's own rules about who may do what when. */
#include "fake.h"
#include "uapi/iio_buffer.h"

#include <errno.h>
#include <stdlib.h>

#define ENQUEUE_WAIT_NS INT64_C(5000000000)

static struct fake_dmabuf *find_dmabuf(int fd, int *ret_error)
{
	struct fake_file *file = fake_file_find(fd);

	*ret_error = file ? -EINVAL : -EBADF;
	return file && file->ops == &fake_dmabuf_ops ? file->object : NULL;
}

static struct fake_attachment *find_attachment(struct fake_buffer *buffer, const struct fake_dmabuf *dmabuf)
{
	struct fake_attachment *attachment = buffer->attachments;

	while (attachment && attachment->dmabuf != dmabuf)
		attachment = attachment->next;
	return attachment;
}

void fake_attachment_put(struct fake_attachment *attachment)
{
	if (--attachment->references)
		return;
	attachment->buffer->dmabuf_count--;
	fake_dmabuf_put(attachment->dmabuf);
	free(attachment);
}

static int attach(struct fake_buffer *buffer, int fd)
{
	struct fake_attachment *attachment;
	struct fake_dmabuf *dmabuf;
	int error;

	if (buffer->kind != FAKE_DMA)
		return -EPERM;
	dmabuf = find_dmabuf(fd, &error);
	if (!dmabuf)
		return error;
	if (buffer->fileio)
		return -EBUSY;
	fake_fileio_free(buffer);
	if (find_attachment(buffer, dmabuf))
		return -EBUSY;
	attachment = fake_new(sizeof(*attachment));
	*attachment = (struct fake_attachment){
		.buffer = buffer, .dmabuf = dmabuf, .references = 1, .next = buffer->attachments};
	fake_dmabuf_get(dmabuf);
	buffer->attachments = attachment;
	buffer->dmabuf_count++;
	return 0;
}

/* A block still queued stays with the controller: its memory lives until the transfer ends. */
static void take_off(struct fake_buffer *buffer, struct fake_attachment *attachment)
{
	struct fake_attachment **place = &buffer->attachments;

	while (*place != attachment)
		place = &(*place)->next;
	*place = attachment->next;
	if (attachment->references > 1 && !buffer->enabled && !buffer->device->gone)
		fake_accident(
			"a block is detached while it waits for a start: the next user's first data will go there");
	fake_attachment_put(attachment);
}

static int detach(struct fake_buffer *buffer, int fd)
{
	struct fake_attachment *attachment;
	struct fake_dmabuf *dmabuf;
	int error;

	dmabuf = find_dmabuf(fd, &error);
	if (!dmabuf)
		return error;
	attachment = find_attachment(buffer, dmabuf);
	if (!attachment)
		return -EPERM;
	take_off(buffer, attachment);
	return 0;
}

void fake_attach_drop_all(struct fake_buffer *buffer)
{
	while (buffer->attachments)
		take_off(buffer, buffer->attachments);
}

static bool cyclic_playing(const struct fake_buffer *buffer)
{
	for (const struct fake_transfer *transfer = buffer->first; transfer; transfer = transfer->next)
		if (transfer->cyclic)
			return true;
	return false;
}

static int wait_for_earlier(struct fake_file *file, struct fake_dmabuf *dmabuf, bool readers_too)
{
	int64_t deadline = fake_now() + (file->nonblock ? 0 : ENQUEUE_WAIT_NS);
	int result = 0;

	while (fake_dmabuf_busy(dmabuf, readers_too)) {
		if (fake_now() >= deadline)
			return -EBUSY;
		result = fake_pass_time(deadline, NULL, 0);
		if (result < 0)
			return result;
	}
	return 0;
}

static int may_enqueue(const struct fake_buffer *buffer, const struct fake_attachment *attachment)
{
	if (buffer->fileio)
		return -EBUSY;
	if (attachment->state == FAKE_QUEUED)
		return -EPERM;
	return attachment->state == FAKE_DONE ? 0 : -EBUSY;
}

static void queue(struct fake_buffer *buffer, struct fake_attachment *attachment, const struct iio_dmabuf *request)
{
	struct fake_transfer *transfer = fake_new(sizeof(*transfer));

	attachment->references++;
	*transfer =
		(struct fake_transfer){.attachment = attachment,
				       .bytes = (size_t)request->bytes_used,
				       .cyclic = request->flags & IIO_BUFFER_DMABUF_CYCLIC,
				       .fence = fake_fence_add(attachment->dmabuf, buffer->direction == IIODMA_INPUT)};
	fake_dma_submit(buffer, transfer);
}

static int enqueue(struct fake_file *file, const struct iio_dmabuf *request)
{
	struct fake_buffer *buffer = file->object;
	bool input = buffer->direction == IIODMA_INPUT;
	struct fake_attachment *attachment;
	struct fake_dmabuf *dmabuf;
	int error;

	if (request->flags & ~(uint32_t)IIO_BUFFER_DMABUF_CYCLIC || (request->flags && input))
		return -EINVAL;
	dmabuf = find_dmabuf((int)request->fd, &error);
	if (!dmabuf)
		return error;
	if (!request->bytes_used || request->bytes_used > dmabuf->bytes)
		return -EINVAL;
	attachment = find_attachment(buffer, dmabuf);
	if (!attachment)
		return -EPERM;
	error = wait_for_earlier(file, dmabuf, input);
	if (error)
		return error;
	error = cyclic_playing(buffer) ? -EBUSY : may_enqueue(buffer, attachment);
	if (error)
		return error;
	queue(buffer, attachment, request);
	return 0;
}

int fake_attach_ioctl(struct fake_file *file, unsigned long request, void *argument)
{
	switch (request) {
	case IIO_BUFFER_DMABUF_ATTACH_IOCTL:
		return attach(file->object, *(int *)argument);
	case IIO_BUFFER_DMABUF_DETACH_IOCTL:
		return detach(file->object, *(int *)argument);
	case IIO_BUFFER_DMABUF_ENQUEUE_IOCTL:
		return enqueue(file, argument);
	default:
		return -EINVAL;
	}
}
