/* sounder-save-test.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-summary.h"
#include "mcp-test-write.h"
#include "sounder-compat.h"
#include "sounder-save-test.h"
#include "sounder-template.h"

struct _SounderSaveTest
{
  AdwWindow       parent_instance;

  McpSession     *session;
  GArray         *serials;    /* of guint: requests */
  char           *path;       /* (nullable) */

  GtkWidget      *save_button;
  AdwEntryRow    *name_row;
  AdwActionRow   *file_row;
  GtkSwitch      *snapshot_switch;
  GtkLabel       *problem;
};

G_DEFINE_FINAL_TYPE (SounderSaveTest, sounder_save_test, ADW_TYPE_WINDOW)

enum {
  SIGNAL_SAVED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
update (SounderSaveTest *self)
{
  const char *name = gtk_editable_get_text (GTK_EDITABLE (self->name_row));

  gtk_widget_set_sensitive (self->save_button, self->path != NULL && (*name != '\0' || self->serials->len > 1));
  gtk_label_set_text (self->problem, "");
}

void
sounder_save_test_set_path (SounderSaveTest *self,
                            const char      *path)
{
  g_autofree char *visible = NULL;

  g_return_if_fail (SOUNDER_IS_SAVE_TEST (self));

  if (path != NULL)
    visible = mcp_format_label (path, FALSE);
  g_free (self->path);
  self->path = g_strdup (path);
  adw_action_row_set_subtitle (self->file_row, visible != NULL ? visible : _("None chosen yet"));
  update (self);
}

static void
chosen_cb (GFile    *file,
           gpointer  user_data)
{
  g_autoptr (SounderSaveTest) self = user_data;
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;

  /* The window may be gone by now. */
  if (path != NULL && self->session != NULL)
    sounder_save_test_set_path (self, path);
}

static void
open_cb (SounderSaveTest *self)
{
  sounder_compat_choose_file (GTK_WINDOW (self), _("Add to Tests"), SOUNDER_CHOOSE_OPEN, NULL, chosen_cb,
                              g_object_ref (self));
}

static void
new_cb (SounderSaveTest *self)
{
  sounder_compat_choose_file (GTK_WINDOW (self), _("New File of Tests"), SOUNDER_CHOOSE_SAVE, "tests.json", chosen_cb,
                              g_object_ref (self));
}

/* "tools/call echo": what a request is called until somebody says more. */
static char *
dup_name (SounderSaveTest *self,
          guint            serial)
{
  g_autoptr (McpRecord) record = mcp_journal_get_record (mcp_session_get_journal (self->session), serial);
  const char *name = record != NULL ? mcp_record_get_name (record) : NULL;
  const char *method = record != NULL ? mcp_record_get_method (record) : NULL;

  return g_strjoin (" ", method != NULL ? method : "", name, NULL);
}

static gboolean
save_one (SounderSaveTest *self,
          guint            serial,
          const char      *name,
          GError         **error)
{
  g_autofree char *test = mcp_test_dup_case (mcp_session_get_journal (self->session), serial, name,
                                             gtk_switch_get_active (self->snapshot_switch));

  if (test == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, _("“%s” is no request of ours"), name);
      return FALSE;
    }

  return mcp_test_file_add_case (self->path, test, error);
}

static void
save_cb (SounderSaveTest *self)
{
  for (guint i = 0; i < self->serials->len; i++)
    {
      guint serial = g_array_index (self->serials, guint, i);
      g_autofree char *name = self->serials->len > 1
                                ? dup_name (self, serial)
                                : g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->name_row)));
      g_autoptr (GError) error = NULL;

      if (!save_one (self, serial, name, &error))
        {
          g_autofree char *visible = mcp_format_label (error->message, TRUE);

          gtk_label_set_text (self->problem, visible);
          return;
        }
    }

  g_signal_emit (self, signals[SIGNAL_SAVED], 0, self->path);
  gtk_window_close (GTK_WINDOW (self));
}

static void
apply_cb (SounderSaveTest *self)
{
  if (gtk_widget_get_sensitive (self->save_button))
    save_cb (self);
}

static void
sounder_save_test_dispose (GObject *object)
{
  SounderSaveTest *self = SOUNDER_SAVE_TEST (object);

  g_clear_object (&self->session);
  g_clear_pointer (&self->serials, g_array_unref);
  g_clear_pointer (&self->path, g_free);

  G_OBJECT_CLASS (sounder_save_test_parent_class)->dispose (object);
}

static void
sounder_save_test_class_init (SounderSaveTestClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sounder_save_test_dispose;

  signals[SIGNAL_SAVED] = g_signal_new ("saved", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                        G_TYPE_NONE, 1, G_TYPE_STRING);

  sounder_template_set (widget_class, "sounder-save-test.ui");
  sounder_template_bind (widget_class, SounderSaveTest, save_button, name_row, file_row,
                         snapshot_switch, problem);
  sounder_template_connect (widget_class, save_cb, apply_cb, open_cb, new_cb, update);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
sounder_save_test_init (SounderSaveTest *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* Of a pair either half will do; what is no request of ours is left out. */
static GArray *
find_requests (McpJournal *journal,
               GArray     *serials)
{
  GArray *requests = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < serials->len; i++)
    {
      guint serial = g_array_index (serials, guint, i);
      g_autoptr (McpRecord) record = mcp_journal_get_record (journal, serial);
      gboolean is_new = TRUE;

      if (record == NULL)
        continue;
      if (mcp_record_get_direction (record) == MCP_DIRECTION_IN)
        serial = mcp_record_get_pair (record);
      else if (mcp_record_get_kind (record) != MCP_RECORD_REQUEST)
        continue;
      for (guint j = 0; j < requests->len; j++)
        is_new &= g_array_index (requests, guint, j) != serial;
      if (serial != 0 && is_new)
        g_array_append_val (requests, serial);
    }

  return requests;
}

/**
 * sounder_save_test_present:
 * @parent: what it stands above
 * @session: whose requests they are
 * @serials: (element-type guint): of requests, or of their answers
 * @path: (nullable): the file to add them to
 *
 * Asks how a request, or several, are to be kept as tests.
 *
 * Returns: (transfer none) (nullable): the window, owned by GTK; %NULL when there is no request of
 *   ours among @serials
 */
SounderSaveTest *
sounder_save_test_present (GtkWindow  *parent,
                           McpSession *session,
                           GArray     *serials,
                           const char *path)
{
  g_autoptr (GArray) requests = find_requests (mcp_session_get_journal (session), serials);
  SounderSaveTest *self;

  if (requests->len == 0)
    return NULL;

  self = g_object_new (SOUNDER_TYPE_SAVE_TEST, "transient-for", parent, NULL);
  self->session = g_object_ref (session);
  self->serials = g_steal_pointer (&requests);
  if (self->serials->len == 1)
    {
      g_autofree char *name = dup_name (self, g_array_index (self->serials, guint, 0));

      gtk_editable_set_text (GTK_EDITABLE (self->name_row), name);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->name_row), self->serials->len == 1);
  sounder_save_test_set_path (self, path);
  gtk_window_present (GTK_WINDOW (self));

  return self;
}
