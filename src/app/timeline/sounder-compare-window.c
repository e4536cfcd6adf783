/* sounder-compare-window.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-json.h"
#include "mcp-summary.h"
#include "sounder-compare-window.h"
#include "sounder-consent-dialog.h"
#include "sounder-focus.h"
#include "sounder-template.h"
#include "sounder-widgets.h"

/**
 * SounderCompareWindow:
 *
 * Opens two connections of its own, so that the one in the main window goes on
 * as it is. What each era found stands above in two columns, the differences
 * below. Those that the revisions themselves explain are shown when asked for.
 *
 * A tool can be called in both eras too. That does what the tool does, twice,
 * so it is only done when it was chosen.
 */

/* Of many differences the first say as much as all. */
#define MAX_ROWS 300
#define MAX_VALUE_BYTES 600

enum {
  LEGACY,
  MODERN,
  N_SIDES
};

struct _SounderCompareWindow
{
  AdwWindow        parent_instance;

  McpProfile      *profile;
  McpComparison   *comparison;  /* (nullable) */
  GCancellable    *cancellable; /* (nullable): while it runs */

  AdwWindowTitle  *title;
  GtkStringList   *tools;
  GtkDropDown     *tool;
  GtkEditable     *arguments;
  GtkLabel        *arguments_error;
  GtkWidget       *compare;
  GtkSpinner      *spinners[N_SIDES];
  GtkImage        *icons[N_SIDES];
  GtkLabel        *outcomes[N_SIDES];
  GtkLabel        *facts[N_SIDES];
  GtkLabel        *verdict;
  GtkCheckButton  *show_expected;
  GtkListBox      *list;
};

G_DEFINE_FINAL_TYPE (SounderCompareWindow, sounder_compare_window, ADW_TYPE_WINDOW)

static McpEra
era_of (guint side)
{
  return side == MODERN ? MCP_ERA_MODERN : MCP_ERA_LEGACY;
}

/* Pretty, or as much of it as has room. */
static char *
dup_value (const char *json)
{
  McpJsonPrint options = { .max_bytes = MAX_VALUE_BYTES, .max_string_bytes = MAX_VALUE_BYTES };
  g_autofree char *text = NULL;
  char *visible;

  if (json == NULL)
    return g_strdup ("—");

  text = mcp_json_pretty (json, strlen (json), &options, NULL);
  visible = mcp_format_label (text, TRUE);
  if (options.truncated)
    {
      char *longer = g_strconcat (visible, "\n…", NULL);

      g_free (visible);
      return longer;
    }

  return visible;
}

static const char *
kind_word (McpDifferenceKind kind)
{
  switch (kind)
    {
    case MCP_DIFFERENCE_ONLY_LEGACY:
      return _("only legacy");

    case MCP_DIFFERENCE_ONLY_MODERN:
      return _("only modern");

    case MCP_DIFFERENCE_VALUE:
    default:
      return _("different");
    }
}

static GtkWidget *
new_value (const char *json)
{
  g_autofree char *text = dup_value (json);
  GtkWidget *label = sounder_widgets_new_paragraph (text, json != NULL ? "mono" : "mono dim-label");

  gtk_label_set_selectable (GTK_LABEL (label), json != NULL);
  gtk_widget_set_valign (label, GTK_ALIGN_START);

  return label;
}

static GtkWidget *
new_row (const McpDifference *difference)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *values = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 18);
  GtkWidget *chip = gtk_label_new (kind_word (difference->kind));
  g_autofree char *visible = mcp_format_label (difference->path, FALSE);
  g_autofree char *spoken = g_strdup_printf ("%s, %s", visible, kind_word (difference->kind));
  GtkWidget *path = sounder_widgets_new_paragraph (visible, "heading");

  gtk_widget_set_hexpand (path, TRUE);
  gtk_widget_set_valign (chip, GTK_ALIGN_START);
  gtk_widget_add_css_class (chip, "tag");
  gtk_box_append (GTK_BOX (head), path);
  if (difference->is_expected)
    {
      GtkWidget *expected = gtk_label_new (_("of the revision"));

      gtk_widget_set_valign (expected, GTK_ALIGN_START);
      gtk_widget_add_css_class (expected, "tag");
      gtk_widget_add_css_class (expected, "dim-label");
      gtk_box_append (GTK_BOX (head), expected);
    }
  gtk_box_append (GTK_BOX (head), chip);

  gtk_box_set_homogeneous (GTK_BOX (values), TRUE);
  gtk_box_append (GTK_BOX (values), new_value (difference->legacy));
  gtk_box_append (GTK_BOX (values), new_value (difference->modern));

  gtk_widget_add_css_class (box, "field");
  gtk_box_append (GTK_BOX (box), head);
  gtk_box_append (GTK_BOX (box), values);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  sounder_widgets_set_spoken (row, spoken);

  return row;
}

static GtkWidget *
new_more_row (guint n_more)
{
  g_autofree char *text =
    g_strdup_printf (ngettext ("and %u more difference", "and %u more differences", n_more), n_more);
  GtkWidget *label = gtk_label_new (text);

  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (label, "field");

  return label;
}

static void
update_list (SounderCompareWindow *self)
{
  gboolean all = gtk_check_button_get_active (self->show_expected);
  GPtrArray *differences = self->comparison != NULL ? mcp_comparison_get_differences (self->comparison) : NULL;
  guint n_shown = 0;
  guint n_more = 0;

  sounder_widgets_remove_children (self->list);

  for (guint i = 0; differences != NULL && i < differences->len; i++)
    {
      const McpDifference *difference = differences->pdata[i];

      if (!all && difference->is_expected)
        continue;
      if (n_shown < MAX_ROWS)
        gtk_list_box_append (self->list, new_row (difference));
      else
        n_more++;
      n_shown++;
    }
  if (n_more > 0)
    gtk_list_box_append (self->list, new_more_row (n_more));
  gtk_widget_set_visible (GTK_WIDGET (self->list), n_shown > 0);
}

/* "2025-11-25 · Weather 2.4 · 3 tools, 1 resource, 0 prompts" */
static char *
dup_facts (McpSession *session,
           const char *facts)
{
  static const char *const lists[] = { "tools", "resources", "resourceTemplates", "prompts" };
  g_autofree char *version = mcp_json_lookup_string (facts, strlen (facts), "version");
  g_autofree char *name = mcp_session_lookup (session, "serverInfo.name");
  g_autofree char *server_version = mcp_session_lookup (session, "serverInfo.version");
  g_autoptr (GString) out = g_string_new (version);

  if (name != NULL)
    {
      g_autofree char *full = g_strjoin (" ", name, server_version, NULL);
      g_autofree char *visible = mcp_format_label (full, FALSE);

      g_string_append_printf (out, "\n%s", visible);
    }

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      McpSpan span;
      guint n = 0;

      if (mcp_json_lookup (facts, strlen (facts), lists[i], &span))
        n = mcp_json_count (facts + span.offset, span.length);
      g_string_append (out, i == 0 ? "\n" : " · ");
      if (i == 0)
        g_string_append_printf (out, ngettext ("%u tool", "%u tools", n), n);
      else if (i == 1)
        g_string_append_printf (out, ngettext ("%u resource", "%u resources", n), n);
      else if (i == 2)
        g_string_append_printf (out, ngettext ("%u template", "%u templates", n), n);
      else
        g_string_append_printf (out, ngettext ("%u prompt", "%u prompts", n), n);
    }

  return g_string_free (g_steal_pointer (&out), FALSE);
}

static void
update_side (SounderCompareWindow *self,
             guint                 side)
{
  McpSession *session = mcp_comparison_get_session (self->comparison, era_of (side));
  const GError *error = mcp_comparison_get_error (self->comparison, era_of (side));
  const char *facts = mcp_comparison_get_facts (self->comparison, era_of (side));
  gboolean running = self->cancellable != NULL && error == NULL && facts == NULL;
  g_autofree char *text = NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->spinners[side]), running);
  gtk_spinner_set_spinning (self->spinners[side], running);
  gtk_widget_set_visible (GTK_WIDGET (self->icons[side]), !running);
  gtk_image_set_from_icon_name (self->icons[side], error != NULL ? "dialog-error-symbolic"
                                                                 : "object-select-symbolic");
  gtk_label_set_text (self->outcomes[side], running         ? _("Connecting…")
                                            : error != NULL ? _("Could not connect")
                                                            : _("Connected"));
  if (error != NULL)
    text = mcp_format_label (error->message, TRUE);
  else if (facts != NULL)
    text = dup_facts (session, facts);
  gtk_label_set_text (self->facts[side], text != NULL ? text : "");
}

static char *
dup_verdict (SounderCompareWindow *self)
{
  guint n_all = mcp_comparison_get_differences (self->comparison)->len;
  guint n_surprises = mcp_comparison_count_surprises (self->comparison);
  g_autoptr (GString) out = g_string_new (NULL);

  if (self->cancellable != NULL)
    return g_strdup (_("Comparing…"));
  if (mcp_comparison_get_error (self->comparison, MCP_ERA_LEGACY) != NULL
      || mcp_comparison_get_error (self->comparison, MCP_ERA_MODERN) != NULL)
    return g_strdup (_("There is nothing to compare: not both eras could be connected to"));
  if (n_surprises == 0)
    g_string_append (out, _("The server is the same in both eras"));
  else
    g_string_append_printf (out, ngettext ("%u difference", "%u differences", n_surprises),
                            n_surprises);
  if (n_all > n_surprises)
    {
      g_string_append (out, " · ");
      g_string_append_printf (out,
                              ngettext ("%u more is of the revisions", "%u more are of the revisions",
                                        n_all - n_surprises),
                              n_all - n_surprises);
    }
  if (mcp_comparison_is_truncated (self->comparison))
    g_string_append_printf (out, " · %s", _("there are more"));

  return g_string_free (g_steal_pointer (&out), FALSE);
}

static void
update (SounderCompareWindow *self)
{
  g_autofree char *verdict = dup_verdict (self);

  for (guint i = 0; i < N_SIDES; i++)
    update_side (self, i);
  gtk_label_set_text (self->verdict, verdict);
  gtk_widget_set_sensitive (self->compare, self->cancellable == NULL);
  update_list (self);
}

static void
compared_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (SounderCompareWindow) self = SOUNDER_COMPARE_WINDOW (user_data);
  g_autoptr (GError) error = NULL;

  /* What went wrong stands in the column of its era. */
  mcp_comparison_run_finish (MCP_COMPARISON (source), result, &error);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)
      || self->comparison != MCP_COMPARISON (source))
    return;

  g_clear_object (&self->cancellable);
  update (self);
}

/* Arguments are a JSON object, or nothing; TRUE: they are. */
static gboolean
check_arguments (SounderCompareWindow *self)
{
  const char *text = gtk_editable_get_text (self->arguments);
  gboolean used = gtk_drop_down_get_selected (self->tool) > 0;
  gboolean good = !used || *text == '\0'
                  || (mcp_json_validate (text, -1, NULL)
                      && mcp_json_get_type (text, strlen (text)) == MCP_JSON_OBJECT);

  gtk_widget_set_sensitive (GTK_WIDGET (self->arguments), used);
  gtk_widget_set_visible (GTK_WIDGET (self->arguments_error), !good);
  sounder_widgets_set_class (self->arguments, "error", !good);
  gtk_widget_set_sensitive (self->compare, good && self->cancellable == NULL);

  return good;
}

static void
choice_changed_cb (SounderCompareWindow *self)
{
  check_arguments (self);
}

static void
compare (SounderCompareWindow *self)
{
  guint selected = gtk_drop_down_get_selected (self->tool);
  const char *arguments = gtk_editable_get_text (self->arguments);

  g_clear_object (&self->comparison);
  self->comparison = mcp_comparison_new (self->profile);
  if (selected > 0 && selected != GTK_INVALID_LIST_POSITION)
    mcp_comparison_set_tool (self->comparison, gtk_string_list_get_string (self->tools, selected),
                             *arguments != '\0' ? arguments : NULL);
  self->cancellable = g_cancellable_new ();
  mcp_comparison_run_async (self->comparison, self->cancellable, compared_cb, g_object_ref (self));
  update (self);
}

static void
agreed_cb (gboolean agreed,
           gpointer user_data)
{
  g_autoptr (SounderCompareWindow) self = SOUNDER_COMPARE_WINDOW (user_data);

  if (agreed && self->cancellable == NULL && self->profile != NULL && check_arguments (self))
    compare (self);
}

static void
compare_cb (SounderCompareWindow *self)
{
  if (self->cancellable == NULL && check_arguments (self))
    sounder_consent_ask (GTK_WINDOW (self), self->profile, agreed_cb, g_object_ref (self));
}

static void
expected_toggled_cb (SounderCompareWindow *self)
{
  update_list (self);
}

static gboolean
sounder_compare_window_close_request (GtkWindow *window)
{
  SounderCompareWindow *self = SOUNDER_COMPARE_WINDOW (window);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);

  return GTK_WINDOW_CLASS (sounder_compare_window_parent_class)->close_request (window);
}

static void
sounder_compare_window_dispose (GObject *object)
{
  SounderCompareWindow *self = SOUNDER_COMPARE_WINDOW (object);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->comparison);
  g_clear_object (&self->profile);

  G_OBJECT_CLASS (sounder_compare_window_parent_class)->dispose (object);
}

static void
bind_sides (GtkWidgetClass *widget_class)
{
  static const char *const names[N_SIDES] = { "legacy", "modern" };
  static const struct
  {
    const char *part;
    gssize offset;
  } parts[] = {
    { "spinner", G_STRUCT_OFFSET (SounderCompareWindow, spinners) },
    { "icon", G_STRUCT_OFFSET (SounderCompareWindow, icons) },
    { "outcome", G_STRUCT_OFFSET (SounderCompareWindow, outcomes) },
    { "facts", G_STRUCT_OFFSET (SounderCompareWindow, facts) },
  };

  for (guint i = 0; i < N_SIDES; i++)
    for (guint j = 0; j < G_N_ELEMENTS (parts); j++)
      {
        g_autofree char *id = g_strdup_printf ("%s_%s", names[i], parts[j].part);

        gtk_widget_class_bind_template_child_full (widget_class, id, FALSE,
                                                   parts[j].offset + i * sizeof (gpointer));
      }
}

static void
sounder_compare_window_class_init (SounderCompareWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sounder_compare_window_dispose;
  GTK_WINDOW_CLASS (klass)->close_request = sounder_compare_window_close_request;

  sounder_template_set (widget_class, "sounder-compare-window.ui");
  sounder_template_bind (widget_class, SounderCompareWindow, title, tools, tool, arguments,
                         arguments_error, compare, verdict, show_expected, list);
  bind_sides (widget_class);
  sounder_template_connect (widget_class, choice_changed_cb, compare_cb, expected_toggled_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
sounder_compare_window_init (SounderCompareWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  sounder_focus_install (GTK_WIDGET (self));
}

/* The tools that the connection in the main window knows. */
static void
load_tools (SounderCompareWindow *self,
            McpSession           *session)
{
  GListModel *tools = G_LIST_MODEL (mcp_session_get_catalog (session, MCP_CATALOG_TOOLS));

  for (guint i = 0; i < g_list_model_get_n_items (tools); i++)
    {
      g_autoptr (McpCatalogItem) item = g_list_model_get_item (tools, i);

      if (*mcp_catalog_item_get_name (item) != '\0')
        gtk_string_list_append (self->tools, mcp_catalog_item_get_name (item));
    }
}

/**
 * sounder_compare_window_new:
 *
 * Creates the window and begins to compare. It is not shown.
 *
 * Returns: (transfer none): a new window, owned by GTK
 */
SounderCompareWindow *
sounder_compare_window_new (SounderServer *server)
{
  SounderCompareWindow *self;
  g_autofree char *name = NULL;

  g_return_val_if_fail (SOUNDER_IS_SERVER (server), NULL);

  self = g_object_new (SOUNDER_TYPE_COMPARE_WINDOW, NULL);
  self->profile = g_object_ref (sounder_server_get_profile (server));
  name = mcp_format_label (mcp_profile_get_name (self->profile), FALSE);
  adw_window_title_set_subtitle (self->title, name);
  load_tools (self, sounder_server_get_session (server));
  compare_cb (self);

  return self;
}

McpComparison *
sounder_compare_window_get_comparison (SounderCompareWindow *self)
{
  g_return_val_if_fail (SOUNDER_IS_COMPARE_WINDOW (self), NULL);

  return self->comparison;
}

void
sounder_compare_window_present (GtkWindow     *parent,
                                SounderServer *server)
{
  SounderCompareWindow *self;

  g_return_if_fail (GTK_IS_WINDOW (parent));
  g_return_if_fail (SOUNDER_IS_SERVER (server));

  self = sounder_compare_window_new (server);
  gtk_window_set_transient_for (GTK_WINDOW (self), parent);
  gtk_window_present (GTK_WINDOW (self));
}
