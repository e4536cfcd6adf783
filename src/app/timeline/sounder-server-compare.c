/* sounder-server-compare.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-baseline.h"
#include "mcp-drift.h"
#include "mcp-facts.h"
#include "mcp-summary.h"
#include "sounder-compat.h"
#include "sounder-copy.h"
#include "sounder-drift-view.h"
#include "sounder-server-compare.h"
#include "sounder-template.h"

/* One that can be compared with: a session, or what a file says. */
typedef struct
{
  char       *name;     /* safe to show */
  McpSession *session;  /* (nullable) */
  GBytes     *facts;    /* (nullable) of a file */
} Other;

struct _SounderServerCompare
{
  AdwWindow         parent_instance;

  char             *name;       /* of the server, safe to show */
  McpSession       *session;
  GPtrArray        *all;        /* of Other, as they stand in the drop-down */
  GListStore       *drifts;     /* of McpFinding */
  GCancellable     *comparing;  /* (nullable) */
  char             *heading;    /* (nullable) "A → B" */

  AdwWindowTitle   *title;
  GtkDropDown      *others;
  GtkToggleButton  *swap_button;
  GtkWidget        *copy_button;
  GtkLabel         *note;
  GtkStack         *stack;
  AdwStatusPage    *status;
  SounderDriftView *view;
};

G_DEFINE_FINAL_TYPE (SounderServerCompare, sounder_server_compare, ADW_TYPE_WINDOW)

static void
other_free (gpointer data)
{
  Other *other = data;

  g_free (other->name);
  g_clear_object (&other->session);
  g_clear_pointer (&other->facts, g_bytes_unref);
  g_free (other);
}

static GBytes *
snapshot (McpSession *session)
{
  char *facts = mcp_facts_dup (session);

  return g_bytes_new_take (facts, strlen (facts));
}

static void
show_status (SounderServerCompare *self,
             const char           *title,
             const char           *description)
{
  adw_status_page_set_title (self->status, title);
  adw_status_page_set_description (self->status, description);
  gtk_stack_set_visible_child_name (self->stack, "status");
  gtk_widget_set_sensitive (self->copy_button, FALSE);
}

/* A list that only one of them has must not look like no difference. */
static void
show_left_out (SounderServerCompare *self,
               GBytes               *before,
               GBytes               *after)
{
  g_autofree char *was = g_strndup (g_bytes_get_data (before, NULL), g_bytes_get_size (before));
  g_autofree char *is = g_strndup (g_bytes_get_data (after, NULL), g_bytes_get_size (after));
  g_auto (GStrv) names = mcp_drifts_left_out (was, is);
  g_autofree char *joined = g_strjoinv (", ", names);
  /* Translators: %s are names of the protocol: tools, prompts. */
  g_autofree char *text = g_strdup_printf (_("Not compared, as only one side has listed them: %s"), joined);

  gtk_label_set_text (self->note, text);
  gtk_widget_set_visible (GTK_WIDGET (self->note), names[0] != NULL);
}

static void
compared_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (SounderServerCompare) self = user_data;
  g_autoptr (GPtrArray) drifts = mcp_drifts_of_finish (result, NULL);

  /* Cancelled: there is something newer to compare, or nobody looks any more. */
  if (drifts == NULL)
    return;

  g_clear_object (&self->comparing);
  g_list_store_splice (self->drifts, 0, g_list_model_get_n_items (G_LIST_MODEL (self->drifts)), drifts->pdata,
                       drifts->len);
  if (drifts->len == 0)
    {
      show_status (self, _("No Differences"), _("Both offer the same. The order of lists and members does not count."));
      return;
    }

  gtk_stack_set_visible_child_name (self->stack, "drifts");
  gtk_widget_set_sensitive (self->copy_button, TRUE);
}

static void
compare (SounderServerCompare *self)
{
  guint selected = gtk_drop_down_get_selected (self->others);
  gboolean swapped = gtk_toggle_button_get_active (self->swap_button);
  Other *other = selected < self->all->len ? self->all->pdata[selected] : NULL;
  g_autoptr (GBytes) ours = NULL;
  g_autoptr (GBytes) theirs = NULL;
  GBytes *before, *after;

  if (other == NULL || mcp_session_get_server_json (self->session) == NULL)
    return;

  g_cancellable_cancel (self->comparing);
  g_clear_object (&self->comparing);
  g_list_store_remove_all (self->drifts);
  ours = snapshot (self->session);
  theirs = other->facts != NULL ? g_bytes_ref (other->facts) : snapshot (other->session);
  before = swapped ? ours : theirs;
  after = swapped ? theirs : ours;

  g_free (self->heading);
  self->heading = g_strdup_printf ("%s → %s", swapped ? self->name : other->name, swapped ? other->name : self->name);
  adw_window_title_set_subtitle (self->title, self->heading);
  show_left_out (self, before, after);
  sounder_drift_view_set_names (self->view, swapped ? self->name : other->name, swapped ? other->name : self->name);
  sounder_drift_view_set_sides (self->view, before, after);
  self->comparing = g_cancellable_new ();
  mcp_drifts_of_async (before, after, self->comparing, compared_cb, g_object_ref (self));
}

static void
selected_cb (SounderServerCompare *self)
{
  /* While the window is made there is nothing to compare yet. */
  if (self->session != NULL)
    compare (self);
}

static void
add_other (SounderServerCompare *self,
           const char           *name,
           McpSession           *session,
           GBytes               *facts)
{
  GtkStringList *names = GTK_STRING_LIST (gtk_drop_down_get_model (self->others));
  Other *other = g_new0 (Other, 1);

  other->name = mcp_format_label (name, FALSE);
  other->session = session != NULL ? g_object_ref (session) : NULL;
  other->facts = facts != NULL ? g_bytes_ref (facts) : NULL;
  g_ptr_array_add (self->all, other);
  gtk_string_list_append (names, other->name);
  gtk_widget_set_sensitive (GTK_WIDGET (self->others), TRUE);
  gtk_widget_set_sensitive (GTK_WIDGET (self->swap_button), TRUE);
}

/* --- A file --- */

static void
chosen_cb (GFile    *file,
           gpointer  user_data)
{
  g_autoptr (SounderServerCompare) self = user_data;
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;

  /* The window may be gone by now. */
  if (path != NULL && self->session != NULL)
    sounder_server_compare_open_file (self, path);
}

static void
file_cb (SounderServerCompare *self)
{
  sounder_compat_choose_file (GTK_WINDOW (self), _("Compare With a File"), SOUNDER_CHOOSE_OPEN, NULL, chosen_cb,
                              g_object_ref (self));
}

static void
copy_cb (SounderServerCompare *self)
{
  char *text = sounder_server_compare_dup_text (self);
  g_autoptr (GBytes) bytes = g_bytes_new_take (text, strlen (text));

  sounder_copy_bytes (GTK_WIDGET (self), bytes);
}

/* --- The window --- */

static void
sounder_server_compare_dispose (GObject *object)
{
  SounderServerCompare *self = SOUNDER_SERVER_COMPARE (object);

  g_cancellable_cancel (self->comparing);
  g_clear_object (&self->comparing);
  g_clear_object (&self->session);
  g_clear_object (&self->drifts);
  g_clear_pointer (&self->all, g_ptr_array_unref);
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->heading, g_free);

  G_OBJECT_CLASS (sounder_server_compare_parent_class)->dispose (object);
}

static gboolean
close_request (GtkWindow *window)
{
  SounderServerCompare *self = SOUNDER_SERVER_COMPARE (window);

  g_cancellable_cancel (self->comparing);

  return GTK_WINDOW_CLASS (sounder_server_compare_parent_class)->close_request (window);
}

static void
sounder_server_compare_class_init (SounderServerCompareClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sounder_server_compare_dispose;
  GTK_WINDOW_CLASS (klass)->close_request = close_request;

  g_type_ensure (SOUNDER_TYPE_DRIFT_VIEW);
  sounder_template_set (widget_class, "sounder-server-compare.ui");
  sounder_template_bind (widget_class, SounderServerCompare, title, others, swap_button,
                         copy_button, note, stack, status, view);
  sounder_template_connect (widget_class, compare, selected_cb, file_cb, copy_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
sounder_server_compare_init (SounderServerCompare *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  gtk_widget_init_template (GTK_WIDGET (self));
  self->all = g_ptr_array_new_with_free_func (other_free);
  self->drifts = g_list_store_new (MCP_TYPE_FINDING);
  gtk_drop_down_set_model (self->others, G_LIST_MODEL (names));
  gtk_widget_set_sensitive (GTK_WIDGET (self->others), FALSE);
  gtk_widget_set_sensitive (GTK_WIDGET (self->swap_button), FALSE);
  sounder_drift_view_set_drifts (self->view, G_LIST_MODEL (self->drifts));
}

static void
add_servers (SounderServerCompare *self,
             SounderServerModel   *servers,
             SounderServer        *server)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (servers)); i++)
    {
      g_autoptr (SounderServer) other = g_list_model_get_item (G_LIST_MODEL (servers), i);
      McpSession *session = sounder_server_peek_session (other);

      /* Of one that was never connected nothing is known. */
      if (other != server && session != NULL && mcp_session_get_server_json (session) != NULL)
        add_other (self, mcp_profile_get_name (sounder_server_get_profile (other)), session, NULL);
    }
}

/**
 * sounder_server_compare_present:
 * @parent: (nullable): what it stands above
 * @servers: all servers
 * @server: one of them, which has been connected or is a recording
 *
 * Compares a server with the first other one that has been connected, and lets another be chosen.
 *
 * Returns: (transfer none): the window
 */
GtkWindow *
sounder_server_compare_present (GtkWindow          *parent,
                                SounderServerModel *servers,
                                SounderServer      *server)
{
  SounderServerCompare *self;

  g_return_val_if_fail (SOUNDER_IS_SERVER_MODEL (servers), NULL);
  g_return_val_if_fail (SOUNDER_IS_SERVER (server), NULL);

  self = g_object_new (SOUNDER_TYPE_SERVER_COMPARE, "transient-for", parent, NULL);
  self->name = mcp_format_label (mcp_profile_get_name (sounder_server_get_profile (server)), FALSE);
  adw_window_title_set_subtitle (self->title, self->name);
  show_status (self, _("Nothing to Compare With"),
               _("Connect another server, open a recording, or choose a file that “sounder-cli check "
                 "--update-baseline” has written."));
  add_servers (self, servers, server);
  g_set_object (&self->session, sounder_server_get_session (server));
  if (mcp_session_get_server_json (self->session) == NULL)
    show_status (self, _("Not Connected Yet"), _("Of a server that was never connected nothing is known."));
  else
    compare (self);
  gtk_window_present (GTK_WINDOW (self));

  return GTK_WINDOW (self);
}

/**
 * sounder_server_compare_open_file:
 * @path: a file that `sounder-cli check --update-baseline` has written
 *
 * Compares with a file, or says why that is not possible.
 *
 * Returns: %FALSE if it is no such file
 */
gboolean
sounder_server_compare_open_file (SounderServerCompare *self,
                                  const char           *path)
{
  g_autofree char *base = g_path_get_basename (path);
  g_autoptr (GBytes) facts = NULL;
  g_autoptr (GError) error = NULL;
  char *text;

  g_return_val_if_fail (SOUNDER_IS_SERVER_COMPARE (self), FALSE);

  text = mcp_baseline_read (path, &error);
  if (text == NULL)
    {
      g_autofree char *escaped = g_markup_escape_text (error->message, -1);

      g_cancellable_cancel (self->comparing);
      show_status (self, _("The File Could Not Be Read"), escaped);
      return FALSE;
    }

  facts = g_bytes_new_take (text, strlen (text));
  add_other (self, base, NULL, facts);
  gtk_drop_down_set_selected (self->others, self->all->len - 1);
  /* The first one is selected by itself when it is added. */
  compare (self);

  return TRUE;
}

GListModel *
sounder_server_compare_get_drifts (SounderServerCompare *self)
{
  g_return_val_if_fail (SOUNDER_IS_SERVER_COMPARE (self), NULL);

  return G_LIST_MODEL (self->drifts);
}

/**
 * sounder_server_compare_dup_text:
 *
 * Puts the differences into words: a line with both names, and one for each.
 *
 * Returns: (transfer full): text of lines
 */
char *
sounder_server_compare_dup_text (SounderServerCompare *self)
{
  GString *text;

  g_return_val_if_fail (SOUNDER_IS_SERVER_COMPARE (self), NULL);

  text = g_string_new (NULL);
  g_string_append_printf (text, "%s\n", self->heading != NULL ? self->heading : self->name);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->drifts)); i++)
    {
      g_autoptr (McpFinding) finding = g_list_model_get_item (G_LIST_MODEL (self->drifts), i);

      g_string_append_printf (text, "%s: %s (%s)\n", mcp_severity_get_nick (mcp_finding_get_severity (finding)),
                              mcp_finding_get_message (finding), mcp_finding_get_rule (finding));
    }

  return g_string_free (text, FALSE);
}
