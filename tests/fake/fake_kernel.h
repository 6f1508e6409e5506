/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A kernel of our own behind the library's `struct sys_ops`: sysfs, /dev/iio:deviceN, DMABUFs, DMA heaps, udmabuf, debugfs and
 * /proc, with converters that fill and play blocks by a clock. It answers as Linux does, errno by errno, its faults included.
 *
 * A test boots a machine, says how the converters shall behave, runs the library, and asks the log what was called:
 *
 *     fake_boot_ad9361();
 *     fake_fail("ioctl ATTACH*", 1, EPERM);
 *     … library calls …
 *     assert_int_equal(fake_count("ioctl ENQUEUE*"), 0);
 *     fake_shutdown();
 *
 * Time is virtual unless asked otherwise: whoever waits moves the clock to the next event, so a run of seconds takes none.
 * All functions may be called from any thread.
 */
#ifndef FAKE_KERNEL_H
#define FAKE_KERNEL_H

#include <iiodma/types.h>

struct fake_device;
struct fake_buffer;

#define FAKE_NEVER UINT64_MAX

/* --- the machine ------------------------------------------------------------------------------------------------------- */

/* Start an empty machine and put it behind the library. Everything of an earlier one is forgotten, the clock stands at 1 s. */
void fake_boot(void);

/* The same with ad9361-phy, cf-ad9361-lpc (input), cf-ad9361-dds-core-lpc (output), the heap "system" and udmabuf. */
void fake_boot_ad9361(void);

/* Free the machine and give the library back to Linux. */
void fake_shutdown(void);

enum fake_kind {
	FAKE_DMA,   /* industrialio-buffer-dma: two blocks for read()/write(), DMABUFs, fixed watermark */
	FAKE_KFIFO, /* kfifo: one queue of samples, watermark, no DMABUFs, no length_align_bytes */
};

struct fake_device *fake_device_add(const char *name);
struct fake_buffer *fake_buffer_add(struct fake_device *device, enum iiodma_direction direction, enum fake_kind kind);

/* @id as in sysfs but without the direction: "voltage0"; @format in the kernel's notation. */
void fake_channel_add(struct fake_buffer *buffer, const char *id, unsigned int scan_index, const char *format);

/* A channel that another user of the buffer holds: it reads back as enabled whatever is written. */
void fake_channel_force(struct fake_buffer *buffer, const char *id);

struct fake_device *fake_device(const char *name);
struct fake_buffer *fake_buffer(const char *device, unsigned int index);

/* A heap that refuses blocks of more than @max_bytes. What DMA did to a non-coherent block is seen only after DMA_BUF_IOCTL_SYNC. */
void fake_heap_add(const char *name, uint64_t max_bytes, bool coherent);

/* Kernel as before 5.11: no bufferN folders, no IIO_BUFFER_GET_FD_IOCTL. Give it before adding buffers. */
void fake_legacy(struct fake_device *device);

/* Some kernels refuse a `length` below the `watermark` (and the other way round) at each write. */
void fake_length_rule(struct fake_buffer *buffer, uint64_t length, uint64_t watermark);

/* --- its files --------------------------------------------------------------------------------------------------------- */

void fake_file_set(const char *path, const char *text); /* creates it, mode 0644 */
void fake_file_chmod(const char *path, unsigned int mode);
void fake_file_remove(const char *path); /* a file, or a folder with all below */
void fake_link_set(const char *path, const char *target);

/* What cat would print, without the newline; NULL when there is no such file. Valid until the next call in this thread. */
const char *fake_file_text(const char *path);

/* Attribute of a device or of buffer 0's siblings: path below the device's sysfs folder ("buffer0/length"). */
void fake_attr_set(struct fake_device *device, const char *name, const char *text);
const char *fake_attr_text(struct fake_device *device, const char *name);

/* --- how converters behave --------------------------------------------------------------------------------------------- */

enum fake_pattern {
	FAKE_RAMP,   /* 32-bit sample counter: even scan index = its low, odd = its high 16 bits */
	FAKE_VALUES, /* sample n of a channel = 1000 × scan index + n; a channel "timestamp" = nanoseconds since start */
	FAKE_ZEROS,
};

#define FAKE_READS_MAX 16

/* Block numbers count from 0 since the buffer was enabled; FAKE_NEVER = no block. Set with fake_behave(). */
struct fake_behaviour {
	double rate; /* samples per second, 0 = as fast as blocks are given */
	enum fake_pattern pattern;
	uint64_t first_sample;        /* number of the first sample after enable */
	uint64_t fifo_samples;        /* what the converter keeps while no block is queued */
	double link_bytes_per_second; /* 0 = no limit; when not paced, a block takes this and link_block_ns on top */
	int64_t link_block_ns;

	uint64_t drop_block;  /* lost before it reaches memory; overflow raised */
	uint64_t short_block; /* filled only up to short_bytes */
	uint64_t short_bytes;
	uint64_t stale_block;   /* reported done, never written */
	bool stale_always;      /* no block is ever written */
	uint64_t hole_block;    /* reported done, its last hole_bytes never written */
	uint64_t hole_bytes;
	uint64_t corrupt_block; /* middle word inverted */
	uint64_t delay_block;   /* done late by delay_ns, no sample lost */
	int64_t delay_ns;
	uint64_t abort_block;  /* somebody disables the buffer when this block would be done */
	uint64_t stop_block;   /* this one and all later never complete; 0 = never ready */
	uint64_t unplug_block; /* the device goes away when this block would be done */
	uint64_t
		refuse_above; /* bytes; the DMA controller refuses longer blocks, the kernel takes them; 0 = takes all */

	uint64_t status_every; /* raise overflow/underflow after each so many blocks, losing nothing; 0 = never */

	/* sizes the next reads of the buffer return at most; 0 = EAGAIN once */
	unsigned int read_count;
	size_t reads[FAKE_READS_MAX];
};

struct fake_behaviour fake_behaviour_of(struct fake_buffer *buffer);
void fake_behave(struct fake_buffer *buffer, const struct fake_behaviour *behaviour);

/* Enabling fails with @error, 0 = works. */
void fake_enable_error(struct fake_buffer *buffer, int error);

/* Pull the plug, as unbinding the driver does. */
void fake_unplug(struct fake_device *device);

/* Raise bits of the status register 0x80000088 (2 = overflow, 0 = underflow); a stuck register does not clear. */
void fake_status_raise(struct fake_device *device, uint32_t bits);
void fake_status_stick(struct fake_device *device, bool stuck);

/* Another process has the buffer open: pid, its command, and the time (FAKE_NEVER = always) after which it lets go. */
void fake_hold(struct fake_buffer *buffer, int pid, const char *command, uint64_t for_ns);

/* --- what happened ----------------------------------------------------------------------------------------------------- */

/* Output data the converter played since boot, in order, padding included; kept up to 64 MiB. Valid until the next play. */
const uint8_t *fake_played(struct fake_buffer *buffer, size_t *ret_bytes);
uint64_t fake_played_bytes(struct fake_buffer *buffer);  /* all, also what is not kept */
void fake_played_to(struct fake_buffer *buffer, int fd); /* write it to @fd as well */

uint64_t fake_blocks_done(struct fake_buffer *buffer);  /* since it was enabled */
uint64_t fake_samples_lost(struct fake_buffer *buffer); /* since it was enabled */
bool fake_enabled(struct fake_buffer *buffer);

/* Things open now: 0 each after a clean close. */
unsigned int fake_open_files(void);
unsigned int fake_open_dmabufs(void);
unsigned int fake_mappings(void);

/* Times the real kernel would have crashed or handed stale blocks to the next user. */
unsigned int fake_accidents(void);

/* --- the log ----------------------------------------------------------------------------------------------------------- */

/*
 * Every call is one line, "VERB SUBJECT DETAILS", with " = -ERRNO" after it when it failed:
 *
 *     open /dev/iio:device1                        read iio:device1/buffer0 4096
 *     ioctl GET_FD iio:device1 0                   write /sys/…/buffer0/length 4096
 *     ioctl ATTACH iio:device1/buffer0 dmabuf3     ioctl DETACH iio:device1/buffer0 dmabuf3
 *     ioctl ENQUEUE iio:device1/buffer0 dmabuf3 4096 [cyclic]
 *     ioctl SYNC dmabuf3 START READ                ioctl HEAP_ALLOC /dev/dma_heap/system 4096
 *     ioctl UDMABUF_CREATE /dev/udmabuf 4096       ioctl EXPORT_SYNC_FILE dmabuf3
 *     ioctl SYNC_FILE_INFO syncfile                poll 1000          mmap dmabuf3 4096
 *     munmap 4096    nonblock iio:device1/buffer0  close dmabuf3      list /dev/dma_heap
 *     readlink /proc/12/fd/3    sleep 1000000      memfd 4096         epoll_new    epoll_set
 *
 * Patterns are those of fnmatch(3). Clock reads and event descriptors are counted only.
 */
uint64_t fake_count(const char *pattern);
const char *fake_log_line(const char *pattern, unsigned int nth); /* nth from 0; NULL when there are fewer */
long fake_log_index(const char *pattern, unsigned int nth);       /* its place in the log, -1 when there are fewer */
const char *fake_log_last(void);
void fake_log_clear(void);
void fake_log_keep(bool keep); /* false for long runs: counters go on */
void fake_log_to(int fd);      /* write each line to @fd as it comes */

uint64_t fake_system_calls(void); /* all but clock reads */
uint64_t fake_clock_reads(void);

/* Let the @nth call (from 1; 0 = every one) that matches fail with @error, without being carried out. */
void fake_fail(const char *pattern, unsigned int nth, int error);
void fake_fail_clear(void);

/* --- the clock --------------------------------------------------------------------------------------------------------- */

void fake_clock_real(bool real);
void fake_clock_advance(int64_t ns);
void fake_clock_step(int64_t ns); /* added at each reading; 0 after boot */
int64_t fake_clock_now(void);

#endif
