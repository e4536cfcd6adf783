/* sounder-skills-page.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-json.h"
#include "mcp-summary.h"
#include "sounder-catalog-gate.h"
#include "sounder-catalog-list.h"
#include "sounder-columns.h"
#include "sounder-content-view.h"
#include "sounder-form-layout.h"
#include "sounder-literal.h"
#include "sounder-skills-page.h"
#include "sounder-template.h"
#include "sounder-widgets.h"

/**
 * SounderSkillsPage:
 *
 * The skills that a server lists, their frontmatter and their files, and of a file its content, once it was read and is what
 * was listed. Nothing is read before somebody asks.
 */

/* More fields of frontmatter are not shown one by one. */
#define MAX_FIELDS 50

struct _SounderSkillsPage
{
  SounderPage         base;

  GHashTable         *skills;       /* McpCatalogItem to McpSkill: what was read of them */
  McpSkill           *skill;        /* (nullable): that is shown */
  McpSkillFile       *file;         /* (nullable): likewise */
  GSignalGroup       *file_signals;
  GCancellable       *cancellable;  /* (nullable): of what is being read */

  SounderCatalogGate *gate;
  SounderColumns     *columns;
  SounderCatalogList *list;
  GtkStack           *stack;
  GtkWidget          *form_box;
  GtkLabel           *title;
  GtkLabel           *uri;
  GtkLabel           *origin;
  GtkLabel           *faults;
  GtkGrid            *frontmatter;
  GtkListBox         *files;
  GtkWidget          *read_button;
  GtkLabel           *note;
  GtkWidget          *result;
  GtkLabel           *file_name;
  GtkLabel           *file_state;
  GtkBox             *content;
};

G_DEFINE_FINAL_TYPE (SounderSkillsPage, sounder_skills_page, SOUNDER_TYPE_PAGE)

/* By McpSkillState. */
static const struct
{
  const char *icon;
  const char *css_class;
  const char *text;
} states[] = {
  [MCP_SKILL_UNREAD] = { "sounder-tasks-symbolic", "dim-label", N_("Not read") },
  [MCP_SKILL_READING] = { "sounder-tasks-symbolic", "accent", N_("Being read…") },
  [MCP_SKILL_VERIFIED] = { "object-select-symbolic", "success", N_("Verified: it is what is listed") },
  [MCP_SKILL_UNVERIFIED] = { "dialog-question-symbolic", "warning",
                             N_("Read; the skill lists no digests to compare it with") },
  [MCP_SKILL_REFUSED] = { "dialog-error-symbolic", "error", N_("Refused") },
  [MCP_SKILL_FAILED] = { "dialog-warning-symbolic", "error", N_("It could not be read") },
};

static void
update_actions (SounderSkillsPage *self)
{
  gboolean may_read = sounder_page_is_ready (&self->base) && self->skill != NULL && self->cancellable == NULL
                      && mcp_skill_get_entry (self->skill)->obstacle == NULL;

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "skills.read", may_read && self->file != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "skills.verify", may_read);
  if (self->skill != NULL && mcp_skill_get_entry (self->skill)->obstacle != NULL)
    sounder_literal_show (self->note, _("Nothing of it is read."));
  else
    sounder_literal_show (self->note, self->skill != NULL && !sounder_page_is_ready (&self->base)
                                    ? _("Not connected: nothing can be read.")
                                    : NULL);
}

/* --- The file --- */

static char *
dup_state_text (McpSkillFile *file)
{
  const char *message = mcp_skill_file_get_message (file);
  const char *text = _(states[mcp_skill_file_get_state (file)].text);

  return message != NULL ? g_strdup_printf ("%s: %s", text, message) : g_strdup (text);
}

/* The SKILL.md of a skill inside is a file like others here: nothing of it is drawn. */
static void
show_content (SounderSkillsPage *self)
{
  g_autoptr (GBytes) json = self->file != NULL ? mcp_skill_file_dup_contents (self->file) : NULL;
  GPtrArray *contents = g_ptr_array_new_with_free_func ((GDestroyNotify) sounder_content_free);
  SounderContent *content;

  if (json != NULL)
    {
      content = sounder_content_new_for_resource (g_bytes_get_data (json, NULL), g_bytes_get_size (json));
      if (mcp_skill_file_is_nested (self->file))
        {
          g_free (content->mime_type);
          content->mime_type = g_strdup ("text/plain");
        }
      g_ptr_array_add (contents, content);
    }
  sounder_content_view_fill (self->content, contents);
}

static void
file_changed_cb (SounderSkillsPage *self)
{
  g_autofree char *text = dup_state_text (self->file);

  sounder_literal_show (self->file_state, text);
  sounder_widgets_set_tone (self->file_state, states[mcp_skill_file_get_state (self->file)].css_class);
  show_content (self);
}

static void
show_file (SounderSkillsPage *self,
           McpSkillFile      *file) /* (nullable) */
{
  g_set_object (&self->file, file);
  g_signal_group_set_target (self->file_signals, file);
  gtk_widget_set_visible (self->result, file != NULL);
  if (file != NULL)
    {
      sounder_literal_show (self->file_name, mcp_skill_file_get_path (file));
      file_changed_cb (self);
    }
  else
    show_content (self);
  update_actions (self);
}

static void
update_row (GtkWidget    *row,
            McpSkillFile *file)
{
  GtkImage *mark = g_object_get_data (G_OBJECT (row), "mark");
  GtkLabel *caption = g_object_get_data (G_OBJECT (row), "caption");
  McpSkillState state = mcp_skill_file_get_state (file);
  g_autofree char *text = dup_state_text (file);
  g_autofree char *visible = mcp_format_label (text, FALSE);
  g_autofree char *path = mcp_format_label (mcp_skill_file_get_path (file), FALSE);
  g_autofree char *size = mcp_skill_file_get_size (file) >= 0 ? mcp_format_size (mcp_skill_file_get_size (file)) : NULL;
  g_autofree char *words = size != NULL ? g_strdup_printf ("%s · %s", size, visible) : g_strdup (visible);
  g_autofree char *spoken = g_strdup_printf ("%s, %s", path, words);

  gtk_image_set_from_icon_name (mark, states[state].icon);
  sounder_widgets_set_tone (mark, states[state].css_class);
  gtk_label_set_text (caption, words);
  sounder_widgets_set_spoken (row, spoken);
}

static GtkWidget *
create_row_cb (gpointer item,
               gpointer user_data)
{
  McpSkillFile *file = item;
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  GtkWidget *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 1);
  GtkWidget *mark = gtk_image_new ();
  g_autofree char *path = mcp_format_label (mcp_skill_file_get_path (file), FALSE);
  const char *digest = mcp_skill_file_get_digest (file);
  g_autofree char *tooltip = digest != NULL ? g_strconcat ("sha256:", digest, NULL) : NULL;
  GtkWidget *caption = sounder_widgets_new_paragraph (NULL, "dim-label caption");

  gtk_box_append (GTK_BOX (words), sounder_widgets_new_paragraph (path, NULL));
  gtk_box_append (GTK_BOX (words), caption);
  gtk_box_append (GTK_BOX (box), mark);
  gtk_box_append (GTK_BOX (box), words);
  gtk_widget_set_margin_top (box, 6);
  gtk_widget_set_margin_bottom (box, 6);
  gtk_widget_set_margin_start (box, 9);
  gtk_widget_set_margin_end (box, 9);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_widget_set_tooltip_text (row, tooltip);
  g_object_set_data (G_OBJECT (row), "mark", mark);
  g_object_set_data (G_OBJECT (row), "caption", caption);
  g_object_set_data_full (G_OBJECT (row), "file", g_object_ref (file), g_object_unref);
  g_signal_connect_object (file, "changed", G_CALLBACK (update_row), row, G_CONNECT_SWAPPED);
  update_row (row, file);

  return row;
}

static void
file_selected_cb (SounderSkillsPage *self,
                  GtkListBoxRow     *row)
{
  show_file (self, row != NULL ? g_object_get_data (G_OBJECT (row), "file") : NULL);
}

/* Enter on a file reads it, if it was not read; a click only chooses it. */
static void
file_activated_cb (SounderSkillsPage *self,
                   GtkListBoxRow     *row)
{
  sounder_columns_show (self->columns, SOUNDER_COLUMNS_RESULT);
}

/* --- The skill --- */

static void
add_field (SounderSkillsPage *self,
           guint              i,
           const char        *key,
           const char        *value)
{
  g_autofree char *visible_key = mcp_format_label (key, FALSE);
  g_autofree char *visible = mcp_format_label (value, TRUE);
  GtkWidget *name = sounder_widgets_new_paragraph (visible_key, "dim-label");
  GtkWidget *label = sounder_widgets_new_paragraph (visible, NULL);

  gtk_widget_set_valign (name, GTK_ALIGN_START);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_grid_attach (self->frontmatter, name, 0, i, 1, 1);
  gtk_grid_attach (self->frontmatter, label, 1, i, 1, 1);
}

static void
show_frontmatter (SounderSkillsPage *self,
                  const char        *json) /* (nullable) */
{
  McpJsonIter iter;
  McpSpan key;
  McpSpan value;

  sounder_widgets_remove_children (self->frontmatter);
  if (json == NULL || !mcp_json_iter_init (&iter, json, strlen (json)))
    return;

  for (guint i = 0; i < MAX_FIELDS && mcp_json_iter_next (&iter, &key, &value); i++)
    {
      g_autofree char *name = mcp_json_dup_string (json + key.offset, key.length);
      g_autofree char *text = mcp_json_dup_string (json + value.offset, value.length);

      if (text == NULL)
        text = mcp_json_one_line (json + value.offset, value.length, NULL);
      add_field (self, i, name, text);
    }
}

static void
show_faults (SounderSkillsPage *self,
             McpSkillEntry     *entry)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < entry->faults->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "\n" : "", ((McpSkillFault *) entry->faults->pdata[i])->text);
  sounder_literal_show (self->faults, text->str);
}

static void
stop_reading (SounderSkillsPage *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

static void
show_skill (SounderSkillsPage *self,
            McpSkill          *skill) /* (nullable) */
{
  McpSkillEntry *entry = skill != NULL ? mcp_skill_get_entry (skill) : NULL;
  g_autofree char *title = NULL;
  g_autofree char *origin = NULL;

  stop_reading (self);
  g_set_object (&self->skill, skill);
  gtk_list_box_bind_model (self->files, NULL, NULL, NULL, NULL);
  show_file (self, NULL);
  gtk_stack_set_visible_child_name (self->stack, skill != NULL ? "item" : "none");
  if (skill == NULL)
    {
      sounder_columns_show (self->columns, SOUNDER_COLUMNS_LIST);
      return;
    }

  title = mcp_format_label (*entry->name != '\0' ? entry->name : _("Without a name"), FALSE);
  origin = g_strdup_printf (entry->is_dynamic ? _("From “%s”. It is made anew each time, and lists no files.")
                                              : _("From “%s”."),
                            mcp_profile_get_name (mcp_session_get_profile (self->base.session)));
  sounder_literal_show (self->title, title);
  sounder_columns_set_title (self->columns, title);
  sounder_literal_show (self->uri, entry->uri);
  sounder_literal_show (self->origin, origin);
  show_faults (self, entry);
  show_frontmatter (self, entry->frontmatter);
  gtk_list_box_bind_model (self->files, mcp_skill_get_files (skill), create_row_cb, NULL, NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->files), g_list_model_get_n_items (mcp_skill_get_files (skill)) > 0);
  gtk_list_box_select_row (self->files, gtk_list_box_get_row_at_index (self->files, 0));
  update_actions (self);
}

static void
selected_cb (SounderSkillsPage *self)
{
  McpCatalogItem *item = sounder_catalog_list_get_selected (self->list);
  GBytes *json = item != NULL ? mcp_catalog_item_get_json (item) : NULL;
  McpSkill *skill;

  if (item == NULL)
    return;

  skill = g_hash_table_lookup (self->skills, item);
  if (skill == NULL)
    {
      skill = mcp_skill_new (self->base.session, g_bytes_get_data (json, NULL), g_bytes_get_size (json));
      if (mcp_session_get_state (self->base.session) == MCP_SESSION_RECORDED)
        mcp_skill_take_recorded (skill);
      g_hash_table_insert (self->skills, g_object_ref (item), skill);
    }
  if (skill != self->skill)
    show_skill (self, skill);
}

static void
activated_cb (SounderSkillsPage *self)
{
  sounder_columns_show (self->columns, SOUNDER_COLUMNS_FORM);
  gtk_widget_child_focus (GTK_WIDGET (self->files), GTK_DIR_TAB_FORWARD);
}

static gboolean
is_gone_cb (gpointer item,
            gpointer skill,
            gpointer user_data)
{
  GListModel *catalog = user_data;

  for (guint i = 0; i < g_list_model_get_n_items (catalog); i++)
    {
      g_autoptr (McpCatalogItem) listed = g_list_model_get_item (catalog, i);

      if (listed == item)
        return FALSE;
    }

  return TRUE;
}

/* A skill that is listed anew is another one: what was read of it is forgotten. */
static void
skills_changed_cb (SounderSkillsPage *self)
{
  GListModel *catalog = G_LIST_MODEL (mcp_session_get_catalog (self->base.session, MCP_CATALOG_SKILLS));
  g_autoptr (McpCatalogItem) first = g_list_model_get_item (catalog, 0);

  g_hash_table_foreach_remove (self->skills, is_gone_cb, catalog);
  if (sounder_catalog_list_get_selected (self->list) == NULL)
    show_skill (self, NULL);
  else
    selected_cb (self);
  if (self->skill == NULL && first != NULL && self->base.width_class != SOUNDER_WIDTH_NARROW
      && mcp_catalog_item_get_uri (first) != NULL)
    sounder_catalog_list_select (self->list, mcp_catalog_item_get_uri (first));
}

/* --- Verbs --- */

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr (SounderSkillsPage) self = SOUNDER_SKILLS_PAGE (user_data);
  McpSkill *skill = MCP_SKILL (source);

  /* Errors are ignored: each file shows its own result. */
  if (g_async_result_is_tagged (result, mcp_skill_read_async))
    mcp_skill_read_finish (skill, result, NULL);
  else
    mcp_skill_verify_finish (skill, result, NULL);
  if (skill == self->skill)
    g_clear_object (&self->cancellable);
  update_actions (self);
}

static void
read_action_cb (GtkWidget  *widget,
                const char *action_name,
                GVariant   *parameter)
{
  SounderSkillsPage *self = SOUNDER_SKILLS_PAGE (widget);

  if (self->skill == NULL || self->file == NULL || self->cancellable != NULL
      || !sounder_page_is_ready (&self->base))
    return;

  self->cancellable = g_cancellable_new ();
  mcp_skill_read_async (self->skill, self->file, self->cancellable, read_cb, g_object_ref (self));
  sounder_columns_show (self->columns, SOUNDER_COLUMNS_RESULT);
  update_actions (self);
}

static void
verify_action_cb (GtkWidget  *widget,
                  const char *action_name,
                  GVariant   *parameter)
{
  SounderSkillsPage *self = SOUNDER_SKILLS_PAGE (widget);

  if (self->skill == NULL || self->cancellable != NULL || !sounder_page_is_ready (&self->base))
    return;

  self->cancellable = g_cancellable_new ();
  mcp_skill_verify_async (self->skill, self->cancellable, read_cb, g_object_ref (self));
  update_actions (self);
}

static void
sounder_skills_page_dispose (GObject *object)
{
  SounderSkillsPage *self = SOUNDER_SKILLS_PAGE (object);

  if (self->files != NULL)
    show_skill (self, NULL);
  g_clear_object (&self->skill);
  g_clear_object (&self->file);
  g_clear_pointer (&self->skills, g_hash_table_unref);

  G_OBJECT_CLASS (sounder_skills_page_parent_class)->dispose (object);
}

static void
sounder_skills_page_constructed (GObject *object)
{
  SounderSkillsPage *self = SOUNDER_SKILLS_PAGE (object);
  McpCatalog *catalog = mcp_session_get_catalog (self->base.session, MCP_CATALOG_SKILLS);

  G_OBJECT_CLASS (sounder_skills_page_parent_class)->constructed (object);

  self->skills = g_hash_table_new_full (NULL, NULL, g_object_unref, g_object_unref);
  gtk_widget_init_template (GTK_WIDGET (self));

  gtk_widget_set_layout_manager (self->form_box, sounder_form_layout_new ());
  sounder_catalog_gate_set_kind (self->gate, MCP_CATALOG_SKILLS);
  self->file_signals = sounder_page_add_signals (&self->base, MCP_TYPE_SKILL_FILE);
  g_signal_group_connect_swapped (self->file_signals, "changed", G_CALLBACK (file_changed_cb), self);
  g_signal_connect_object (catalog, "items-changed", G_CALLBACK (skills_changed_cb), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (self->base.session, "notify::state", G_CALLBACK (update_actions), self,
                           G_CONNECT_SWAPPED);
  show_skill (self, NULL);
  sounder_catalog_list_set_catalog (self->list, catalog, sounder_place_get (self->base.place, "skills"));
  skills_changed_cb (self);
  update_actions (self);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  g_type_ensure (SOUNDER_TYPE_CATALOG_GATE);
  g_type_ensure (SOUNDER_TYPE_CATALOG_LIST);
  g_type_ensure (SOUNDER_TYPE_COLUMNS);

  sounder_template_set (widget_class, "sounder-skills-page.ui");
  sounder_template_bind (widget_class, SounderSkillsPage, gate, columns, list, stack, form_box,
                         title, uri, origin, faults, frontmatter, files, read_button, note, result,
                         file_name, file_state, content);
  sounder_template_connect (widget_class, selected_cb, activated_cb, file_selected_cb,
                            file_activated_cb);
}

static void
sounder_skills_page_class_init (SounderSkillsPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->constructed = sounder_skills_page_constructed;
  object_class->dispose = sounder_skills_page_dispose;

  bind_template (widget_class);
  sounder_page_install_verb (widget_class, "skills.read", read_action_cb);
  gtk_widget_class_install_action (widget_class, "skills.verify", NULL, verify_action_cb);
}

static void
sounder_skills_page_init (SounderSkillsPage *self)
{
}

McpSkill *
sounder_skills_page_get_skill (SounderSkillsPage *self)
{
  g_return_val_if_fail (SOUNDER_IS_SKILLS_PAGE (self), NULL);

  return self->skill;
}

void
sounder_skills_page_select (SounderSkillsPage *self,
                            const char        *uri)
{
  g_return_if_fail (SOUNDER_IS_SKILLS_PAGE (self));

  sounder_catalog_list_select (self->list, uri);
}
