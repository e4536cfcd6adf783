/* sounder-field-control.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-json.h"
#include "mcp-summary.h"
#include "sounder-field-control.h"
#include "sounder-field-picker.h"
#include "sounder-literal.h"
#include "sounder-text-field.h"
#include "sounder-widgets.h"

/*
 * The controls of fields. One file: each kind is a short function that makes it and one that follows its node, and all
 * stand on the same link.
 */

typedef struct _Link Link;
typedef void (*Follow) (Link *link);

/* A control, what it edits, and a guard: what it is told is no edit of its own. The widget owns it. */
struct _Link
{
  McpForm        *form;      /* keeps what the node is */
  McpFormNode    *node;
  const McpField *said;      /* (nullable): of the node when the control was made; NULL: of all that it may become */
  GtkWidget      *widget;
  Follow          follow;    /* shows what the node is */
  gulong          changed_id;
  gboolean        following;
  GPtrArray      *buttons;   /* of a boolean: GtkToggleButton; of a list: GtkCheckButton */
  const char     *json[4];   /* of a boolean: what its buttons stand for; NULL: absent */
  guint           n_options; /* of an option: first what comes before the options */
};

static void
link_free (gpointer data)
{
  Link *link = data;

  g_clear_signal_handler (&link->changed_id, link->node);
  g_clear_object (&link->node);
  g_clear_object (&link->form);
  g_clear_pointer (&link->buttons, g_ptr_array_unref);
  g_free (link);
}

static Link *
link_new (GtkWidget   *widget,
          McpFormNode *node)
{
  Link *link = g_new0 (Link, 1);

  link->form = g_object_ref (mcp_form_node_get_form (node));
  link->node = g_object_ref (node);
  link->said = mcp_form_node_get_field (node);
  link->widget = widget;
  g_object_set_data_full (G_OBJECT (widget), "sounder-link", link, link_free);

  return link;
}

static void
changed_cb (Link *link)
{
  /* Another control is being made for what the node is now. */
  if ((link->said != NULL && mcp_form_node_get_field (link->node) != link->said)
      || mcp_form_node_get_form (link->node) == NULL)
    return;

  link->following = TRUE;
  link->follow (link);
  link->following = FALSE;
}

static void
link_follow (Link   *link,
             Follow  follow)
{
  link->follow = follow;
  link->changed_id = g_signal_connect_swapped (link->node, "changed", G_CALLBACK (changed_cb), link);
  changed_cb (link);
}

/* Whether it cannot be absent. */
static gboolean
must_be (McpFormNode *node)
{
  return mcp_form_node_is_required (node) || mcp_form_node_is_element (node) || mcp_form_node_is_other (node);
}

static const char *
shown_text (Link *link)
{
  return mcp_form_node_get_state (link->node) == MCP_FORM_VALUE
           ? mcp_form_node_get_text (link->node)
           : "";
}

/* Text of one line, and numbers. */

static void
entry_changed_cb (Link *link)
{
  if (!link->following)
    mcp_form_node_set_text (link->node, gtk_editable_get_text (GTK_EDITABLE (link->widget)));
}

static void
follow_entry (Link *link)
{
  GtkEntry *entry = GTK_ENTRY (link->widget);
  McpFormState state = mcp_form_node_get_state (link->node);
  gboolean required = must_be (link->node);
  const char *text = shown_text (link);

  /* Else the cursor would jump while somebody types. */
  if (g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (entry)), text) != 0)
    gtk_editable_set_text (GTK_EDITABLE (entry), text);
  gtk_entry_set_placeholder_text (entry, state == MCP_FORM_NULL     ? _("null")
                                         : state == MCP_FORM_ABSENT && !required ? _("absent")
                                                                            : NULL);
}

static Link *
new_entry (McpFormNode *node,
           int          width_chars)
{
  GtkWidget *entry = gtk_entry_new ();
  Link *link = link_new (entry, node);

  gtk_editable_set_width_chars (GTK_EDITABLE (entry), width_chars);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (entry), 24);
  g_signal_connect_swapped (entry, "changed", G_CALLBACK (entry_changed_cb), link);
  link_follow (link, follow_entry);

  return link;
}

static void
step_up_cb (Link *link)
{
  mcp_form_node_step (link->node, TRUE);
}

static void
step_down_cb (Link *link)
{
  mcp_form_node_step (link->node, FALSE);
}

static gboolean
step_key_cb (Link            *link,
             guint            keyval,
             guint            keycode,
             GdkModifierType  modifiers)
{
  if ((keyval != GDK_KEY_Up && keyval != GDK_KEY_Down)
      || (modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return FALSE;

  mcp_form_node_step (link->node, keyval == GDK_KEY_Up);

  return TRUE;
}

static GtkWidget *
new_step_button (Link       *link,
                 const char *name,
                 gboolean    up)
{
  GtkWidget *button =
    gtk_button_new_from_icon_name (up ? "list-add-symbolic" : "list-remove-symbolic");
  /* Translators: the name of an argument. */
  g_autofree char *label = g_strdup_printf (up ? _("Increase %s") : _("Decrease %s"), name);

  sounder_literal_show_whole (button, NULL, up ? _("Increase") : _("Decrease"));
  /* Tab goes from field to field; in the entry the arrow keys do the same. */
  gtk_widget_set_focusable (button, FALSE);
  sounder_widgets_set_spoken (button, label);
  g_signal_connect_swapped (button, "clicked", up ? G_CALLBACK (step_up_cb) : G_CALLBACK (step_down_cb), link);

  return button;
}

/* Not a spin button: the digits go out as they were typed. */
static GtkWidget *
new_number (McpFormNode *node,
            const char  *name)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  Link *link = new_entry (node, 8);
  GtkWidget *entry = link->widget;
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_widget_add_css_class (box, "linked");
  gtk_widget_add_css_class (entry, "numeric");
  gtk_editable_set_max_width_chars (GTK_EDITABLE (entry), 10);
  gtk_entry_set_input_purpose (GTK_ENTRY (entry), GTK_INPUT_PURPOSE_NUMBER);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (step_key_cb), link);
  gtk_widget_add_controller (entry, keys);

  sounder_widgets_set_spoken (entry, name);
  gtk_box_append (GTK_BOX (box), entry);
  gtk_box_append (GTK_BOX (box), new_step_button (link, name, FALSE));
  gtk_box_append (GTK_BOX (box), new_step_button (link, name, TRUE));

  return box;
}

/* Text of many lines, and JSON for this part alone. */

static void
buffer_changed_cb (Link          *link,
                   GtkTextBuffer *buffer)
{
  g_autofree char *text = NULL;

  if (link->following)
    return;

  g_object_get (buffer, "text", &text, NULL);
  mcp_form_node_set_text (link->node, text);
}

static void
follow_text (Link *link)
{
  GtkWidget *view = gtk_scrolled_window_get_child (GTK_SCROLLED_WINDOW (link->widget));
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (view));
  g_autofree char *text = NULL;

  g_object_get (buffer, "text", &text, NULL);
  if (g_strcmp0 (text, shown_text (link)) != 0)
    gtk_text_buffer_set_text (buffer, shown_text (link), -1);
}

static GtkWidget *
new_text (McpFormNode *node,
          const char  *name,
          gboolean     monospace)
{
  GtkTextBuffer *buffer;
  GtkWidget *window = sounder_text_field_new (name, monospace, &buffer);
  Link *link = link_new (window, node);

  g_signal_connect_swapped (buffer, "changed", G_CALLBACK (buffer_changed_cb), link);
  link_follow (link, follow_text);

  return window;
}

/* Absent, true, false and null as buttons. */

static void
choice_toggled_cb (Link            *link,
                   GtkToggleButton *button)
{
  guint i;

  if (link->following || !gtk_toggle_button_get_active (button) || !g_ptr_array_find (link->buttons, button, &i))
    return;

  if (link->json[i] == NULL)
    mcp_form_node_set_state (link->node, MCP_FORM_ABSENT);
  else
    mcp_form_node_set_json (link->node, link->json[i]);
}

static void
follow_boolean (Link *link)
{
  g_autofree char *json = mcp_form_node_dup_json (link->node);

  for (guint i = 0; i < link->buttons->len; i++)
    gtk_toggle_button_set_active (link->buttons->pdata[i], g_strcmp0 (link->json[i], json) == 0);
}

static void
add_choice (Link       *link,
            const char *label,
            const char *json)
{
  GtkWidget *button = gtk_toggle_button_new_with_label (label);

  g_assert (link->buttons->len < G_N_ELEMENTS (link->json));
  link->json[link->buttons->len] = json;
  if (link->buttons->len > 0)
    gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (button), link->buttons->pdata[0]);
  g_ptr_array_add (link->buttons, g_object_ref (button));
  g_signal_connect_swapped (button, "toggled", G_CALLBACK (choice_toggled_cb), link);
  gtk_box_append (GTK_BOX (link->widget), button);
}

static GtkWidget *
new_boolean (McpFormNode *node)
{
  /* A group, so that it may have the name of the argument. */
  GtkWidget *box = g_object_new (GTK_TYPE_BOX, "accessible-role", GTK_ACCESSIBLE_ROLE_GROUP, NULL);
  Link *link = link_new (box, node);

  gtk_widget_add_css_class (box, "linked");
  link->buttons = g_ptr_array_new_with_free_func (g_object_unref);
  if (!must_be (node))
    add_choice (link, _("Absent"), NULL);
  add_choice (link, C_("boolean", "True"), "true");
  add_choice (link, C_("boolean", "False"), "false");
  if (mcp_form_node_is_nullable (node))
    add_choice (link, _("Null"), "null");
  link_follow (link, follow_boolean);

  return box;
}

/* One of several values. */

static guint
n_before_options (McpFormNode *node)
{
  return !must_be (node) + mcp_form_node_is_nullable (node);
}

static void
option_selected_cb (Link *link)
{
  const McpField *said = link->said;
  guint selected = gtk_drop_down_get_selected (GTK_DROP_DOWN (link->widget));
  guint before = n_before_options (link->node);

  if (link->following || selected == GTK_INVALID_LIST_POSITION)
    return;

  if (selected >= before && selected - before < g_strv_length (said->enum_json))
    mcp_form_node_set_json (link->node, said->enum_json[selected - before]);
  else if (selected < before)
    mcp_form_node_set_state (link->node,
                                 !must_be (link->node) && selected == 0 ? MCP_FORM_ABSENT
                                                                  : MCP_FORM_NULL);
}

static void
follow_option (Link *link)
{
  GtkDropDown *drop_down = GTK_DROP_DOWN (link->widget);
  GtkStringList *labels = GTK_STRING_LIST (gtk_drop_down_get_model (drop_down));
  const McpField *said = link->said;
  McpFormState state = mcp_form_node_get_state (link->node);
  g_autofree char *json = mcp_form_node_dup_json (link->node);
  guint before = n_before_options (link->node);
  guint selected = GTK_INVALID_LIST_POSITION;

  /* A value outside the options is shown as an extra row at the end, while it lasts. */
  while (g_list_model_get_n_items (G_LIST_MODEL (labels)) > link->n_options)
    gtk_string_list_remove (labels, link->n_options);

  if (state == MCP_FORM_ABSENT)
    selected = must_be (link->node) ? GTK_INVALID_LIST_POSITION : 0;
  else if (state == MCP_FORM_NULL && mcp_form_node_is_nullable (link->node))
    selected = !must_be (link->node);
  else
    for (guint i = 0; said->enum_json[i] != NULL; i++)
      if (g_strcmp0 (said->enum_json[i], json) == 0)
        selected = before + i;

  if (selected == GTK_INVALID_LIST_POSITION && json != NULL)
    {
      g_autofree char *visible = mcp_format_label (json, FALSE);

      gtk_string_list_append (labels, visible);
      selected = link->n_options;
    }
  gtk_drop_down_set_selected (drop_down, selected);
}

static void
option_set_up_cb (GtkSignalListItemFactory *factory,
                  GtkListItem              *item,
                  gpointer                  user_data)
{
  gtk_list_item_set_child (item, sounder_widgets_new_line (NULL, NULL));
}

static void
option_bind_cb (GtkSignalListItemFactory *factory,
                GtkListItem              *item,
                gpointer                  user_data)
{
  gtk_label_set_text (GTK_LABEL (gtk_list_item_get_child (item)),
                      gtk_string_object_get_string (gtk_list_item_get_item (item)));
}

/* What is chosen is cut where there is no room for it; the list shows all of it. */
static void
let_option_shrink (GtkDropDown *drop_down)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (option_set_up_cb), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (option_bind_cb), NULL);
  gtk_drop_down_set_list_factory (drop_down, gtk_drop_down_get_factory (drop_down));
  gtk_drop_down_set_factory (drop_down, factory);
}

/* What comes before the options. */
static GtkStringList *
new_labels (McpFormNode *node)
{
  GtkStringList *labels = gtk_string_list_new (NULL);

  if (!must_be (node))
    gtk_string_list_append (labels, _("Absent"));
  if (mcp_form_node_is_nullable (node))
    gtk_string_list_append (labels, _("Null"));

  return labels;
}

static void
append_label (GtkStringList *labels,
              const char    *text)
{
  g_autofree char *visible = mcp_format_label (text, FALSE);

  gtk_string_list_append (labels, visible);
}

/* @said: (nullable): as in the link */
static GtkWidget *
new_drop_down (McpFormNode    *node,
               const McpField *said,
               GtkStringList  *labels,
               Follow          follow,
               GCallback       selected)
{
  GtkWidget *drop_down = gtk_drop_down_new (G_LIST_MODEL (g_object_ref (labels)), NULL);
  Link *link = link_new (drop_down, node);

  link->said = said;
  let_option_shrink (GTK_DROP_DOWN (drop_down));
  link->n_options = g_list_model_get_n_items (G_LIST_MODEL (labels));
  gtk_drop_down_set_enable_search (GTK_DROP_DOWN (drop_down), link->n_options > 12);
  g_signal_connect_swapped (drop_down, "notify::selected", selected, link);
  link_follow (link, follow);

  return drop_down;
}

static GtkWidget *
new_option (McpFormNode    *node,
            const McpField *said)
{
  g_autoptr (GtkStringList) labels = new_labels (node);

  for (guint i = 0; said->enum_labels[i] != NULL; i++)
    append_label (labels, said->enum_labels[i]);

  return new_drop_down (node, said, labels, follow_option, G_CALLBACK (option_selected_cb));
}

/* More boxes to check than this nobody looks through. */
#define MAX_ELEMENTS 100

/* Several of several values: boxes to check, in the order of the options. */

static gboolean
has_element (const char *array,
             const char *json)
{
  McpJsonIter iter;
  McpSpan value;

  if (array == NULL || !mcp_json_iter_init (&iter, array, strlen (array)) || iter.is_object)
    return FALSE;

  while (mcp_json_iter_next (&iter, NULL, &value))
    if (value.length == strlen (json) && strncmp (array + value.offset, json, value.length) == 0)
      return TRUE;

  return FALSE;
}

/* What is no option stays: it came from the text, and goes by the text only. */
static void
append_other_elements (GString        *out,
                       const char     *array,
                       const McpField *said)
{
  McpJsonIter iter;
  McpSpan value;

  if (array == NULL || !mcp_json_iter_init (&iter, array, strlen (array)) || iter.is_object)
    return;

  while (mcp_json_iter_next (&iter, NULL, &value))
    {
      g_autofree char *json = g_strndup (array + value.offset, value.length);

      if (!g_strv_contains ((const char *const *) said->enum_json, json))
        g_string_append_printf (out, "%s%s", out->len > 1 ? "," : "", json);
    }
}

static void
element_toggled_cb (Link *link)
{
  const McpField *said = link->said;
  g_autofree char *before = mcp_form_node_dup_json (link->node);
  g_autoptr (GString) json = g_string_new ("[");

  if (link->following)
    return;

  for (guint i = 0; i < link->buttons->len; i++)
    if (gtk_check_button_get_active (link->buttons->pdata[i]))
      g_string_append_printf (json, "%s%s", json->len > 1 ? "," : "", said->enum_json[i]);
  append_other_elements (json, before, said);
  g_string_append_c (json, ']');
  mcp_form_node_set_json (link->node, json->str);
}

static void
follow_elements (Link *link)
{
  const McpField *said = link->said;
  g_autofree char *json = mcp_form_node_dup_json (link->node);

  for (guint i = 0; i < link->buttons->len; i++)
    gtk_check_button_set_active (link->buttons->pdata[i], has_element (json, said->enum_json[i]));
}

static GtkWidget *
new_elements (McpFormNode    *node,
              const McpField *said)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  Link *link = link_new (box, node);

  link->buttons = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; said->enum_labels[i] != NULL; i++)
    {
      g_autofree char *visible = mcp_format_label (said->enum_labels[i], FALSE);
      GtkWidget *button = gtk_check_button_new_with_label (visible);

      sounder_widgets_set_spoken (button, visible);
      g_ptr_array_add (link->buttons, g_object_ref (button));
      g_signal_connect_swapped (button, "toggled", G_CALLBACK (element_toggled_cb), link);
      gtk_box_append (GTK_BOX (box), button);
    }
  link_follow (link, follow_elements);

  return box;
}

/* Whether a string is likely to be long: the schema says so, or its limit or default is. */
static gboolean
wants_many_lines (const McpField *said)
{
  static const char *const formats[] = { "textarea", "text", "markdown", "multiline", "html",
                                         "code",     "sql",  NULL };
  gint64 max_length = 0;

  if (said->format != NULL && g_strv_contains (formats, said->format))
    return TRUE;
  if (said->default_json != NULL
      && (strlen (said->default_json) > 80 || strstr (said->default_json, "\\n") != NULL))
    return TRUE;

  return said->schema_json != NULL
         && mcp_json_lookup_int64 (said->schema_json, strlen (said->schema_json), "maxLength",
                                   &max_length)
         && max_length >= 500;
}

/* --- Which of them --- */

static GtkWidget *
new_string (McpFormNode    *node,
            const McpField *said,
            const char     *name,
            gboolean       *below)
{
  GtkWidget *entry, *picker, *box;

  *below = wants_many_lines (said);
  if (*below)
    return new_text (node, name, FALSE);

  entry = new_entry (node, 14)->widget;
  gtk_widget_set_hexpand (entry, TRUE);
  picker = sounder_field_picker_new (node, entry, name);
  if (picker == NULL)
    return entry;

  box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_add_css_class (box, "linked");
  sounder_widgets_set_spoken (entry, name);
  gtk_box_append (GTK_BOX (box), entry);
  gtk_box_append (GTK_BOX (box), picker);

  return box;
}

GtkWidget *
sounder_field_control_new (McpFormNode *node,
                           gboolean    *below)
{
  const McpField *said = mcp_form_node_get_field (node);
  g_autofree char *name = mcp_form_node_dup_label (node);
  McpFieldKind kind = mcp_form_node_is_json (node) ? MCP_FIELD_JSON : said->kind;

  *below = FALSE;

  switch (kind)
    {
    case MCP_FIELD_BOOLEAN:
      return new_boolean (node);
    case MCP_FIELD_ENUM:
      return new_option (node, said);
    case MCP_FIELD_NUMBER:
    case MCP_FIELD_INTEGER:
      return new_number (node, name);
    case MCP_FIELD_STRING:
      return new_string (node, said, name, below);
    case MCP_FIELD_MULTI:
      *below = TRUE;
      if (g_strv_length (said->enum_labels) > MAX_ELEMENTS)
        return new_text (node, name, TRUE);
      return new_elements (node, said);
    case MCP_FIELD_JSON:
    default:
      *below = TRUE;
      return new_text (node, name, TRUE);
    }
}

/* --- Which of several shapes --- */

static void
variant_selected_cb (Link *link)
{
  guint selected = gtk_drop_down_get_selected (GTK_DROP_DOWN (link->widget));
  guint before = n_before_options (link->node);

  if (link->following || selected == GTK_INVALID_LIST_POSITION)
    return;

  if (selected < before)
    mcp_form_node_set_state (link->node, !must_be (link->node) && selected == 0 ? MCP_FORM_ABSENT : MCP_FORM_NULL);
  else if (selected - before < mcp_form_node_get_n_variants (link->node))
    {
      mcp_form_node_set_variant (link->node, selected - before);
      mcp_form_node_set_state (link->node, MCP_FORM_VALUE);
    }
}

static void
follow_variant (Link *link)
{
  GtkDropDown *drop_down = GTK_DROP_DOWN (link->widget);
  GtkStringList *labels = GTK_STRING_LIST (gtk_drop_down_get_model (drop_down));
  McpFormState state = mcp_form_node_get_state (link->node);
  guint before = n_before_options (link->node);
  guint selected;

  while (g_list_model_get_n_items (G_LIST_MODEL (labels)) > link->n_options)
    gtk_string_list_remove (labels, link->n_options);

  if (state == MCP_FORM_ABSENT && !must_be (link->node))
    selected = 0;
  else if (state == MCP_FORM_NULL && mcp_form_node_is_nullable (link->node))
    selected = !must_be (link->node);
  else if (mcp_form_node_is_json (link->node))
    {
      gtk_string_list_append (labels, "JSON");
      selected = link->n_options;
    }
  else
    selected = before + MAX (mcp_form_node_get_variant (link->node), 0);
  gtk_drop_down_set_selected (drop_down, selected);
}

GtkWidget *
sounder_field_control_new_choice (McpFormNode *node)
{
  g_autoptr (GtkStringList) labels = new_labels (node);
  GtkWidget *drop_down;

  for (guint i = 0; i < mcp_form_node_get_n_variants (node); i++)
    append_label (labels, mcp_form_node_get_variant_label (node, i));

  drop_down = new_drop_down (node, NULL, labels, follow_variant, G_CALLBACK (variant_selected_cb));
  gtk_widget_set_hexpand (drop_down, TRUE);

  return drop_down;
}
