/* sounder-taps.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-journal-watch.h"
#include "mcp-profile-journal.h"
#include "sounder-taps.h"

/**
 * SounderTaps:
 *
 * Makes a row of each journal that a tap writes, and follows it. The row stays when the tap ends,
 * until it is closed: what was seen is what one wants to look at then. The application owns this.
 */

struct _SounderTaps
{
  GObject             parent_instance;

  SounderServerModel *model;
  McpJournalWatch    *watch;
};

G_DEFINE_FINAL_TYPE (SounderTaps, sounder_taps, G_TYPE_OBJECT)

static void
found_cb (SounderTaps    *self,
          McpJournalInfo *info)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpJournal) journal = mcp_journal_open_spool (info->path, TRUE, &error);
  g_autoptr (McpProfile) profile = NULL;
  g_autoptr (McpSession) session = NULL;

  /* It may be gone again: nobody asked for it. */
  if (journal == NULL)
    {
      g_message ("%s", error->message);
      return;
    }

  profile = mcp_profile_new_for_recording (info->name, info->profile_json);
  session = mcp_session_new_recorded (profile, journal);
  sounder_server_set_tapped (sounder_server_model_add_recorded (self->model, session));
}

static void
sounder_taps_dispose (GObject *object)
{
  SounderTaps *self = SOUNDER_TAPS (object);

  g_clear_object (&self->watch);
  g_clear_object (&self->model);

  G_OBJECT_CLASS (sounder_taps_parent_class)->dispose (object);
}

static void
sounder_taps_class_init (SounderTapsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = sounder_taps_dispose;
}

static void
sounder_taps_init (SounderTaps *self)
{
}

SounderTaps *
sounder_taps_new (SounderServerModel *model)
{
  SounderTaps *self;

  g_return_val_if_fail (SOUNDER_IS_SERVER_MODEL (model), NULL);

  self = g_object_new (SOUNDER_TYPE_TAPS, NULL);
  self->model = g_object_ref (model);
  self->watch = mcp_journal_watch_new ("tap");
  g_signal_connect_object (self->watch, "found", G_CALLBACK (found_cb), self, G_CONNECT_SWAPPED);
  mcp_journal_watch_start (self->watch);

  return self;
}
