/* mcp-program-watch.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-program-files.h"
#include "mcp-program-watch.h"
#include "mcp-source.h"

/**
 * McpProgramWatch:
 *
 * Watches the files of a program that was started.
 *
 *   event → quiet for a while → looked at twice, the same → told
 *
 * A compiler removes its output, makes it anew, writes it in steps, closes it, and makes it
 * executable; an editor writes another file and renames it. What is told is the state after all
 * of that. A change that was taken back is none.
 */

/* So long after an event there is a look, and so long after that the one that has to agree. */
#define QUIET_MSEC   300
/* The file is still open for writing; GIO tells when it is closed, or has not grown for 2 s. */
#define WRITING_MSEC 2500

struct _McpProgramWatch
{
  GObject    parent_instance;

  GPtrArray *files;    /* (nullable): nothing is watched */
  GPtrArray *monitors; /* of GFileMonitor */
  char      *started;  /* what the files were when the program was started */
  guint      n_whole;  /* how many of them could be run then */
  char      *told;     /* what they were when it was last told */
  char      *seen;     /* (nullable): at the first look */
  GSource   *timer;
  gboolean   changed;
};

G_DEFINE_FINAL_TYPE (McpProgramWatch, mcp_program_watch, G_TYPE_OBJECT)

enum {
  PROP_0,
  PROP_CHANGED,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void look_later (McpProgramWatch *self,
                        guint            msec);

static void
tell (McpProgramWatch *self)
{
  g_free (self->told);
  self->told = g_steal_pointer (&self->seen);
  self->changed = !g_str_equal (self->told, self->started);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CHANGED]);
}

static gboolean
look_cb (gpointer data)
{
  McpProgramWatch *self = data;
  g_autofree char *now = mcp_program_files_dup_identity (self->files);
  gboolean still = g_strcmp0 (now, self->seen) == 0;

  g_clear_pointer (&self->timer, g_source_unref);
  if (!still)
    {
      g_free (self->seen);
      self->seen = g_steal_pointer (&now);
      look_later (self, QUIET_MSEC);
    }
  /* While something is missing there is nothing to start: the event of its coming follows. */
  else if (!g_str_equal (self->seen, self->told)
           && mcp_program_files_count_whole (self->files) >= self->n_whole)
    {
      tell (self);
    }

  return G_SOURCE_REMOVE;
}

static void
stop_looking (McpProgramWatch *self)
{
  mcp_source_clear (&self->timer);
}

static void
look_later (McpProgramWatch *self,
            guint            msec)
{
  stop_looking (self);
  self->timer = mcp_source_attach (g_timeout_source_new (msec), look_cb, self);
}

static void
event_cb (McpProgramWatch  *self,
          GFile            *file,
          GFile            *other,
          GFileMonitorEvent event)
{
  g_clear_pointer (&self->seen, g_free);
  look_later (self, event == G_FILE_MONITOR_EVENT_CHANGED ? WRITING_MSEC : QUIET_MSEC);
}

static void
add_monitor (McpProgramWatch *self,
             const char      *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  GFileMonitor *monitor = g_file_monitor_file (file, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);

  if (monitor == NULL)
    return;

  g_signal_connect_object (monitor, "changed", G_CALLBACK (event_cb), self, G_CONNECT_SWAPPED);
  g_ptr_array_add (self->monitors, monitor);
}

static void
mcp_program_watch_dispose (GObject *object)
{
  McpProgramWatch *self = MCP_PROGRAM_WATCH (object);

  mcp_program_watch_stop (self);
  g_clear_pointer (&self->monitors, g_ptr_array_unref);

  G_OBJECT_CLASS (mcp_program_watch_parent_class)->dispose (object);
}

static void
mcp_program_watch_get_property (GObject    *object,
                                guint       prop_id,
                                GValue     *value,
                                GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_CHANGED:
      g_value_set_boolean (value, mcp_program_watch_get_changed (MCP_PROGRAM_WATCH (object)));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
mcp_program_watch_class_init (McpProgramWatchClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = mcp_program_watch_dispose;
  object_class->get_property = mcp_program_watch_get_property;

  /**
   * McpProgramWatch:changed:
   *
   * Whether the files are others than those that were started. Also notified when they are others
   * once more.
   */
  properties[PROP_CHANGED] =
    g_param_spec_boolean ("changed", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);

  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
mcp_program_watch_init (McpProgramWatch *self)
{
  self->monitors = g_ptr_array_new_with_free_func (g_object_unref);
}

McpProgramWatch *
mcp_program_watch_new (void)
{
  return g_object_new (MCP_TYPE_PROGRAM_WATCH, NULL);
}

/**
 * mcp_program_watch_start:
 * @profile: of a program that is about to be started
 *
 * Watches the files of a program from now on, and no others. An address has none.
 */
void
mcp_program_watch_start (McpProgramWatch *self,
                         McpProfile      *profile)
{
  g_return_if_fail (MCP_IS_PROGRAM_WATCH (self));
  g_return_if_fail (MCP_IS_PROFILE (profile));

  mcp_program_watch_stop (self);
  self->files = mcp_program_files_list (profile);
  self->n_whole = mcp_program_files_count_whole (self->files);
  self->started = mcp_program_files_dup_identity (self->files);
  self->told = g_strdup (self->started);
  for (guint i = 0; i < self->files->len; i++)
    {
      const char *path = self->files->pdata[i];
      char *target = realpath (path, NULL);

      add_monitor (self, path);
      if (target != NULL && !g_str_equal (target, path))
        add_monitor (self, target);
      free (target);
    }
}

/* Watches nothing any more; nothing has changed then. */
void
mcp_program_watch_stop (McpProgramWatch *self)
{
  gboolean was_changed;

  g_return_if_fail (MCP_IS_PROGRAM_WATCH (self));

  was_changed = self->changed;
  stop_looking (self);
  g_ptr_array_set_size (self->monitors, 0);
  g_clear_pointer (&self->files, g_ptr_array_unref);
  g_clear_pointer (&self->started, g_free);
  g_clear_pointer (&self->told, g_free);
  g_clear_pointer (&self->seen, g_free);
  self->changed = FALSE;
  if (was_changed)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CHANGED]);
}

gboolean
mcp_program_watch_get_changed (McpProgramWatch *self)
{
  g_return_val_if_fail (MCP_IS_PROGRAM_WATCH (self), FALSE);

  return self->changed;
}
