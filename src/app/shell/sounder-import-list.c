/* sounder-import-list.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-client-server.h"
#include "mcp-hash.h"
#include "mcp-host.h"
#include "mcp-match.h"
#include "mcp-summary.h"
#include "sounder-address.h"
#include "sounder-import-list.h"
#include "sounder-literal.h"
#include "sounder-template.h"

/**
 * SounderImportList:
 *
 * What stands in the files of other clients: by whom, what it would run, and whether it is saved. What is saved, and
 * what cannot be read, can be seen and not be ticked. Nothing is ticked by itself.
 */

struct _SounderImportList
{
  GtkBox          parent_instance;

  GPtrArray      *found;   /* of GPtrArray of McpClientServer: what each file has */
  guint           n_ticked;

  GtkSearchEntry *search;
  GtkWidget      *all;
  GtkListBox     *list;
  GtkLabel       *placeholder;
  GtkWidget      *sandbox;
  McpMatch       *match;    /* (nullable): what the filter asks for */
};

G_DEFINE_FINAL_TYPE (SounderImportList, sounder_import_list, GTK_TYPE_BOX)

enum {
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* What a row is about. */
typedef struct
{
  McpClientServer *server;   /* (nullable): a file that cannot be read */
  GtkWidget       *check;    /* (nullable) */
  char            *text;     /* for the filter */
} Row;

static void
row_free (gpointer data)
{
  Row *row = data;

  g_free (row->text);
  g_free (row);
}

static Row *
get_row (GtkWidget *widget)
{
  return g_object_get_data (G_OBJECT (widget), "sounder-row");
}

static GtkWidget *
new_label (const char *text,
           const char *css_class)
{
  g_autofree char *visible = mcp_format_visible (text, -1, FALSE);
  GtkWidget *label = gtk_label_new (visible);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  sounder_literal_show_whole (label, GTK_LABEL (label), visible);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);

  return label;
}

static void
count_cb (SounderImportList *self)
{
  guint n = 0;

  for (GtkWidget *w = gtk_widget_get_first_child (GTK_WIDGET (self->list)); w != NULL;
       w = gtk_widget_get_next_sibling (w))
    {
      Row *row = get_row (w);

      n += row != NULL && row->check != NULL && gtk_check_button_get_active (GTK_CHECK_BUTTON (row->check));
    }
  if (n == self->n_ticked)
    return;

  self->n_ticked = n;
  g_signal_emit (self, signals[CHANGED], 0);
}

static const char *
get_state (const McpClientServer *server,
           McpServerList         *list)
{
  McpClientMatch match = mcp_client_server_match (server, list, NULL);

  if (match == MCP_CLIENT_MATCH_SAME)
    return _("Saved");
  if (match == MCP_CLIENT_MATCH_CHANGED)
    /* Translators: of a server: one of the same name is saved, and differs. */
    return _("Differs from the saved one");

  return server->disabled ? _("Turned off there") : NULL;
}

static GtkWidget *
new_texts (const char *name,
           const char *client,
           const char *command,
           const char *state,
           gboolean    is_problem)
{
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  GtkWidget *first = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  GtkWidget *heading = new_label (name, "heading");

  gtk_box_append (GTK_BOX (first), heading);
  gtk_box_append (GTK_BOX (first), new_label (client, "dim-label"));
  if (state != NULL)
    {
      GtkWidget *label = new_label (state, "caption");

      gtk_widget_set_hexpand (label, TRUE);
      gtk_widget_set_halign (label, GTK_ALIGN_END);
      gtk_box_append (GTK_BOX (first), label);
    }
  gtk_box_append (GTK_BOX (texts), first);
  gtk_box_append (GTK_BOX (texts), new_label (command, is_problem ? "error" : "mono"));
  gtk_widget_set_hexpand (texts, TRUE);

  return texts;
}

/* Takes @texts. */
static void
add_row (SounderImportList *self,
         McpClientServer   *server,
         const char        *searched,
         GtkWidget         *texts,
         gboolean           can_be_ticked,
         const char        *label)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *widget = gtk_list_box_row_new ();
  Row *row = g_new0 (Row, 1);

  row->server = server;
  row->text = g_strdup (searched);
  row->check = gtk_check_button_new ();
  gtk_widget_set_valign (row->check, GTK_ALIGN_CENTER);
  gtk_widget_set_sensitive (row->check, can_be_ticked);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row->check), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  g_signal_connect_object (row->check, "toggled", G_CALLBACK (count_cb), self, G_CONNECT_SWAPPED);

  gtk_widget_add_css_class (box, "output");
  gtk_box_append (GTK_BOX (box), row->check);
  gtk_box_append (GTK_BOX (box), texts);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (widget), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (widget), can_be_ticked);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  g_object_set_data_full (G_OBJECT (widget), "sounder-row", row, row_free);
  gtk_list_box_append (self->list, widget);
}

static void
add_server (SounderImportList *self,
            McpClientServer   *server,
            const char        *client,
            McpServerList     *list)
{
  const char *state = server->profile != NULL ? get_state (server, list) : _("Cannot be read");
  g_autofree char *command = server->profile != NULL ? sounder_address_dup_profile (server->profile)
                                                     : mcp_client_server_dup_problem (server);
  g_autofree char *where = server->folder != NULL ? g_strdup_printf ("%s, %s", client, server->folder)
                                                  : g_strdup (client);
  g_autofree char *searched = g_strjoin (" ", server->name, where, command, NULL);
  g_autofree char *label = g_strdup_printf ("%s, %s", server->name, where);
  g_autofree char *valid = g_utf8_make_valid (searched, -1);
  gboolean is_saved = server->profile != NULL
                      && mcp_client_server_match (server, list, NULL) == MCP_CLIENT_MATCH_SAME;

  add_row (self, server, valid, new_texts (server->name, where, command, state, server->profile == NULL),
           server->profile != NULL && !is_saved, label);
}

static void
clear (SounderImportList *self)
{
  GtkWidget *child;

  while ((child = GTK_WIDGET (gtk_list_box_get_row_at_index (self->list, 0))) != NULL)
    gtk_list_box_remove (self->list, child);
  g_ptr_array_set_size (self->found, 0);
  count_cb (self);
}

static void
update_placeholder (SounderImportList *self)
{
  gboolean has_rows = gtk_list_box_get_row_at_index (self->list, 0) != NULL;

  gtk_label_set_text (self->placeholder, has_rows ? _("No server matches.")
                                                  : _("No file of another client has servers here."));
  gtk_widget_set_sensitive (self->all, has_rows);
  gtk_widget_set_sensitive (GTK_WIDGET (self->search), has_rows);
}

/* --- Filter and ticks --- */

static gboolean
is_shown (GtkListBoxRow *widget,
          gpointer       user_data)
{
  SounderImportList *self = user_data;
  Row *row = get_row (GTK_WIDGET (widget));

  return row == NULL
         || mcp_match_rank (self->match, (const char *[]) { row->text }, 1) != MCP_MATCH_NONE;
}

static void
filter_cb (SounderImportList *self)
{
  g_clear_pointer (&self->match, mcp_match_free);
  self->match = mcp_match_new (gtk_editable_get_text (GTK_EDITABLE (self->search)));
  gtk_list_box_invalidate_filter (self->list);
}

static void
select_all_cb (SounderImportList *self)
{
  for (GtkWidget *w = gtk_widget_get_first_child (GTK_WIDGET (self->list)); w != NULL;
       w = gtk_widget_get_next_sibling (w))
    {
      Row *row = get_row (w);

      if (row != NULL && gtk_widget_get_sensitive (row->check) && gtk_widget_get_child_visible (w))
        gtk_check_button_set_active (GTK_CHECK_BUTTON (row->check), TRUE);
    }
}

static void
activated_cb (SounderImportList *self,
              GtkListBoxRow     *widget)
{
  Row *row = get_row (GTK_WIDGET (widget));

  gtk_check_button_set_active (GTK_CHECK_BUTTON (row->check),
                               !gtk_check_button_get_active (GTK_CHECK_BUTTON (row->check)));
}

/* --- The class --- */

/* So that one can filter at once. */
static gboolean
sounder_import_list_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (SOUNDER_IMPORT_LIST (widget)->search));
}

static void
sounder_import_list_finalize (GObject *object)
{
  SounderImportList *self = SOUNDER_IMPORT_LIST (object);

  g_ptr_array_unref (self->found);
  g_clear_pointer (&self->match, mcp_match_free);

  G_OBJECT_CLASS (sounder_import_list_parent_class)->finalize (object);
}

static void
sounder_import_list_class_init (SounderImportListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->finalize = sounder_import_list_finalize;
  widget_class->grab_focus = sounder_import_list_grab_focus;

  /**
   * SounderImportList::changed:
   *
   * Another number of servers is ticked.
   */
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 0);

  sounder_template_set (widget_class, "sounder-import-list.ui");
  sounder_template_bind (widget_class, SounderImportList, search, all, list, placeholder, sandbox);
  sounder_template_connect (widget_class, filter_cb, select_all_cb, activated_cb);
}

static void
sounder_import_list_init (SounderImportList *self)
{
  self->found = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_list_box_set_filter_func (self->list, is_shown, self, NULL);
  gtk_widget_set_visible (self->sandbox, mcp_host_get_state () != MCP_HOST_NONE);
  update_placeholder (self);
}

/* How many rows it has. */
static guint
add_file (SounderImportList *self,
          McpServerList     *list,
          McpClientFile     *file)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *servers = mcp_client_file_read (file, &error);

  if (servers == NULL && g_error_matches (error, G_FILE_ERROR, G_FILE_ERROR_NOENT))
    return 0;
  if (servers == NULL)
    {
      g_autofree char *valid = g_utf8_make_valid (error->message, -1);

      add_row (self, NULL, file->client->name,
               new_texts (file->client->name, "", valid, _("Cannot be read"), TRUE), FALSE,
               file->client->name);
      return 1;
    }

  g_ptr_array_add (self->found, servers);
  for (guint i = 0; i < servers->len; i++)
    add_server (self, servers->pdata[i], file->client->name, list);

  return servers->len;
}

/**
 * sounder_import_list_look:
 * @folders: (element-type filename): where projects may be
 *
 * Looks into the files of the clients, of the user and of projects, and shows what is there.
 *
 * Returns: how many rows there are
 */
guint
sounder_import_list_look (SounderImportList *self,
                          McpServerList     *list,
                          GPtrArray         *folders)
{
  g_autoptr (GPtrArray) files = mcp_client_list_files (NULL);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, NULL);
  guint n_rows = 0;

  g_return_val_if_fail (SOUNDER_IS_IMPORT_LIST (self), 0);
  g_return_val_if_fail (MCP_IS_SERVER_LIST (list), 0);

  clear (self);
  for (guint i = 0; i < files->len; i++)
    {
      McpClientFile *file = files->pdata[i];

      g_hash_table_add (seen, g_strdup (file->path));
      n_rows += add_file (self, list, file);
    }
  for (guint i = 0; i < folders->len; i++)
    {
      g_autoptr (GPtrArray) there = mcp_client_list_project_files (folders->pdata[i]);

      for (guint k = 0; k < there->len; k++)
        if (g_hash_table_add (seen, g_strdup (((McpClientFile *) there->pdata[k])->path)))
          n_rows += add_file (self, list, there->pdata[k]);
    }
  update_placeholder (self);

  return n_rows;
}

/**
 * sounder_import_list_show_file:
 * @name: what to call the file
 * @servers: (element-type McpClientServer): what is in it
 *
 * Shows the servers of one file instead.
 */
void
sounder_import_list_show_file (SounderImportList *self,
                               McpServerList     *list,
                               const char        *name,
                               GPtrArray         *servers)
{
  g_return_if_fail (SOUNDER_IS_IMPORT_LIST (self));
  g_return_if_fail (MCP_IS_SERVER_LIST (list));
  g_return_if_fail (servers != NULL);

  clear (self);
  g_ptr_array_add (self->found, g_ptr_array_ref (servers));
  for (guint i = 0; i < servers->len; i++)
    add_server (self, servers->pdata[i], name, list);
  /* There is nothing to choose from. */
  if (servers->len == 1)
    select_all_cb (self);
  update_placeholder (self);
}

/**
 * sounder_import_list_dup_ticked:
 *
 * Returns: (transfer container) (element-type McpClientServer): those that are ticked, as long as @self shows them
 */
GPtrArray *
sounder_import_list_dup_ticked (SounderImportList *self)
{
  GPtrArray *ticked;

  g_return_val_if_fail (SOUNDER_IS_IMPORT_LIST (self), NULL);

  ticked = g_ptr_array_new ();
  for (GtkWidget *w = gtk_widget_get_first_child (GTK_WIDGET (self->list)); w != NULL;
       w = gtk_widget_get_next_sibling (w))
    {
      Row *row = get_row (w);

      if (row != NULL && row->server != NULL && gtk_check_button_get_active (GTK_CHECK_BUTTON (row->check)))
        g_ptr_array_add (ticked, row->server);
    }

  return ticked;
}

guint
sounder_import_list_get_n_ticked (SounderImportList *self)
{
  g_return_val_if_fail (SOUNDER_IS_IMPORT_LIST (self), 0);

  return self->n_ticked;
}
