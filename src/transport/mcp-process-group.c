/* mcp-process-group.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-process-group"

#include "config.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "mcp-process-group.h"

/* The fields of /proc/PID/stat that we sum, see proc(5). */
typedef struct
{
  char    state;
  int     group;
  guint64 cpu_ticks;
  guint64 n_threads;
  gint64  rss_pages;
} ProcessStat;

static gboolean
parse_stat (const char  *text,
            ProcessStat *stat)
{
  guint64 user;
  guint64 system;
  gint64 children_user;
  gint64 children_system;
  /* The program's name is in parentheses and may hold spaces and parentheses of its own. */
  const char *rest = strrchr (text, ')');

  if (rest == NULL
      || sscanf (rest + 1,
                 " %c %*d %d %*d %*d %*d %*u %*u %*u %*u %*u"
                 " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT
                 " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT
                 " %*d %*d %" G_GUINT64_FORMAT " %*d %*u %*u %" G_GINT64_FORMAT,
                 &stat->state, &stat->group, &user, &system, &children_user, &children_system,
                 &stat->n_threads, &stat->rss_pages) != 8)
    return FALSE;

  /* With the time of the children it has waited for: else the sum drops when one ends. */
  stat->cpu_ticks = user + system + MAX (children_user, 0) + MAX (children_system, 0);

  return TRUE;
}

static gboolean
read_stat (int          proc_fd,
           const char  *name,
           ProcessStat *stat)
{
  char path[64];
  char text[1024];
  gssize n_read;
  int fd;

  g_snprintf (path, sizeof path, "%s/stat", name);
  fd = openat (proc_fd, path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return FALSE;

  n_read = read (fd, text, sizeof text - 1);
  close (fd);
  if (n_read <= 0)
    return FALSE;

  text[n_read] = '\0';

  return parse_stat (text, stat);
}

/**
 * mcp_process_group_read:
 * @group: a process group
 * @usage: (out) (optional): the sums over its processes; percentage and descriptors stay 0
 *
 * Reads /proc once for the living processes of a group. Takes a few milliseconds on a
 * machine with some hundred processes: for once in a second, not for each message.
 *
 * Returns: how many processes of the group live, zombies not counted
 */
guint
mcp_process_group_read (GPid             group,
                        McpProcessUsage *usage)
{
  McpProcessUsage sum = { 0 };
  guint64 cpu_ticks = 0;
  struct dirent *entry;
  DIR *dir = opendir ("/proc");

  if (dir == NULL)
    return 0;

  while ((entry = readdir (dir)) != NULL)
    {
      ProcessStat stat;

      if (!g_ascii_isdigit (entry->d_name[0])
          || !read_stat (dirfd (dir), entry->d_name, &stat)
          || stat.group != group || stat.state == 'Z' || stat.state == 'X')
        continue;

      sum.n_processes++;
      sum.n_threads += stat.n_threads;
      sum.rss_bytes += (guint64) MAX (stat.rss_pages, 0) * sysconf (_SC_PAGESIZE);
      cpu_ticks += stat.cpu_ticks;
    }
  closedir (dir);

  sum.time_usec = g_get_monotonic_time ();
  sum.cpu_usec = cpu_ticks * G_USEC_PER_SEC / sysconf (_SC_CLK_TCK);
  if (usage != NULL)
    *usage = sum;

  return sum.n_processes;
}

/**
 * mcp_process_group_count_fds:
 * @pid: a process
 *
 * Counts the open file descriptors of one process.
 *
 * Returns: their number; 0 when it may not be read
 */
guint
mcp_process_group_count_fds (GPid pid)
{
  char path[64];
  struct dirent *entry;
  guint n_fds = 0;
  DIR *dir;

  g_snprintf (path, sizeof path, "/proc/%d/fd", (int) pid);
  dir = opendir (path);
  if (dir == NULL)
    return 0;

  while ((entry = readdir (dir)) != NULL)
    if (entry->d_name[0] != '.')
      n_fds++;
  closedir (dir);

  return n_fds;
}
