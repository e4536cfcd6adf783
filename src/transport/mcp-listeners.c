/* mcp-listeners.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "mcp-listeners.h"

/*
 * A local server should listen on the loopback interface only (basic/transports, Security Warning).
 * What cannot be seen is not there: processes of other users, other network namespaces, such as
 * those of containers, and files that are longer than any machine needs them.
 */

#define MAX_PROCESSES   100000
#define MAX_DESCENDANTS 1000
#define MAX_FDS         10000
#define MAX_LINES       100000

/* A socket that listens, as a line of /proc/net/tcp has it. */
typedef struct
{
  guint    port;
  gboolean is_any;   /* on all interfaces */
  guint64  inode;
} Listener;

static const char * const tables[] = { "/proc/self/net/tcp", "/proc/self/net/tcp6" };

static void
read_table (const char *path,
            GArray     *listeners)
{
  FILE *file = fopen (path, "re");
  char line[512];

  if (file == NULL)
    return;

  for (guint i = 0; i < MAX_LINES && fgets (line, sizeof line, file) != NULL; i++)
    {
      char address[40];
      guint port;
      guint state;
      guint64 inode;
      Listener listener;

      /*
       * proc(5): number, local address:port, remote one, state, queues, timer, retransmits, user,
       * timeout, inode.
       */
      if (sscanf (line, " %*d: %39[0-9A-Fa-f]:%x %*[0-9A-Fa-f]:%*x %x %*x:%*x %*x:%*x %*x %*d %*d %" G_GUINT64_FORMAT,
                  address, &port, &state, &inode) != 4
          || state != 0x0a)
        continue;

      listener = (Listener) { port, strspn (address, "0") == strlen (address), inode };
      g_array_append_val (listeners, listener);
    }
  fclose (file);
}

static GArray *
read_listeners (void)
{
  GArray *listeners = g_array_new (FALSE, FALSE, sizeof (Listener));

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    read_table (tables[i], listeners);

  return listeners;
}

gboolean
mcp_listeners_has_port (guint port)
{
  g_autoptr (GArray) listeners = read_listeners ();
  gboolean found = FALSE;

  for (guint i = 0; i < listeners->len; i++)
    {
      const Listener *listener = &g_array_index (listeners, Listener, i);

      /* A socket of one interface goes before one of all: it may be somebody else's. */
      if (listener->port == port && !listener->is_any)
        return FALSE;
      found |= listener->port == port;
    }

  return found;
}

/* The parent of a process; 0 when it cannot be read. */
static int
read_parent (const char *name)
{
  g_autofree char *path = g_strdup_printf ("/proc/%s/stat", name);
  g_autofree char *text = NULL;
  const char *rest;
  int parent = 0;

  if (!g_file_get_contents (path, &text, NULL, NULL) || (rest = strrchr (text, ')')) == NULL
      || sscanf (rest + 1, " %*c %d", &parent) != 1)
    return 0;

  return parent;
}

/* All processes whose parents lead to @leader, and that one. */
static GArray *
find_descendants (int leader)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (int));
  g_autoptr (GHashTable) children = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  DIR *dir = opendir ("/proc");
  struct dirent *entry;

  g_array_append_val (found, leader);
  for (guint i = 0; dir != NULL && i < MAX_PROCESSES && (entry = readdir (dir)) != NULL; i++)
    {
      int pid = g_ascii_isdigit (entry->d_name[0]) ? atoi (entry->d_name) : 0;
      int parent = pid > 0 ? read_parent (entry->d_name) : 0;
      GArray *known = parent > 0 ? g_hash_table_lookup (children, GINT_TO_POINTER (parent)) : NULL;

      if (parent <= 0)
        continue;
      if (known == NULL)
        g_hash_table_insert (children, GINT_TO_POINTER (parent), known = g_array_new (FALSE, FALSE, sizeof (int)));
      g_array_append_val (known, pid);
    }
  if (dir != NULL)
    closedir (dir);

  /* It grows meanwhile. */
  for (guint i = 0; i < found->len && found->len < MAX_DESCENDANTS; i++)
    {
      GArray *next = g_hash_table_lookup (children, GINT_TO_POINTER (g_array_index (found, int, i)));

      if (next != NULL)
        g_array_append_vals (found, next->data, next->len);
    }

  return found;
}

/* Its sockets are of another table when it has a network of its own. */
static gboolean
shares_network (int pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/ns/net", pid);
  g_autofree char *its = g_file_read_link (path, NULL);
  g_autofree char *ours = g_file_read_link ("/proc/self/ns/net", NULL);

  return its != NULL && g_strcmp0 (its, ours) == 0;
}

static void
add_inodes (int         pid,
            GHashTable *inodes)
{
  g_autofree char *folder = g_strdup_printf ("/proc/%d/fd", pid);
  DIR *dir = opendir (folder);
  struct dirent *entry;

  for (guint i = 0; dir != NULL && i < MAX_FDS && (entry = readdir (dir)) != NULL; i++)
    {
      char target[64];
      gssize length = readlinkat (dirfd (dir), entry->d_name, target, sizeof target - 1);
      guint64 inode;

      target[MAX (length, 0)] = '\0';
      if (sscanf (target, "socket:[%" G_GUINT64_FORMAT "]", &inode) == 1)
        g_hash_table_add (inodes, g_memdup2 (&inode, sizeof inode));
    }
  if (dir != NULL)
    closedir (dir);
}

GArray *
mcp_listeners_find (GPid leader)
{
  GArray *ports = g_array_new (FALSE, FALSE, sizeof (guint16));
  g_autoptr (GHashTable) inodes = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autoptr (GArray) pids = find_descendants (leader);
  g_autoptr (GArray) listeners = NULL;

  for (guint i = 0; i < pids->len; i++)
    if (shares_network (g_array_index (pids, int, i)))
      add_inodes (g_array_index (pids, int, i), inodes);
  if (g_hash_table_size (inodes) == 0)
    return ports;

  listeners = read_listeners ();
  for (guint i = 0; i < listeners->len; i++)
    {
      const Listener *listener = &g_array_index (listeners, Listener, i);
      guint16 port = listener->port;

      if (listener->is_any && g_hash_table_contains (inodes, &listener->inode))
        g_array_append_val (ports, port);
    }

  return ports;
}
