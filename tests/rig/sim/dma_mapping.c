// SPDX-License-Identifier: GPL-2.0-only
/* The setting fileio_mapping, and the blocks it holds for. */
#include <linux/debugfs.h>
#include <linux/seq_file.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "dma_sim.h"

static const char * const sim_mapping_names[SIM_NR_MAPPINGS] = {
	[SIM_MAPPING_PLATFORM] = "platform",
	[SIM_MAPPING_COHERENT] = "coherent",
	[SIM_MAPPING_NONCOHERENT] = "noncoherent",
	[SIM_MAPPING_NOSYNC] = "noncoherent-nosync",
	[SIM_MAPPING_WRITECOMBINE] = "writecombine",
};

int sim_mapping_from_name(const char *name, enum sim_mapping *ret_mapping)
{
	int mapping = match_string(sim_mapping_names, SIM_NR_MAPPINGS, name);

	if (mapping < 0)
		return mapping;
	*ret_mapping = mapping;

	return 0;
}

static ssize_t sim_mapping_read(struct file *file, char __user *to, size_t count, loff_t *pos)
{
	struct sim_chan *sc = file->private_data;
	char text[24];
	int len;

	len = scnprintf(text, sizeof(text), "%s\n",
			sim_mapping_names[READ_ONCE(sc->coherent.mapping)]);

	return simple_read_from_buffer(to, count, pos, text, len);
}

static ssize_t sim_mapping_write(struct file *file, const char __user *from, size_t count,
				 loff_t *pos)
{
	struct sim_chan *sc = file->private_data;
	enum sim_mapping mapping;
	char text[24] = "";
	int ret;

	if (count >= sizeof(text))
		return -EINVAL;
	if (copy_from_user(text, from, count))
		return -EFAULT;

	ret = sim_mapping_from_name(strim(text), &mapping);
	if (!ret)
		ret = sim_map_set(sc, mapping);

	return ret ?: count;
}

static const struct file_operations sim_mapping_fops = {
	.owner = THIS_MODULE,
	.open = simple_open,
	.read = sim_mapping_read,
	.write = sim_mapping_write,
	.llseek = default_llseek,
};

static int sim_blocks_show(struct seq_file *file, void *unused)
{
	sim_map_show(file, file->private);

	return 0;
}
DEFINE_SHOW_ATTRIBUTE(sim_blocks);

void sim_mapping_debugfs(struct sim_chan *sc, struct dentry *dir)
{
	debugfs_create_file("fileio_mapping", 0600, dir, sc, &sim_mapping_fops);
	debugfs_create_file("fileio_blocks", 0400, dir, sc, &sim_blocks_fops);
}
