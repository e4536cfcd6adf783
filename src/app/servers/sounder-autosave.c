/* sounder-autosave.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "mcp-error.h"
#include "mcp-recorder.h"
#include "mcp-session-secrets.h"
#include "sounder-autosave.h"
#include "sounder-recent.h"

/**
 * SounderAutosave:
 *
 * Records sessions live, each into a file of its own, from its first connection until its row
 * goes, the program ends or the profile no longer asks for it. A session goes on over
 * reconnections, and so does its file. Without the secrets that are known, as `--record` does;
 * those from the keyring become known before anything is sent. The application owns this.
 */

#define MAX_TRIES 1000

/* A session that is recorded. */
typedef struct
{
  McpSession  *session;
  McpRedactor *redactor;
  McpRecorder *recorder;   /* (nullable): before it has begun */
  char        *path;
} Recorded;

struct _SounderAutosave
{
  GObject             parent_instance;

  SounderServerModel *model;
  GHashTable         *recorded;  /* of SounderServer, strong, to Recorded */
};

G_DEFINE_FINAL_TYPE (SounderAutosave, sounder_autosave, G_TYPE_OBJECT)

enum {
  FAILED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
tell_secrets_cb (Recorded *recorded)
{
  mcp_session_tell_secrets (recorded->session, recorded->redactor);
}

static void
recorded_free (gpointer data)
{
  Recorded *recorded = data;

  g_signal_handlers_disconnect_by_data (mcp_session_get_journal (recorded->session), recorded);
  /* Writes what is left; an error was told when it happened. */
  if (recorded->recorder != NULL)
    {
      g_signal_handlers_disconnect_matched (recorded->recorder, G_SIGNAL_MATCH_ID,
                                            g_signal_lookup ("failed", MCP_TYPE_RECORDER), 0, NULL,
                                            NULL, NULL);
      mcp_session_tell_secrets (recorded->session, recorded->redactor);
      mcp_recorder_finish (recorded->recorder, NULL);
    }
  g_clear_object (&recorded->recorder);
  mcp_redactor_free (recorded->redactor);
  g_object_unref (recorded->session);
  g_free (recorded->path);
  g_free (recorded);
}

/* "weather-2026-11-22-071828.mcprec": a name for every file system, that is not taken. */
static char *
make_path (McpProfile *profile,
           const char *folder)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autofree char *stamp = g_date_time_format (now, "%Y-%m-%d-%H%M%S");
  g_autofree char *name = g_strdelimit (g_strdup (mcp_profile_get_name (profile)),
                                        "/\\:*?\"<>|\n\t", '-');

  if (*name == '.')
    *name = '-';
  for (guint i = 1; i < MAX_TRIES; i++)
    {
      g_autofree char *suffix = i > 1 ? g_strdup_printf ("-%u", i) : g_strdup ("");
      g_autofree char *base = g_strdup_printf ("%s-%s%s.mcprec", name, stamp, suffix);
      g_autofree char *path = g_build_filename (folder, base, NULL);

      if (!g_file_test (path, G_FILE_TEST_EXISTS))
        return g_steal_pointer (&path);
    }

  return g_build_filename (folder, "recording.mcprec", NULL);
}

static void
recorder_failed_cb (McpRecorder   *recorder,
                    const GError  *error,
                    SounderServer *server)
{
  SounderAutosave *self = g_object_get_data (G_OBJECT (recorder), "autosave");

  g_signal_emit (self, signals[FAILED], 0, server, error);
}

static gboolean
begin (SounderAutosave  *self,
       SounderServer    *server,
       Recorded         *recorded,
       GError          **error)
{
  McpProfile *profile = sounder_server_get_profile (server);
  McpJournal *journal = mcp_session_get_journal (recorded->session);
  g_autofree char *folder = mcp_profile_dup_record_folder (profile);
  g_autofree char *profile_json = mcp_profile_to_public_json (profile);
  g_autoptr (GFile) file = NULL;

  if (g_mkdir_with_parents (folder, 0700) != 0)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_STORAGE, _("Could not create the folder “%s”: %s"),
                   folder, g_strerror (errno));
      return FALSE;
    }

  /* Before the recorder's own handler, so that it knows what to take out when it writes. */
  mcp_session_tell_secrets (recorded->session, recorded->redactor);
  g_signal_connect_swapped (journal, "items-changed", G_CALLBACK (tell_secrets_cb), recorded);
  recorded->path = make_path (profile, folder);
  recorded->recorder = mcp_recorder_new (journal, recorded->path, profile_json,
                                         recorded->redactor, error);
  if (recorded->recorder == NULL)
    return FALSE;

  g_object_set_data (G_OBJECT (recorded->recorder), "autosave", self);
  g_signal_connect_object (recorded->recorder, "failed", G_CALLBACK (recorder_failed_cb), server,
                           0);
  file = g_file_new_for_path (recorded->path);
  sounder_recent_add (file);

  return TRUE;
}

static void
start (SounderAutosave *self,
       SounderServer   *server)
{
  Recorded *recorded = g_new0 (Recorded, 1);
  g_autoptr (GError) error = NULL;

  recorded->session = g_object_ref (sounder_server_get_session (server));
  recorded->redactor = mcp_redactor_new ();
  if (begin (self, server, recorded, &error))
    {
      g_hash_table_insert (self->recorded, g_object_ref (server), recorded);
      return;
    }

  recorded_free (recorded);
  g_signal_emit (self, signals[FAILED], 0, server, error);
}

/* With the first sign of a connection it begins; it ends as soon as nobody wants it. */
static void
follow_cb (SounderAutosave *self,
           GParamSpec      *pspec,
           SounderServer   *server)
{
  gboolean wanted = mcp_profile_get_settings (sounder_server_get_profile (server))->record
                    && !sounder_server_is_recorded (server);
  gboolean there = g_hash_table_contains (self->recorded, server);

  if (there && !wanted)
    g_hash_table_remove (self->recorded, server);
  else if (wanted && !there && sounder_server_get_status (server) == SOUNDER_STATUS_STARTING)
    start (self, server);
}

static gboolean
is_listed (SounderAutosave *self,
           SounderServer   *server)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->model)); i++)
    {
      g_autoptr (SounderServer) listed = g_list_model_get_item (G_LIST_MODEL (self->model), i);

      if (listed == server)
        return TRUE;
    }

  return FALSE;
}

static void
servers_changed_cb (SounderAutosave *self,
                    guint            position,
                    guint            n_removed,
                    guint            n_added)
{
  GHashTableIter iter;
  gpointer server;

  g_hash_table_iter_init (&iter, self->recorded);
  while (n_removed > 0 && g_hash_table_iter_next (&iter, &server, NULL))
    if (!is_listed (self, server))
      g_hash_table_iter_remove (&iter);
}

static void
sounder_autosave_dispose (GObject *object)
{
  SounderAutosave *self = SOUNDER_AUTOSAVE (object);

  g_clear_pointer (&self->recorded, g_hash_table_unref);
  g_clear_object (&self->model);

  G_OBJECT_CLASS (sounder_autosave_parent_class)->dispose (object);
}

static void
sounder_autosave_class_init (SounderAutosaveClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = sounder_autosave_dispose;

  /**
   * SounderAutosave::failed:
   * @self: the recorder of sessions
   * @server: whose session
   * @error: of %MCP_ERROR_STORAGE; names the file and the reason
   *
   * A session is not recorded, or no longer. What was written stays, and the session goes on.
   */
  signals[FAILED] =
    g_signal_new ("failed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 2, SOUNDER_TYPE_SERVER, G_TYPE_ERROR | G_SIGNAL_TYPE_STATIC_SCOPE);
}

static void
sounder_autosave_init (SounderAutosave *self)
{
  self->recorded = g_hash_table_new_full (NULL, NULL, g_object_unref, recorded_free);
}

/**
 * sounder_autosave_new:
 * @model: (transfer none): the servers
 *
 * Follows the servers, and records those that ask for it when they connect.
 *
 * Returns: (transfer full): a new object; recordings end with it
 */
SounderAutosave *
sounder_autosave_new (SounderServerModel *model)
{
  SounderAutosave *self;

  g_return_val_if_fail (SOUNDER_IS_SERVER_MODEL (model), NULL);

  self = g_object_new (SOUNDER_TYPE_AUTOSAVE, NULL);
  self->model = g_object_ref (model);
  g_signal_connect_object (model, "items-changed", G_CALLBACK (servers_changed_cb), self,
                           G_CONNECT_SWAPPED);
  sounder_server_model_follow (model, "notify::status", G_CALLBACK (follow_cb), self);
  /* The row says so whenever its profile changes. */
  sounder_server_model_follow (model, "notify::subtitle", G_CALLBACK (follow_cb), self);

  return self;
}

const char *
sounder_autosave_get_path (SounderAutosave *self,
                           SounderServer   *server)
{
  Recorded *recorded;

  g_return_val_if_fail (SOUNDER_IS_AUTOSAVE (self), NULL);

  recorded = g_hash_table_lookup (self->recorded, server);

  return recorded != NULL ? recorded->path : NULL;
}
