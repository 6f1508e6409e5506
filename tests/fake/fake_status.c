/* SPDX-License-Identifier: GPL-2.0-or-later */
/* debugfs direct_reg_access with the one register that matters: overflow and underflow, sticky, write 1 to clear. */
#include "fake.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#define STATUS_REGISTER UINT32_C(0x80000088)

static int show_register(void *object, char *text, size_t size)
{
	struct fake_device *device = object;

	fake_run_until_now();
	snprintf(text, size, "0x%X", device->register_address == STATUS_REGISTER ? device->status : 0);
	return 0;
}

/* "ADDRESS" selects what reading shows, "ADDRESS VALUE" writes. The address does not fit into an int, so "%i" will not do. */
static int store_register(void *object, const char *text)
{
	struct fake_device *device = object;
	char *behind_address, *behind_value;
	uint32_t address, value;

	address = (uint32_t)strtoul(text, &behind_address, 0);
	if (behind_address == text)
		return -EINVAL;
	device->register_address = address;

	value = (uint32_t)strtoul(behind_address, &behind_value, 0);
	if (behind_value != behind_address && address == STATUS_REGISTER && !device->status_stuck)
		device->status &= ~value;
	return 0;
}

void fake_debugfs(struct fake_device *device)
{
	struct fake_entry *entry =
		fake_entry_add(fake_text("/sys/kernel/debug/iio/%s/direct_reg_access", device->id), 0644);

	entry->show = show_register;
	entry->store = store_register;
	entry->object = device;
	entry->written_at_start = true; /* as on 7.3; 6.12 is more lenient */
}

void fake_status_raise(struct fake_device *device, uint32_t bits)
{
	fake_lock();
	device->status |= bits;
	fake_unlock();
}

void fake_status_stick(struct fake_device *device, bool stuck)
{
	fake_lock();
	device->status_stuck = stuck;
	fake_unlock();
}
