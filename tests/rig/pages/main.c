// SPDX-License-Identifier: GPL-2.0-only
/*
 * /sys/kernel/debug/rig_pages: write the address of a mapped page of the writing
 * process (hexadecimal); read what the page table entries say of it, as "user TYPE
 * kernel TYPE pfn N". For mappings of page frames (VM_PFNMAP), as DMABUFs have.
 * Or write "pfn FIRST pages COUNT" and read "kernel TYPE", the kernel's own mapping
 * of these pages, "mixed" if they are not all mapped alike.
 */
#include <linux/debugfs.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "attribute.h"

struct answer {
	char text[96];
};

static int look(unsigned long address, struct answer *answer)
{
	struct follow_pfnmap_args args = { .address = address };
	pgprot_t prot;
	int ret = -EFAULT;

	mmap_read_lock(current->mm);
	args.vma = vma_lookup(current->mm, address);
	if (args.vma)
		ret = follow_pfnmap_start(&args);
	if (!ret) {
		prot = entry_prot(&args);
		follow_pfnmap_end(&args);
	}
	mmap_read_unlock(current->mm);
	if (ret)
		return ret;

	scnprintf(answer->text, sizeof(answer->text), "user %s kernel %s pfn %lu\n",
		  attribute_of(prot, false), attribute_of_kernel(args.pfn), args.pfn);

	return 0;
}

static void look_at_frames(unsigned long first, unsigned long count, struct answer *answer)
{
	const char *type = attribute_of_kernel(first);
	unsigned long i;

	for (i = 1; i < count; i++)
		if (strcmp(type, attribute_of_kernel(first + i)))
			type = "mixed";
	scnprintf(answer->text, sizeof(answer->text), "kernel %s\n", type);
}

static int pages_open(struct inode *inode, struct file *file)
{
	file->private_data = kzalloc(sizeof(struct answer), GFP_KERNEL);

	return file->private_data ? 0 : -ENOMEM;
}

static int pages_release(struct inode *inode, struct file *file)
{
	kfree(file->private_data);

	return 0;
}

static ssize_t pages_write(struct file *file, const char __user *from, size_t count, loff_t *pos)
{
	unsigned long number, pages;
	char text[64] = "";
	int ret;

	if (count >= sizeof(text))
		return -EINVAL;
	if (copy_from_user(text, from, count))
		return -EFAULT;
	if (sscanf(text, "pfn %lu pages %lu", &number, &pages) == 2) {
		look_at_frames(number, pages, file->private_data);
		return count;
	}

	ret = kstrtoul(strim(text), 16, &number);
	if (!ret)
		ret = look(number, file->private_data);

	return ret ?: count;
}

static ssize_t pages_read(struct file *file, char __user *to, size_t count, loff_t *pos)
{
	const struct answer *answer = file->private_data;

	return simple_read_from_buffer(to, count, pos, answer->text, strlen(answer->text));
}

static const struct file_operations pages_fops = {
	.owner = THIS_MODULE,
	.open = pages_open,
	.release = pages_release,
	.write = pages_write,
	.read = pages_read,
};

static struct dentry *pages_file;

static int __init rig_pages_init(void)
{
	pages_file = debugfs_create_file("rig_pages", 0600, NULL, NULL, &pages_fops);

	return PTR_ERR_OR_ZERO(pages_file);
}
module_init(rig_pages_init);

static void __exit rig_pages_exit(void)
{
	debugfs_remove(pages_file);
}
module_exit(rig_pages_exit);

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Shows the memory type in page table entries, for tests");
