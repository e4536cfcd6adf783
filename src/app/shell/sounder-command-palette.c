/* sounder-command-palette.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-summary.h"
#include "sounder-command-palette.h"
#include "sounder-match.h"
#include "sounder-preferences.h"
#include "sounder-template.h"

/**
 * SounderCommandPalette:
 *
 * Finds what one wants by typing part of its name. Each word that is typed must
 * be somewhere in it, as it is shown or in English. Only the first matches are
 * drawn, so that a server with thousands of tools does not slow it down. What
 * cannot be done now stands last and says why.
 */

#define MAX_ROWS 60

typedef struct
{
  char          *title;  /* safe to show */
  char          *kind;   /* "Server", "Tool", or the keys of an action */
  char          *found_by; /* more that is searched */
  guint          rank;     /* how well it was found */
  guint          number;
  const char    *action; /* (nullable) of the window, or of the session view */
  GVariant      *target; /* (nullable) */
  SounderServer *server; /* (nullable) to select */
  const char    *reason; /* (nullable) why it cannot be done now */
} Entry;

struct _SounderCommandPalette
{
  AdwWindow       parent_instance;

  GPtrArray      *entries; /* of Entry */

  GtkSearchEntry *entry;
  GtkListBox     *list;
};

G_DEFINE_FINAL_TYPE (SounderCommandPalette, sounder_command_palette, ADW_TYPE_WINDOW)

static const struct
{
  const char *title;
  const char *action;
  const char *target; /* a string, or NULL */
  const char *keys;
} actions[] = {
  { N_("Connect or Disconnect"), "win.toggle-connection", NULL, "Ctrl+D" },
  { N_("Restart"), "session.restart", NULL, "Ctrl+R" },
  { N_("Refresh the Lists"), "session.refresh", NULL, "F5" },
  { N_("Show Overview"), "session.show-page", "overview", "Ctrl+1" },
  { N_("Show Tools"), "session.show-page", "tools", "Ctrl+2" },
  { N_("Show Resources"), "session.show-page", "resources", "Ctrl+3" },
  { N_("Show Prompts"), "session.show-page", "prompts", "Ctrl+4" },
  { N_("Show Skills"), "session.show-page", "skills", "Ctrl+5" },
  { N_("Show Tasks"), "session.show-page", "tasks", "Ctrl+6" },
  { N_("Show Timeline"), "session.show-page", "timeline", "Ctrl+7" },
  { N_("Show Health"), "session.show-page", "health", "Ctrl+8" },
  { N_("Show Console"), "session.show-page", "console", "Ctrl+9" },
  { N_("Fold or Unfold the Docked Timeline"), "win.toggle-dock", NULL, "Ctrl+J" },
  { N_("Show What the Server Asks"), "session.questions", "waiting", "Ctrl+E" },
  { N_("Show the Rules that Answer"), "session.questions", "rules", "" },
  { N_("Edit Roots"), "session.questions", "roots", "" },
  { N_("Review What Has Changed"), "session.review-changes", NULL, "" },
  { N_("Show Authorization"), "session.show-authorization", NULL, "" },
  { N_("Search in the Page"), "win.search", NULL, "Ctrl+F" },
  { N_("Show or Hide the List of Servers"), "win.toggle-sidebar", NULL, "F9" },
  { N_("Search Servers"), "win.search-servers", NULL, "Ctrl+Shift+F" },
  { N_("Add Server…"), "win.add-server", NULL, "Ctrl+N" },
  { N_("New Window"), "app.new-window", NULL, "Ctrl+Shift+N" },
  { N_("Import Servers…"), "win.import", NULL, "" },
  { N_("Find Servers in the Registry…"), "win.registry", NULL, "" },
  { N_("Try the Demo Server"), "win.try-demo", NULL, "" },
  { N_("Edit Server…"), "win.edit-server", NULL, "" },
  { N_("Duplicate Server"), "win.duplicate-server", NULL, "" },
  { N_("Put into Another Client…"), "win.export-to-client", NULL, "" },
  { N_("Ask Again Before It Runs"), "win.withdraw-consent", NULL, "" },
  { N_("Remove Server…"), "win.remove-server", NULL, "" },
  { N_("Copy Command or URL"), "win.copy-command", NULL, "" },
  { N_("Compose a Message…"), "win.compose", NULL, "" },
  { N_("Probe…"), "win.probe", NULL, "" },
  { N_("Load Test…"), "win.load", NULL, "" },
  { N_("Compare Eras…"), "win.compare-eras", NULL, "" },
  { N_("Compare With Another Server…"), "win.compare-with", NULL, "" },
  { N_("Tests…"), "win.tests", NULL, "" },
  { N_("Load Icons From the Network…"), "win.load-icons", NULL, "" },
  { N_("Open Recording…"), "win.open-recording", NULL, "Ctrl+O" },
  { N_("Save Recording…"), "win.save-recording", NULL, "Ctrl+S" },
  { N_("Export…"), "win.export", NULL, "" },
  { N_("Close Recording"), "win.close-recording", NULL, "" },
  { N_("Show All Servers"), "app.all-servers", NULL, "Ctrl+Shift+H" },
  { N_("Preferences"), "app.preferences", NULL, "Ctrl+," },
  { N_("Keyboard Shortcuts"), "app.shortcuts", NULL, "Ctrl+?" },
  { N_("Help"), "win.help", "", "F1" },
  { N_("Help on Filters"), "win.help", "filters", "" },
  { N_("Help on Health"), "win.help", "health", "" },
  { N_("Help on Questions and Rules"), "win.help", "answers", "" },
  { N_("Help on Signing In"), "win.help", "authorization", "" },
  { N_("Help on Connecting"), "win.help", "connection-doctor", "" },
  { N_("Help on Tests"), "win.help", "tests", "" },
  { N_("Help on Load Tests"), "win.help", "load", "" },
  { N_("About Sounder"), "app.about", NULL, "" },
  { N_("Quit"), "app.quit", NULL, "Ctrl+Q" },
};

static void
entry_free (Entry *entry)
{
  g_free (entry->title);
  g_free (entry->kind);
  g_free (entry->found_by);
  g_clear_pointer (&entry->target, g_variant_unref);
  g_clear_object (&entry->server);
  g_free (entry);
}

/* The English words are found as well: people know them from the protocol and from the papers. */
static Entry *
add_entry (SounderCommandPalette *self,
           const char            *title,
           const char            *kind,
           const char            *found_by)
{
  Entry *entry = g_new0 (Entry, 1);

  entry->title = mcp_format_label (title, FALSE);
  entry->kind = g_strdup (kind);
  entry->found_by = g_strdup (found_by);
  entry->number = self->entries->len;
  g_ptr_array_add (self->entries, entry);

  return entry;
}

/* GTK tells whether an action can be done only to what is bound to it. */
static gboolean
is_enabled (GtkWidget   *at,
            const Entry *entry)
{
  g_autoptr (GtkWidget) probe = g_object_ref_sink (gtk_button_new ());
  gboolean enabled;

  gtk_widget_set_parent (probe, at);
  gtk_actionable_set_action_target_value (GTK_ACTIONABLE (probe), entry->target);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (probe), entry->action);
  enabled = gtk_widget_get_sensitive (probe);
  gtk_widget_unparent (probe);

  return enabled;
}

/* Where actions are looked for: a window without a server has its own. */
static GtkWidget *
get_scope (SounderWindow *window)
{
  SounderSessionView *view = sounder_window_get_session_view (window);

  return view != NULL ? GTK_WIDGET (view) : GTK_WIDGET (window);
}

static const char *
get_reason (SounderWindow *window,
            const Entry   *entry)
{
  SounderServer *server = sounder_window_get_selected (window);
  gboolean needs_server = g_str_has_prefix (entry->action, "session.");

  if ((server != NULL || !needs_server) && is_enabled (get_scope (window), entry))
    return NULL;
  if (server == NULL)
    return _("No server is selected");
  if (sounder_server_is_recorded (server))
    return _("Not in a recording");

  return sounder_server_is_open (server) ? _("Not now") : _("Not connected");
}

static void
add_actions (SounderCommandPalette *self,
             SounderWindow         *window)
{
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      Entry *entry = add_entry (self, _(actions[i].title), actions[i].keys, actions[i].title);

      entry->action = actions[i].action;
      if (actions[i].target != NULL)
        entry->target = g_variant_ref_sink (g_variant_new_string (actions[i].target));
      entry->reason = get_reason (window, entry);
    }
}

static void
add_servers (SounderCommandPalette *self,
             SounderWindow         *window)
{
  GListModel *model = G_LIST_MODEL (sounder_window_get_model (window));

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (SounderServer) server = g_list_model_get_item (model, i);
      Entry *entry = add_entry (self, mcp_profile_get_name (sounder_server_get_profile (server)),
                                _("Server"), "Server");

      entry->server = g_object_ref (server);
    }
}

/* What the selected server offers. A title is found, too: it is what the lists show. */
static void
add_items (SounderCommandPalette *self,
           SounderWindow         *window)
{
  static const struct
  {
    McpCatalogKind  kind;
    const char     *word;
    const char     *action;
  } kinds[] = {
    { MCP_CATALOG_TOOLS, N_("Tool"), "session.show-tool" },
    { MCP_CATALOG_RESOURCES, N_("Resource"), "session.open-resource" },
    { MCP_CATALOG_TEMPLATES, N_("Resource template"), "session.show-template" },
    { MCP_CATALOG_PROMPTS, N_("Prompt"), "session.show-prompt" },
    { MCP_CATALOG_SKILLS, N_("Skill"), "session.show-skill" },
  };
  SounderServer *server = sounder_window_get_selected (window);
  McpSession *session = server != NULL ? sounder_server_peek_session (server) : NULL;

  for (guint kind = 0; session != NULL && kind < G_N_ELEMENTS (kinds); kind++)
    {
      GListModel *items = G_LIST_MODEL (mcp_session_get_catalog (session, kinds[kind].kind));

      for (guint i = 0; i < g_list_model_get_n_items (items); i++)
        {
          g_autoptr (McpCatalogItem) item = g_list_model_get_item (items, i);
          const char *uri = mcp_catalog_item_get_uri (item);
          const char *name = mcp_catalog_item_get_name (item);
          g_autofree char *found_by = g_strjoin (" ", kinds[kind].word, mcp_catalog_item_get_display_name (item),
                                                 uri, NULL);
          Entry *entry = add_entry (self, name, _(kinds[kind].word), found_by);

          entry->action = kinds[kind].action;
          entry->target = g_variant_ref_sink (g_variant_new_string (uri != NULL ? uri : name));
        }
    }
}

/* Each setting, by what its row says. */
static void
add_settings (SounderCommandPalette *self)
{
  guint n_settings;
  const SounderSettingRow *settings = sounder_preferences_get_rows (&n_settings);

  for (guint i = 0; i < n_settings; i++)
    {
      g_autofree char *found_by = g_strconcat ("Setting ", settings[i].title, NULL);
      Entry *entry = add_entry (self, _(settings[i].title), _("Setting"), found_by);

      entry->action = "app.show-setting";
      entry->target = g_variant_ref_sink (g_variant_new_string (settings[i].id));
    }
}

static int
compare_ranks (gconstpointer a,
               gconstpointer b)
{
  const Entry *one = *(Entry *const *) a;
  const Entry *other = *(Entry *const *) b;

  if (one->rank != other->rank)
    return one->rank < other->rank ? -1 : 1;

  return one->number < other->number ? -1 : 1;
}

static GtkWidget *
new_row (Entry          *entry,
         const McpMatch *match)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *title = gtk_label_new (entry->title);
  GtkWidget *kind = gtk_label_new (entry->reason != NULL ? entry->reason : entry->kind);

  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_label_set_ellipsize (GTK_LABEL (title), PANGO_ELLIPSIZE_END);
  sounder_match_mark (GTK_LABEL (title), match);
  gtk_widget_set_hexpand (title, TRUE);
  gtk_widget_add_css_class (kind, "dim-label");
  gtk_widget_add_css_class (kind, "caption");
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box), kind);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, entry->title,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  gtk_label_get_label (GTK_LABEL (kind)), -1);
  gtk_widget_set_sensitive (row, entry->reason == NULL);
  g_object_set_data (G_OBJECT (row), "entry", entry);

  return row;
}

/* Those that can be done, or those that cannot. Returns how many there are now. */
static guint
add_rows (SounderCommandPalette *self,
          GPtrArray             *found,
          const McpMatch        *match,
          gboolean               possible,
          guint                  n_rows)
{
  for (guint i = 0; i < found->len && n_rows < MAX_ROWS; i++)
    {
      Entry *entry = g_ptr_array_index (found, i);

      if ((entry->reason == NULL) != possible)
        continue;
      gtk_list_box_append (self->list, new_row (entry, match));
      n_rows++;
    }

  return n_rows;
}

/* At once, not a moment later as “search-changed”: Return must not run what an earlier text chose. */
static void
text_changed_cb (SounderCommandPalette *self)
{
  g_autoptr (McpMatch) match = mcp_match_new (gtk_editable_get_text (GTK_EDITABLE (self->entry)));
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  GtkWidget *row;
  guint n_possible;

  while ((row = GTK_WIDGET (gtk_list_box_get_row_at_index (self->list, 0))) != NULL)
    gtk_list_box_remove (self->list, row);

  for (guint i = 0; i < self->entries->len; i++)
    {
      Entry *entry = g_ptr_array_index (self->entries, i);
      const char *fields[] = { entry->title, entry->found_by, entry->kind };

      entry->rank = mcp_match_rank (match, fields, G_N_ELEMENTS (fields));
      if (entry->rank != MCP_MATCH_NONE)
        g_ptr_array_add (found, entry);
    }
  g_ptr_array_sort (found, compare_ranks);

  n_possible = add_rows (self, found, match, TRUE, 0);
  add_rows (self, found, match, FALSE, n_possible);

  if (n_possible > 0)
    gtk_list_box_select_row (self->list, gtk_list_box_get_row_at_index (self->list, 0));
}

static void
run (SounderCommandPalette *self,
     GtkListBoxRow         *row)
{
  SounderWindow *window = SOUNDER_WINDOW (gtk_window_get_transient_for (GTK_WINDOW (self)));
  Entry *entry = g_object_get_data (G_OBJECT (row), "entry");
  const char *action = entry->action;
  g_autoptr (GVariant) target = entry->target != NULL ? g_variant_ref (entry->target) : NULL;
  g_autoptr (SounderServer) server = entry->server != NULL ? g_object_ref (entry->server) : NULL;

  /* First: what is run may open a window of its own. */
  gtk_window_close (GTK_WINDOW (self));

  if (server != NULL)
    sounder_window_select (window, server);
  if (action != NULL)
    gtk_widget_activate_action_variant (get_scope (window), action, target);
}

static void
row_activated_cb (GtkListBox    *list,
                  GtkListBoxRow *row,
                  gpointer       user_data)
{
  run (SOUNDER_COMMAND_PALETTE (gtk_widget_get_root (GTK_WIDGET (list))), row);
}

static void
entry_activate_cb (SounderCommandPalette *self)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->list);

  if (row != NULL)
    run (self, row);
}

/* The list scrolls by itself only to what has the focus. */
static void
scroll_to (SounderCommandPalette *self,
           GtkWidget             *row)
{
  GtkAdjustment *adjustment = gtk_list_box_get_adjustment (self->list);
  graphene_rect_t bounds;

  if (adjustment != NULL && gtk_widget_compute_bounds (row, GTK_WIDGET (self->list), &bounds))
    gtk_adjustment_clamp_page (adjustment, bounds.origin.y, bounds.origin.y + bounds.size.height);
}

static void
move (SounderCommandPalette *self,
      int                    step)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->list);
  int index = row != NULL ? gtk_list_box_row_get_index (row) : -1;
  GtkListBoxRow *next = gtk_list_box_get_row_at_index (self->list, MAX (index + step, 0));

  if (next == NULL || !gtk_widget_get_sensitive (GTK_WIDGET (next)))
    return;

  gtk_list_box_select_row (self->list, next);
  scroll_to (self, GTK_WIDGET (next));
}

/* Up and down move the selection while the entry keeps the focus: before the window sees them,
 * which would move the focus. */
static gboolean
key_pressed_cb (SounderCommandPalette *self,
                guint                  keyval)
{
  switch (keyval)
    {
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      move (self, 1);
      return GDK_EVENT_STOP;
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      move (self, -1);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

static void
sounder_command_palette_finalize (GObject *object)
{
  SounderCommandPalette *self = SOUNDER_COMMAND_PALETTE (object);

  g_clear_pointer (&self->entries, g_ptr_array_unref);

  G_OBJECT_CLASS (sounder_command_palette_parent_class)->finalize (object);
}

static void
sounder_command_palette_class_init (SounderCommandPaletteClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->finalize = sounder_command_palette_finalize;

  sounder_template_set (widget_class, "sounder-command-palette.ui");
  sounder_template_bind (widget_class, SounderCommandPalette, entry, list);
  sounder_template_connect (widget_class, text_changed_cb, row_activated_cb, entry_activate_cb,
                            gtk_window_close);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
sounder_command_palette_init (SounderCommandPalette *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->entries = g_ptr_array_new_with_free_func ((GDestroyNotify) entry_free);
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}

SounderCommandPalette *
sounder_command_palette_new (SounderWindow *window)
{
  SounderCommandPalette *self;

  g_return_val_if_fail (SOUNDER_IS_WINDOW (window), NULL);

  self = g_object_new (SOUNDER_TYPE_COMMAND_PALETTE, "transient-for", window, NULL);
  add_actions (self, window);
  add_servers (self, window);
  add_items (self, window);
  add_settings (self);
  text_changed_cb (self);

  return self;
}

void
sounder_command_palette_present (SounderWindow *window)
{
  gtk_window_present (GTK_WINDOW (sounder_command_palette_new (window)));
}
