// SPDX-License-Identifier: GPL-2.0-only
/* /sys/class/iiodma_heap/NAME: what each heap gives, or why there is none, and its counters. */
#include <linux/device.h>
#include <linux/err.h>
#include <linux/sysfs.h>

#include "heaps.h"

static ssize_t mapping_show(struct device *dev, struct device_attribute *attr, char *text)
{
	const struct heap *heap = dev_get_drvdata(dev);

	return sysfs_emit(text, "%s\n", heap_mapping_name(heap->mapping));
}
static DEVICE_ATTR_RO(mapping);

static ssize_t refused_show(struct device *dev, struct device_attribute *attr, char *text)
{
	const struct heap *heap = dev_get_drvdata(dev);

	return sysfs_emit(text, "%s\n", heap->refused);
}
static DEVICE_ATTR_RO(refused);

static ssize_t same_as_show(struct device *dev, struct device_attribute *attr, char *text)
{
	const struct heap *heap = dev_get_drvdata(dev);

	return sysfs_emit(text, "%s\n", heap->same_as);
}
static DEVICE_ATTR_RO(same_as);

static ssize_t attribute_show(struct device *dev, struct device_attribute *attr, char *text)
{
	const struct heap *heap = dev_get_drvdata(dev);

	return sysfs_emit(text, "%s\n", heap->attribute ?: "");
}
static DEVICE_ATTR_RO(attribute);

static ssize_t maintenance_show(struct device *dev, struct device_attribute *attr, char *text)
{
	const struct heap *heap = dev_get_drvdata(dev);

	return sysfs_emit(text, "%s\n", heap->maintenance);
}
static DEVICE_ATTR_RO(maintenance);

static ssize_t memory_show(struct device *dev, struct device_attribute *attr, char *text)
{
	const struct heap *heap = dev_get_drvdata(dev);

	return sysfs_emit(text, "%s\n", heap->memory ? heap->memory->name : "");
}
static DEVICE_ATTR_RO(memory);

static ssize_t dma_device_show(struct device *dev, struct device_attribute *attr, char *text)
{
	const struct heap *heap = dev_get_drvdata(dev);

	return sysfs_emit(text, "%s\n", dev_name(heap->dma));
}
static DEVICE_ATTR_RO(dma_device);

static struct attribute *statement_attrs[] = {
	&dev_attr_mapping.attr,
	&dev_attr_refused.attr,
	&dev_attr_same_as.attr,
	&dev_attr_attribute.attr,
	&dev_attr_maintenance.attr,
	&dev_attr_memory.attr,
	&dev_attr_dma_device.attr,
	NULL,
};

static const struct attribute_group statement_group = {
	.attrs = statement_attrs,
};

struct counter_attribute {
	struct device_attribute attr;
	enum heap_counter counter;
};

static ssize_t counter_show(struct device *dev, struct device_attribute *attr, char *text)
{
	struct heap *heap = dev_get_drvdata(dev);
	const struct counter_attribute *which =
		container_of_const(attr, struct counter_attribute, attr);

	return sysfs_emit(text, "%lld\n", atomic64_read(&heap->counters[which->counter]));
}

#define COUNTER(_name, _counter)					\
	static struct counter_attribute counter_##_name = {		\
		.attr = __ATTR(_name, 0444, counter_show, NULL),	\
		.counter = _counter,					\
	}

COUNTER(allocations, HEAP_ALLOCATIONS);
COUNTER(allocations_failed, HEAP_ALLOCATIONS_FAILED);
COUNTER(allocated_bytes, HEAP_ALLOCATED_BYTES);
COUNTER(buffers, HEAP_BUFFERS);
COUNTER(buffers_bytes, HEAP_BUFFERS_BYTES);
COUNTER(attachments, HEAP_ATTACHMENTS);
COUNTER(mmaps, HEAP_MMAPS);

struct sync_attribute {
	struct device_attribute attr;
	enum heap_phase phase;
	enum heap_access access;
};

/* Three numbers of one moment: calls, those that maintained a cache, and the bytes of these. */
static ssize_t sync_show(struct device *dev, struct device_attribute *attr, char *text)
{
	struct heap *heap = dev_get_drvdata(dev);
	const struct sync_attribute *which = container_of_const(attr, struct sync_attribute, attr);
	const struct heap_sync_counters *sync = &heap->syncs[which->phase][which->access];

	return sysfs_emit(text, "%lld %lld %lld\n", atomic64_read(&sync->calls),
			  atomic64_read(&sync->maintained_count),
			  atomic64_read(&sync->maintained_bytes));
}

#define SYNC(_name, _phase, _access)					\
	static struct sync_attribute sync_##_name = {			\
		.attr = __ATTR(_name, 0444, sync_show, NULL),		\
		.phase = _phase,					\
		.access = _access,					\
	}

SYNC(begin_read, HEAP_BEGIN, HEAP_READ);
SYNC(begin_write, HEAP_BEGIN, HEAP_WRITE);
SYNC(begin_read_write, HEAP_BEGIN, HEAP_READ_WRITE);
SYNC(end_read, HEAP_END, HEAP_READ);
SYNC(end_write, HEAP_END, HEAP_WRITE);
SYNC(end_read_write, HEAP_END, HEAP_READ_WRITE);

static struct attribute *counter_attrs[] = {
	&counter_allocations.attr.attr,
	&counter_allocations_failed.attr.attr,
	&counter_allocated_bytes.attr.attr,
	&counter_buffers.attr.attr,
	&counter_buffers_bytes.attr.attr,
	&counter_attachments.attr.attr,
	&counter_mmaps.attr.attr,
	&sync_begin_read.attr.attr,
	&sync_begin_write.attr.attr,
	&sync_begin_read_write.attr.attr,
	&sync_end_read.attr.attr,
	&sync_end_write.attr.attr,
	&sync_end_read_write.attr.attr,
	NULL,
};

static const struct attribute_group counter_group = {
	.name = "counters",
	.attrs = counter_attrs,
};

static const struct attribute_group *heap_groups[] = {
	&statement_group,
	&counter_group,
	NULL,
};

static const struct class heap_class = {
	.name = "iiodma_heap",
	.dev_groups = heap_groups,
};

int heap_statement_init(void)
{
	return class_register(&heap_class);
}

void heap_statement_exit(void)
{
	class_unregister(&heap_class);
}

int heap_statement_add(struct heap *heap)
{
	heap->statement = device_create(&heap_class, NULL, MKDEV(0, 0), heap, "%s", heap->name);

	return PTR_ERR_OR_ZERO(heap->statement);
}

void heap_statement_remove(struct heap *heap)
{
	device_unregister(heap->statement);
}
