/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "fake_iiod_inside.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define CHANNELS 4
#define STATUS 0x80000088u

#define CHANNEL(direction, number, format)                                                         \
	"<channel id=\"voltage" #number "\" type=\"" direction "\"><scan-element index=\"" #number \
	"\" format=\"" format "\"/></channel>"
#define BUFFER_ATTRIBUTES                                                                            \
	"<buffer-attribute name=\"data_available\"/><buffer-attribute name=\"length_align_bytes\"/>" \
	"<debug-attribute name=\"direct_reg_access\"/>"

const char board_xml[] =
	"<?xml version=\"1.0\" encoding=\"utf-8\"?><!DOCTYPE context ["
	"<!ELEMENT context (device | context-attribute)*><!ELEMENT context-attribute EMPTY>"
	"<!ELEMENT device (channel | attribute | debug-attribute | buffer-attribute)*>"
	"<!ELEMENT channel (scan-element?, attribute*)><!ELEMENT attribute EMPTY><!ELEMENT scan-element EMPTY>"
	"<!ELEMENT debug-attribute EMPTY><!ELEMENT buffer-attribute EMPTY>"
	"<!ATTLIST context name CDATA #REQUIRED description CDATA #IMPLIED>"
	"<!ATTLIST context-attribute name CDATA #REQUIRED value CDATA #REQUIRED>"
	"<!ATTLIST device id CDATA #REQUIRED name CDATA #IMPLIED>"
	"<!ATTLIST channel id CDATA #REQUIRED type (input|output) #REQUIRED name CDATA #IMPLIED>"
	"<!ATTLIST scan-element index CDATA #REQUIRED format CDATA #REQUIRED scale CDATA #IMPLIED>"
	"<!ATTLIST attribute name CDATA #REQUIRED filename CDATA #IMPLIED>"
	"<!ATTLIST debug-attribute name CDATA #REQUIRED><!ATTLIST buffer-attribute name CDATA #REQUIRED>]>"
	"<context name=\"local\" description=\"Linux fake\">"
	"<device id=\"iio:device0\" name=\"ad9361-phy\">"
	"<channel id=\"voltage0\" type=\"input\"><attribute name=\"sampling_frequency\" "
	"filename=\"in_voltage_sampling_frequency\"/></channel>"
	"<channel id=\"voltage0\" type=\"output\"><attribute name=\"sampling_frequency\" "
	"filename=\"out_voltage_sampling_frequency\"/></channel></device>"
	"<device id=\"iio:device1\" name=\"cf-ad9361-dds-core-lpc\">" CHANNEL("output", 0, "le:S16/16&gt;&gt;0")
		CHANNEL("output", 1, "le:S16/16&gt;&gt;0") CHANNEL("output", 2, "le:S16/16&gt;&gt;0")
			CHANNEL("output", 3, "le:S16/16&gt;&gt;0") BUFFER_ATTRIBUTES
	"</device><device id=\"iio:device2\" name=\"cf-ad9361-lpc\">" CHANNEL("input", 0, "le:S12/16&gt;&gt;0")
		CHANNEL("input", 1, "le:S12/16&gt;&gt;0") CHANNEL("input", 2, "le:S12/16&gt;&gt;0")
			CHANNEL("input", 3, "le:S12/16&gt;&gt;0") BUFFER_ATTRIBUTES
	"</device><device id=\"trigger0\" name=\"hrtimer\"/></context>";

int64_t board_now_ns(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

bool board_sleep_until(int64_t ns, int fd)
{
	struct pollfd client = {.fd = fd, .events = POLLRDHUP};

	for (;;) {
		const int64_t left_ns = ns - board_now_ns();
		const struct timespec left = {.tv_sec = (time_t)(left_ns / 1000000000),
					      .tv_nsec = (long)(left_ns % 1000000000)};

		if (left_ns <= 0)
			return true;
		if (ppoll(&client, 1, &left, NULL) > 0)
			return false;
	}
}

int board_find(const char *device)
{
	if (strcmp(device, "iio:device2") == 0)
		return BOARD_INPUT;
	return strcmp(device, "iio:device1") == 0 ? BOARD_OUTPUT : -1;
}

int board_open(struct fake_iiod *iiod, int index, size_t samples, uint32_t mask, bool cyclic)
{
	struct board_buffer *buffer = index >= 0 ? &iiod->buffers[index] : NULL;
	int ret = 0;

	if (buffer == NULL)
		return -ENODEV;
	pthread_mutex_lock(&iiod->lock);
	if (iiod->how.open_error != 0)
		ret = iiod->how.open_error;
	else if (cyclic && iiod->how.cyclic_error != 0)
		ret = iiod->how.cyclic_error;
	else if (buffer->is_open)
		ret = -EBUSY;
	if (ret == 0)
		*buffer = (struct board_buffer){
			.is_open = true,
			.mask = mask,
			.sample_bytes = 2 * (size_t)__builtin_popcount(mask),
			.samples = samples,
			.kernel_buffers = buffer->kernel_buffers ? buffer->kernel_buffers : 4,
			.open_ns = board_now_ns(),
		};
	pthread_mutex_unlock(&iiod->lock);
	return ret;
}

void board_close(struct fake_iiod *iiod, int index)
{
	pthread_mutex_lock(&iiod->lock);
	iiod->buffers[index].is_open = false;
	pthread_mutex_unlock(&iiod->lock);
}

/* When the link that both directions share has carried @bytes more. */
static int64_t link_carries_until(struct fake_iiod *iiod, size_t bytes)
{
	const int64_t now_ns = board_now_ns();
	const double rate = (double)iiod->how.link_bytes_per_second;

	if (rate == 0)
		return now_ns;
	if (iiod->link_free_ns < now_ns)
		iiod->link_free_ns = now_ns;
	iiod->link_free_ns += (int64_t)((double)bytes / rate * 1e9);
	return iiod->link_free_ns;
}

static int64_t latest(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

/* The usual pair of channels, at the speed of memory. */
static void count_pairs(uint32_t first, uint32_t *data, size_t samples)
{
	for (size_t i = 0; i < samples; i++)
		data[i] = first + (uint32_t)i;
}

/* Number of the sample that is read in place of number @position when the first two blocks of the kernel are swapped. */
static uint64_t swap(const struct board_buffer *buffer, uint64_t position)
{
	const uint64_t block = (uint64_t)buffer->samples * buffer->kernel_buffers / 2;

	if (position >= 2 * block)
		return position;
	return position < block ? position + block : position - block;
}

static void count_samples(const struct board_buffer *buffer, bool swapped, void *memory, size_t samples)
{
	const uint64_t first = swapped ? swap(buffer, buffer->position) : buffer->position;
	uint16_t *data = memory;

	if (buffer->mask == 3) {
		count_pairs((uint32_t)first, memory, samples);
		return;
	}
	for (size_t i = 0; i < samples; i++) {
		const uint32_t n = (uint32_t)(first + i);

		for (unsigned int channel = 0; channel < CHANNELS; channel++)
			if (buffer->mask & 1u << channel)
				*data++ = (uint16_t)(channel & 1 ? n >> 16 : n);
	}
}

/* The kernel's blocks are all the source can run ahead; beyond them it waits, so that nothing is ever lost. */
static void wait_for_client(struct board_buffer *buffer, double rate)
{
	const double room = (double)(buffer->samples * buffer->kernel_buffers);
	const int64_t due_ns = buffer->open_ns + (int64_t)(((double)buffer->position + room) / rate * 1e9);
	const int64_t now_ns = board_now_ns();

	if (now_ns > due_ns)
		buffer->open_ns += now_ns - due_ns;
}

bool board_take(struct fake_iiod *iiod, struct board_buffer *buffer, void *data, size_t samples, int fd)
{
	int64_t until;
	double rate;
	bool swapped;

	pthread_mutex_lock(&iiod->lock);
	rate = iiod->how.rate;
	swapped = iiod->how.swapped;
	if (rate > 0)
		wait_for_client(buffer, rate);
	until = link_carries_until(iiod, samples * buffer->sample_bytes);
	if (rate > 0)
		until = latest(until, buffer->open_ns + (int64_t)((double)(buffer->position + samples) / rate * 1e9));
	if (buffer->paused < iiod->how.pauses && buffer->bytes >= iiod->how.pause_bytes * (buffer->paused + 1)) {
		buffer->paused++;
		buffer->open_ns += iiod->how.pause_ns;
		until = latest(until, board_now_ns()) + iiod->how.pause_ns;
	}
	pthread_mutex_unlock(&iiod->lock);
	if (!board_sleep_until(until, fd))
		return false;
	count_samples(buffer, swapped, data, samples);
	buffer->position += samples;
	buffer->bytes += samples * buffer->sample_bytes;
	return true;
}

static void keep_played(struct fake_iiod *iiod, const void *data, size_t bytes)
{
	if (iiod->played_file != NULL) {
		fwrite(data, 1, bytes, iiod->played_file);
		fflush(iiod->played_file);
		return;
	}
	if (iiod->played_bytes + bytes > iiod->played_room) {
		iiod->played_room = 2 * (iiod->played_bytes + bytes);
		iiod->played = realloc(iiod->played, iiod->played_room);
		if (iiod->played == NULL)
			abort();
	}
	memcpy(iiod->played + iiod->played_bytes, data, bytes);
	iiod->played_bytes += bytes;
}

bool board_give(struct fake_iiod *iiod, struct board_buffer *buffer, const void *data, size_t samples, int fd)
{
	const size_t room = buffer->samples * buffer->kernel_buffers;
	int64_t until, now_ns = board_now_ns();

	pthread_mutex_lock(&iiod->lock);
	until = link_carries_until(iiod, samples * buffer->sample_bytes);
	if (iiod->how.rate > 0) {
		buffer->played_until_ns =
			latest(buffer->played_until_ns, now_ns) + (int64_t)((double)samples / iiod->how.rate * 1e9);
		until = latest(until, buffer->played_until_ns - (int64_t)((double)room / iiod->how.rate * 1e9));
	}
	keep_played(iiod, data, samples * buffer->sample_bytes);
	buffer->position += samples;
	buffer->bytes += samples * buffer->sample_bytes;
	pthread_mutex_unlock(&iiod->lock);
	return board_sleep_until(until, fd);
}

/* Input: what is read is made at that moment, except for the block that a kernel with swapped ones had to finish first. */
static size_t available(const struct fake_iiod *iiod, int index)
{
	const struct board_buffer *buffer = &iiod->buffers[index];
	const size_t all = buffer->samples * buffer->sample_bytes * buffer->kernel_buffers;

	if (index == BOARD_INPUT)
		return iiod->how.swapped ? all / 2 : 0;
	return board_now_ns() >= buffer->played_until_ns ? all : 0;
}

static int read_buffer_attr(const struct fake_iiod *iiod, int index, const char *name, char *text, size_t size)
{

	if (strcmp(name, "length_align_bytes") == 0)
		snprintf(text, size, "8");
	else if (strcmp(name, "data_available") == 0)
		snprintf(text, size, "%zu", available(iiod, index));
	else
		return -ENOENT;
	return 0;
}

int board_read_attr(struct fake_iiod *iiod, const char *device, const char *path, char *text, size_t size)
{
	const int index = board_find(device);
	const char *name = strrchr(path, ' ');
	int ret = 0;

	name = name != NULL ? name + 1 : path;
	pthread_mutex_lock(&iiod->lock);
	if (strncmp(path, "BUFFER ", 7) == 0 && index >= 0)
		ret = read_buffer_attr(iiod, index, name, text, size);
	else if (strcmp(name, "sampling_frequency") == 0)
		snprintf(text, size, "%s", iiod->sampling_frequency);
	else if (strcmp(name, "direct_reg_access") == 0)
		snprintf(text, size, "0x%x", iiod->selected == STATUS ? iiod->how.status : 0);
	else
		ret = -ENOENT;
	pthread_mutex_unlock(&iiod->lock);
	return ret < 0 ? ret : (int)strlen(text) + 1;
}

int board_write_attr(struct fake_iiod *iiod, const char *device, const char *path, const char *text)
{
	const char *name = strrchr(path, ' ');
	unsigned int address, value;
	int ret = (int)strlen(text);

	name = name != NULL ? name + 1 : path;
	pthread_mutex_lock(&iiod->lock);
	if (strcmp(name, "sampling_frequency") == 0) {
		snprintf(iiod->sampling_frequency, sizeof(iiod->sampling_frequency), "%s", text);
		iiod->how.rate = strtod(text, NULL);
	} else if (strcmp(name, "direct_reg_access") == 0) {
		int fields = sscanf(text, "%x %x", &address, &value);

		if (fields >= 1)
			iiod->selected = address;
		if (fields == 2 && address == STATUS)
			iiod->how.status &= ~value;
	} else {
		ret = -EINVAL;
	}
	pthread_mutex_unlock(&iiod->lock);
	return ret;
}
