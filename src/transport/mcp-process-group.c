/* mcp-process-group.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mcp-process-group.h"

/* How often all processes of the machine are looked through for those of one group. */
#define SCAN_USEC (10 * G_USEC_PER_SEC)
/* More of a group are not followed one by one. */
#define MAX_PIDS  1000

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

/* Adds a process to the sums, if it is one of the group that lives. */
static gboolean
add_process (int              proc_fd,
             const char      *name,
             GPid             group,
             McpProcessUsage *sum)
{
  ProcessStat stat;

  if (!read_stat (proc_fd, name, &stat) || stat.group != group || stat.state == 'Z'
      || stat.state == 'X')
    return FALSE;

  sum->n_processes++;
  sum->n_threads += stat.n_threads;
  sum->rss_bytes += (guint64) MAX (stat.rss_pages, 0) * sysconf (_SC_PAGESIZE);
  sum->cpu_usec += (gint64) (stat.cpu_ticks * G_USEC_PER_SEC / sysconf (_SC_CLK_TCK));

  return TRUE;
}

static guint
scan (int              proc_fd,
      DIR             *dir,
      GPid             group,
      GArray          *pids, /* (nullable): int, of those that live */
      McpProcessUsage *sum)
{
  struct dirent *entry;

  while ((entry = readdir (dir)) != NULL)
    {
      int pid;

      if (!g_ascii_isdigit (entry->d_name[0])
          || !add_process (proc_fd, entry->d_name, group, sum))
        continue;

      pid = atoi (entry->d_name);
      if (pids != NULL)
        g_array_append_val (pids, pid);
    }
  sum->time_usec = g_get_monotonic_time ();

  return sum->n_processes;
}

/**
 * mcp_process_group_read:
 * @group: a process group
 * @usage: (out) (optional): the sums over its processes; percentage and descriptors stay 0
 *
 * Reads /proc once for the living processes of a group. Takes a few milliseconds on a
 * machine with some hundred processes: see mcp_process_group_follow() for every second.
 *
 * Returns: how many processes of the group live, zombies not counted
 */
guint
mcp_process_group_read (GPid             group,
                        McpProcessUsage *usage)
{
  McpProcessUsage sum = { 0 };
  DIR *dir = opendir ("/proc");

  if (dir == NULL)
    return 0;

  scan (dirfd (dir), dir, group, NULL, &sum);
  closedir (dir);
  if (usage != NULL)
    *usage = sum;

  return sum.n_processes;
}

static gboolean
has_pid (GArray *pids,
         int     pid)
{
  for (guint i = 0; i < pids->len; i++)
    if (g_array_index (pids, int, i) == pid)
      return TRUE;

  return FALSE;
}

/* The children of the main thread, which is the one that starts programs in almost all of them.
 * Not every kernel tells; the next scan finds the rest. */
static void
add_children (int         proc_fd,
              const char *name,
              GArray     *pids)
{
  char path[64];
  char text[2048];
  char *rest = text;
  gssize n_read;
  int fd;

  g_snprintf (path, sizeof path, "%s/task/%s/children", name, name);
  fd = openat (proc_fd, path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return;

  n_read = read (fd, text, sizeof text - 1);
  close (fd);
  text[MAX (n_read, 0)] = '\0';

  while (pids->len < MAX_PIDS)
    {
      char *end;
      int pid = (int) strtol (rest, &end, 10);

      /* The last one may be cut. */
      if (end == rest || *end != ' ')
        return;
      if (!has_pid (pids, pid))
        g_array_append_val (pids, pid);
      rest = end;
    }
}

static guint
read_known (int              proc_fd,
            GPid             group,
            GArray          *pids,
            McpProcessUsage *sum)
{
  /* It grows meanwhile. */
  for (guint i = 0; i < pids->len;)
    {
      char name[16];

      g_snprintf (name, sizeof name, "%d", g_array_index (pids, int, i));
      if (add_process (proc_fd, name, group, sum))
        {
          add_children (proc_fd, name, pids);
          i++;
        }
      else
        {
          g_array_remove_index (pids, i);
        }
    }
  sum->time_usec = g_get_monotonic_time ();

  return sum->n_processes;
}

/* A walk through all processes takes milliseconds: in a worker. */
static void
scan_in_thread (GTask        *task,
                gpointer      source_object,
                gpointer      task_data,
                GCancellable *cancellable)
{
  const McpProcessGroupMembers *members = task_data;
  GArray *pids = g_array_new (FALSE, FALSE, sizeof (int));
  McpProcessUsage sum = { 0 };
  DIR *dir = opendir ("/proc");

  if (dir != NULL)
    {
      scan (dirfd (dir), dir, members->group, pids, &sum);
      closedir (dir);
    }
  g_task_return_pointer (task, pids, (GDestroyNotify) g_array_unref);
}

static void
scanned_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  McpProcessGroupMembers *members = g_task_get_task_data (G_TASK (result));
  g_autoptr (GArray) pids = g_task_propagate_pointer (G_TASK (result), NULL);

  members->scanning = FALSE;
  for (guint i = 0; i < pids->len && members->pids->len < MAX_PIDS; i++)
    if (!has_pid (members->pids, g_array_index (pids, int, i)))
      g_array_append_val (members->pids, g_array_index (pids, int, i));
}

static void
scan_if_due (McpProcessGroupMembers *members)
{
  g_autoptr (GTask) task = NULL;
  gint64 now_usec = g_get_monotonic_time ();

  if (members->scanning || now_usec - members->scanned_usec < SCAN_USEC)
    return;

  members->scanning = TRUE;
  members->scanned_usec = now_usec;
  task = g_task_new (NULL, NULL, scanned_cb, NULL);
  g_task_set_source_tag (task, scan_if_due);
  g_task_set_task_data (task, g_atomic_rc_box_acquire (members),
                        (GDestroyNotify) mcp_process_group_members_unref);
  g_task_run_in_thread (task, scan_in_thread);
}

/**
 * mcp_process_group_members_new:
 * @group: a process group whose leader lives
 *
 * Begins to follow a group: of its processes only the leader is known.
 *
 * Returns: (transfer full): members, for mcp_process_group_members_unref()
 */
McpProcessGroupMembers *
mcp_process_group_members_new (GPid group)
{
  McpProcessGroupMembers *self = g_atomic_rc_box_new0 (McpProcessGroupMembers);
  int leader = group;

  self->group = group;
  self->pids = g_array_new (FALSE, FALSE, sizeof (int));
  self->scanned_usec = g_get_monotonic_time ();
  g_array_append_val (self->pids, leader);

  return self;
}

static void
members_clear (gpointer data)
{
  McpProcessGroupMembers *self = data;

  g_array_unref (self->pids);
}

void
mcp_process_group_members_unref (McpProcessGroupMembers *self)
{
  g_atomic_rc_box_release_full (self, members_clear);
}

/**
 * mcp_process_group_follow:
 * @members: who is known to be in the group
 * @usage: (out): the sums over its processes; percentage and descriptors stay 0
 *
 * Does the same as mcp_process_group_read() for some ten microseconds a process, often: those that
 * are known and their children are read. A worker looks through the whole of /proc every ten
 * seconds, for those that have lost their parents.
 *
 * Returns: how many processes of the group live, zombies not counted
 */
guint
mcp_process_group_follow (McpProcessGroupMembers *members,
                          McpProcessUsage        *usage)
{
  DIR *dir = opendir ("/proc");

  *usage = (McpProcessUsage) { 0 };
  if (dir == NULL)
    return 0;

  read_known (dirfd (dir), members->group, members->pids, usage);
  /* All that were known are gone, and others live: once, for then they are known. */
  if (usage->n_processes == 0 && kill (-members->group, 0) == 0)
    scan (dirfd (dir), dir, members->group, members->pids, usage);
  closedir (dir);
  scan_if_due (members);

  return usage->n_processes;
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
  struct stat status;
  DIR *dir;

  g_snprintf (path, sizeof path, "/proc/%d/fd", (int) pid);
  /* Newer kernels tell the number as the size. */
  if (stat (path, &status) == 0 && status.st_size > 0)
    return (guint) status.st_size;

  dir = opendir (path);
  if (dir == NULL)
    return 0;

  while ((entry = readdir (dir)) != NULL)
    if (entry->d_name[0] != '.')
      n_fds++;
  closedir (dir);

  return n_fds;
}
