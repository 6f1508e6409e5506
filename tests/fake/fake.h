/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the parts of the fake kernel know of each other. Everything here is used with fake_lock held unless it says otherwise. */
#ifndef FAKE_H
#define FAKE_H

#include "fake_kernel.h"
#include "sys.h"

#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>

#define FAKE_FOREVER INT64_MAX

void fake_lock(void);
void fake_unlock(void);

/* malloc that never fails: a test machine without memory has nothing to test */
void *fake_new(size_t bytes);
void *fake_grow(void *memory, size_t bytes);
char *fake_text(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* --- open files (fake_file.c) --- */

struct fake_file;

struct fake_file_ops {
	ssize_t (*read)(struct fake_file *file, void *data, size_t bytes); /* -EAGAIN = nothing yet */
	ssize_t (*write)(struct fake_file *file, const void *data,
			 size_t bytes); /* fewer than asked = no more room now */
	int (*ioctl)(struct fake_file *file, unsigned long request, void *argument);
	short (*poll)(struct fake_file *file, short events);
	void (*release)(struct fake_file *file);
};

struct fake_file {
	const struct fake_file_ops *ops;
	char *name; /* as the log calls it */
	void *object;
	int fd; /* a real descriptor holds the number */
	bool nonblock;
	size_t position;
};

/* Make an open file around @real_fd, which then belongs to it; -1 = any descriptor. Takes over @name. */
struct fake_file *fake_file_open(const struct fake_file_ops *ops, void *object, char *name, int real_fd);
struct fake_file *fake_file_find(int fd); /* NULL: not ours, a real descriptor */
const char *fake_name_of(int fd);
void fake_file_close(struct fake_file *file);
ssize_t fake_file_read(struct fake_file *file, void *data, size_t bytes); /* these two wait unless O_NONBLOCK is set */
ssize_t fake_file_write(struct fake_file *file, const void *data, size_t bytes);
void fake_files_reset(void);

/* --- the file tree (fake_tree.c) --- */

struct fake_entry {
	char *path;
	char *text; /* contents, or a link's target */
	unsigned int mode;
	bool link;
	bool owned;            /* the object is freed with the entry */
	bool written_at_start; /* debugfs: a write moves on, and only one at offset 0 is taken */
	int (*show)(void *object, char *text, size_t size); /* instead of text */
	int (*store)(void *object, const char *text);
	int (*open)(struct fake_entry *entry, void *object, int flags); /* a device node; returns the fd */
	void *object;
};

struct fake_entry *fake_entry_add(char *path, unsigned int mode); /* takes over @path; replaces an old entry */
struct fake_entry *fake_entry_find(const char *path);
void fake_tree_remove(const char *path);
int fake_tree_open(const char *path, int flags);
ssize_t fake_tree_readlink(const char *path, char *text, size_t size);
int fake_tree_list(const char *folder, char ***ret_names, size_t *ret_count);
void fake_tree_reset(void);

/* --- samples (fake_samples.c) --- */

struct fake_channel {
	char *id;
	unsigned int scan_index;
	char *format;
	bool big_endian;
	unsigned int bits, storage, repeat, shift;
	bool enabled, forced;
	size_t offset; /* in the sample in force */
};

bool fake_channel_parse(struct fake_channel *channel, const char *format);
size_t fake_sample_layout(struct fake_buffer *buffer); /* sets offsets; bytes per sample, 0 = no channel enabled */
void fake_samples_fill(struct fake_buffer *buffer, uint64_t first, void *data, size_t bytes);
void fake_samples_play(struct fake_buffer *buffer, const void *data, size_t bytes);

/* --- DMABUFs (fake_dmabuf.c) --- */

struct fake_fence {
	unsigned int references;
	bool writes; /* the device writes memory (input) */
	bool done;
	int error;
	struct fake_fence *next;
};

struct fake_dmabuf {
	unsigned int number, references;
	size_t bytes;
	int memory_fd; /* the fake's own descriptor of the pages */
	off_t offset;
	uint8_t *cpu;    /* what mmap shows */
	uint8_t *device; /* what DMA sees; the same unless non-coherent */
	struct fake_fence *fences;
};

extern const struct fake_file_ops fake_dmabuf_ops;
/* A descriptor of pages of @memory_fd, which then belongs to it. */
int fake_dmabuf_new(int memory_fd, off_t offset, size_t bytes, bool coherent);
void fake_dmabuf_get(struct fake_dmabuf *dmabuf);
void fake_dmabuf_put(struct fake_dmabuf *dmabuf);
bool fake_dmabuf_busy(const struct fake_dmabuf *dmabuf, bool readers_too);
struct fake_fence *fake_fence_add(struct fake_dmabuf *dmabuf, bool writes);
void fake_fence_signal(struct fake_dmabuf *dmabuf, struct fake_fence *fence, int error);
void fake_udmabuf_add(void);

/* --- buffers (fake_buffer.c, fake_attach.c, fake_fileio.c, fake_kfifo.c, fake_dma.c) --- */

enum fake_state { FAKE_DONE, FAKE_QUEUED, FAKE_ACTIVE, FAKE_DEAD };

/* A DMABUF attached to a buffer. */
struct fake_attachment {
	struct fake_buffer *buffer;
	struct fake_dmabuf *dmabuf;
	enum fake_state state;
	unsigned int references;
	bool listed;
	struct fake_attachment *next;
};

/* One of the two blocks behind read() and write(). */
struct fake_block {
	uint8_t *data;
	size_t size, used;
	enum fake_state state;
};

/* A block on its way through the DMA controller. */
struct fake_transfer {
	struct fake_block *block;           /* fileio … */
	struct fake_attachment *attachment; /* … or DMABUF */
	struct fake_fence *fence;
	size_t bytes;
	bool cyclic, begun;
	int64_t submitted_ns, due_ns;
	struct fake_transfer *next;
};

struct fake_buffer {
	struct fake_device *device;
	unsigned int index;
	enum iiodma_direction direction;
	enum fake_kind kind;
	char *name; /* "iio:device1/buffer0" */
	struct fake_channel *channels;
	size_t channel_count;

	uint64_t length, watermark;
	bool length_rule;
	bool busy; /* opened by IIO_BUFFER_GET_FD_IOCTL */
	int64_t held_until_ns;
	bool enabled;
	int enable_error;
	size_t sample_bytes;
	struct fake_behaviour how;
	unsigned int reads_done;

	/* the converter */
	int64_t start_ns, free_ns;
	uint64_t position; /* samples since start */
	uint64_t begun, done, lost;

	/* the DMA controller: not enabled = waiting list, enabled = active list */
	struct fake_transfer *first, **end;
	struct fake_attachment *attachments;
	unsigned int dmabuf_count;

	/* read()/write() on DMA buffers */
	struct fake_block blocks[2];
	unsigned int next_dequeue;
	struct fake_block *current;
	size_t current_position;
	bool fileio;

	/* kfifo */
	uint8_t *queue;
	uint64_t queue_head, queue_count, queue_size; /* samples */

	uint8_t *played;
	size_t played_kept, played_room;
	uint64_t played_bytes;
	int played_fd;
};

struct fake_device {
	char *name;
	unsigned int number;
	char *path; /* sysfs folder */
	char *id;   /* "iio:device1" */
	bool gone, legacy, node_open;
	struct fake_buffer *buffers[8];
	size_t buffer_count;
	uint32_t register_address, status;
	bool status_stuck;
	struct fake_device *next;
};

extern struct fake_device *fake_devices;
extern unsigned int fake_accident_count;

void fake_accident(const char *what);

void fake_buffer_sysfs(struct fake_buffer *buffer);
void fake_buffer_sysfs_channel(struct fake_buffer *buffer, unsigned int scan_index);
int fake_buffer_enable(struct fake_buffer *buffer, bool enable);
void fake_device_node(struct fake_device *device);
void fake_device_remove(struct fake_device *device);
void fake_debugfs(struct fake_device *device);

int fake_attach_ioctl(struct fake_file *file, unsigned long request, void *argument);
void fake_attach_drop_all(struct fake_buffer *buffer);
void fake_attachment_put(struct fake_attachment *attachment);

void fake_dma_submit(struct fake_buffer *buffer, struct fake_transfer *transfer);
void fake_dma_enable(struct fake_buffer *buffer);
void fake_dma_abort(struct fake_buffer *buffer);
void fake_dma_forget(struct fake_buffer *buffer); /* what hangs in limbo once the device is gone */
void fake_dma_run(struct fake_buffer *buffer, int64_t now);
int64_t fake_dma_next(struct fake_buffer *buffer);

void fake_fileio_update(struct fake_buffer *buffer);
void fake_fileio_free(struct fake_buffer *buffer);
size_t fake_fileio_usage(const struct fake_buffer *buffer);
ssize_t fake_fileio_move(struct fake_buffer *buffer, void *to_user, const void *from_user, size_t bytes);

void fake_kfifo_update(struct fake_buffer *buffer);
void fake_kfifo_run(struct fake_buffer *buffer, int64_t now);
int64_t fake_kfifo_next(const struct fake_buffer *buffer);
ssize_t fake_kfifo_read(struct fake_buffer *buffer, void *data, size_t bytes);
ssize_t fake_kfifo_write(struct fake_buffer *buffer, const void *data, size_t bytes);

/* --- time (fake_clock.c) --- */

int64_t fake_now(void);
extern int64_t (*const fake_clock_read)(void); /* as the library reads it; takes no lock */
void fake_clock_reset(void);
void fake_run_until_now(void);

/*
 * Let time pass: until @deadline_ns, the next event, or a sign from one of the real descriptors, whichever is first. The lock is
 * let go meanwhile. Returns how many real descriptors have something, or -EINTR.
 */
int fake_pass_time(int64_t deadline_ns, struct pollfd *real, nfds_t count);

/* --- polling (fake_poll.c) --- */

int fake_poll(struct pollfd *fds, nfds_t count, int timeout_ms);
int fake_epoll_new(void);
int fake_epoll_set(struct fake_file *epoll, int fd, uint32_t events);

/* --- the log (fake_log.c) --- */

extern atomic_uint_fast64_t fake_clock_read_count, fake_call_count;

/* Note a call; a negative errno when it has been told to fail. */
int fake_log(const char *format, ...) __attribute__((format(printf, 1, 2)));
int fake_log_ioctl(const char *name, unsigned long request, const void *argument);
void fake_log_result(long result); /* of the call noted last */
void fake_log_reset(void);

extern const struct sys_ops fake_sys;

#endif
