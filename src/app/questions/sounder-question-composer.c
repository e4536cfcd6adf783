/* sounder-question-composer.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-json.h"
#include "sounder-compat.h"
#include "sounder-focus.h"
#include "sounder-question-composer.h"
#include "sounder-template.h"
#include "sounder-widgets.h"

/**
 * SounderQuestionComposer:
 *
 * Role, model, stop reason and content blocks of an answer to sampling. A message of several
 * blocks and the use of tools are there from 2025-11-25 on, sound from 2025-03-26 on
 * (client/sampling); what a revision does not know is not offered.
 */

/* A server takes no more in one message, and we do not hold more of a file in memory. */
#define MAX_FILE_BYTES (16 * 1024 * 1024)

struct _SounderQuestionComposer
{
  AdwBin        parent_instance;

  McpRevision   revision;
  GStrv         tools;       /* the names of those offered */
  guint         n_uses;
  GtkDropDown  *role;
  GtkEditable  *model;
  GtkEditable  *stop_reason;
  GtkBox       *blocks;
  GtkBox       *stop_reasons; /* to choose from */
  GtkWidget    *add_box;
  GtkWidget    *use_button;
  GtkLabel     *problem;
};

G_DEFINE_FINAL_TYPE (SounderQuestionComposer, sounder_question_composer, ADW_TYPE_BIN)

enum {
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static const char *const stop_reasons[] = { "endTurn", "stopSequence", "maxTokens", "toolUse" };

static gboolean
allows_many (SounderQuestionComposer *self)
{
  return mcp_revision_has (self->revision, MCP_FEATURE_MANY_SAMPLING_BLOCKS);
}

static void
changed_cb (SounderQuestionComposer *self)
{
  gboolean has_block = gtk_widget_get_first_child (GTK_WIDGET (self->blocks)) != NULL;

  gtk_widget_set_sensitive (self->add_box, allows_many (self) || !has_block);
  gtk_widget_set_visible (GTK_WIDGET (self->problem), FALSE);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
remove_cb (SounderQuestionBlock    *block,
           SounderQuestionComposer *self)
{
  gtk_box_remove (self->blocks, GTK_WIDGET (block));
  changed_cb (self);
}

static void
add (SounderQuestionComposer *self,
     GtkWidget               *block)
{
  gtk_box_append (self->blocks, block);
  g_signal_connect_object (block, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (block, "remove", G_CALLBACK (remove_cb), self, 0);
  changed_cb (self);
}

static void
add_text_cb (SounderQuestionComposer *self)
{
  GtkWidget *block = sounder_question_block_new_text ("");

  add (self, block);
  sounder_focus_enter_field (block);
}

static void
add_use_cb (SounderQuestionComposer *self)
{
  g_autofree char *id = g_strdup_printf ("call_%u", ++self->n_uses);

  gtk_editable_set_text (self->stop_reason, "toolUse");
  add (self, sounder_question_block_new_tool_use ((const char *const *) self->tools, id));
}

static void
show_problem (SounderQuestionComposer *self,
              const char              *text)
{
  gtk_label_set_text (self->problem, text);
  gtk_widget_set_visible (GTK_WIDGET (self->problem), TRUE);
}

static void
take_file (SounderQuestionComposer *self,
           GFile                   *file,
           GBytes                  *bytes)
{
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *shown = g_filename_display_name (name);
  g_autofree char *type = g_content_type_guess (name, g_bytes_get_data (bytes, NULL),
                                                g_bytes_get_size (bytes), NULL);
  g_autofree char *mime_type = g_content_type_get_mime_type (type);
  gboolean is_image = mime_type != NULL && g_str_has_prefix (mime_type, "image/");
  gboolean is_audio = mime_type != NULL && g_str_has_prefix (mime_type, "audio/");

  if (is_audio && !mcp_revision_has (self->revision, MCP_FEATURE_AUDIO))
    show_problem (self, _("This revision of the protocol knows no sound."));
  else if (!is_image && !is_audio)
    show_problem (self, _("The file is neither a picture nor a sound."));
  else
    add (self, sounder_question_block_new_media (shown, mime_type, bytes));
}

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (SounderQuestionComposer) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = g_file_load_bytes_finish (G_FILE (source), result, NULL, &error);

  if (bytes == NULL)
    show_problem (self, error->message);
  else
    take_file (self, G_FILE (source), bytes);
}

/* The size first: what is chosen may be anything. */
static void
measured_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (SounderQuestionComposer) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GFileInfo) info = g_file_query_info_finish (G_FILE (source), result, &error);

  if (info == NULL)
    show_problem (self, error->message);
  else if (g_file_info_get_size (info) > MAX_FILE_BYTES)
    show_problem (self, _("The file is larger than 16 MiB."));
  else
    g_file_load_bytes_async (G_FILE (source), NULL, loaded_cb, g_object_ref (self));
}

static void
chosen_cb (GFile    *file,
           gpointer  user_data)
{
  g_autoptr (SounderQuestionComposer) self = user_data;

  if (file != NULL)
    g_file_query_info_async (file, G_FILE_ATTRIBUTE_STANDARD_SIZE, G_FILE_QUERY_INFO_NONE,
                             G_PRIORITY_DEFAULT, NULL, measured_cb, g_object_ref (self));
}

static void
add_file_cb (SounderQuestionComposer *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  sounder_compat_choose_file (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL,
                              _("Picture or Sound"), SOUNDER_CHOOSE_OPEN, NULL, chosen_cb,
                              g_object_ref (self));
}

static void
stop_reason_clicked_cb (GtkButton               *button,
                        SounderQuestionComposer *self)
{
  GtkWidget *popover = gtk_widget_get_ancestor (GTK_WIDGET (button), GTK_TYPE_POPOVER);

  gtk_editable_set_text (self->stop_reason, gtk_button_get_label (button));
  gtk_popover_popdown (GTK_POPOVER (popover));
}

static void
sounder_question_composer_finalize (GObject *object)
{
  g_clear_pointer (&SOUNDER_QUESTION_COMPOSER (object)->tools, g_strfreev);

  G_OBJECT_CLASS (sounder_question_composer_parent_class)->finalize (object);
}

static void
sounder_question_composer_class_init (SounderQuestionComposerClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = sounder_question_composer_finalize;

  /**
   * SounderQuestionComposer::changed:
   *
   * What is composed changed.
   */
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);

  sounder_template_set (widget_class, "sounder-question-composer.ui");
  sounder_template_bind (widget_class, SounderQuestionComposer, role, model, stop_reason, stop_reasons, blocks, add_box,
                         use_button, problem);
  sounder_template_connect (widget_class, changed_cb, add_text_cb, add_file_cb, add_use_cb);
}

static void
sounder_question_composer_init (SounderQuestionComposer *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint i = 0; i < G_N_ELEMENTS (stop_reasons); i++)
    {
      GtkWidget *choice = gtk_button_new_with_label (stop_reasons[i]);

      gtk_widget_add_css_class (choice, "flat");
      sounder_widgets_set_spoken (choice, stop_reasons[i]);
      g_signal_connect_object (choice, "clicked", G_CALLBACK (stop_reason_clicked_cb), self, 0);
      gtk_box_append (self->stop_reasons, choice);
    }
}

static GStrv
read_names (const char *params,
            const char *member)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  McpJsonIter iter;
  McpSpan list, value;

  if (mcp_json_lookup (params, strlen (params), member, &list)
      && mcp_json_iter_init (&iter, params + list.offset, list.length) && !iter.is_object)
    while (mcp_json_iter_next (&iter, NULL, &value))
      {
        g_autofree char *name = mcp_json_lookup_string (params + list.offset + value.offset,
                                                        value.length, "name");

        if (name != NULL)
          g_strv_builder_add (names, name);
      }

  return g_strv_builder_end (names);
}

/**
 * sounder_question_composer_new:
 * @revision: the revision that was negotiated
 * @params: the params of `sampling/createMessage`
 *
 * Creates a composer with one empty text. The model is the first that the server hints at.
 */
GtkWidget *
sounder_question_composer_new (McpRevision  revision,
                               const char *params)
{
  SounderQuestionComposer *self = g_object_new (SOUNDER_TYPE_QUESTION_COMPOSER, NULL);
  g_auto (GStrv) hints = read_names (params, "modelPreferences.hints");

  self->revision = revision;
  self->tools = read_names (params, "tools");
  gtk_editable_set_text (self->model, hints[0] != NULL ? hints[0] : "sounder-by-hand");
  /* Only what the server asked for; it is a mistake to use tools that were not offered. */
  gtk_widget_set_visible (self->use_button, allows_many (self) && self->tools[0] != NULL);
  add (self, sounder_question_block_new_text (""));

  return GTK_WIDGET (self);
}

/* One block stands alone, as every revision knows it; several are an array. */
static char *
dup_content (SounderQuestionComposer  *self,
             GError                  **error)
{
  g_autoptr (GString) json = g_string_new (NULL);
  guint n_blocks = 0;

  for (GtkWidget *block = gtk_widget_get_first_child (GTK_WIDGET (self->blocks)); block != NULL;
       block = gtk_widget_get_next_sibling (block))
    {
      g_autofree char *one =
        sounder_question_block_dup_json (SOUNDER_QUESTION_BLOCK (block), error);

      if (one == NULL)
        return NULL;
      g_string_append_printf (json, "%s%s", n_blocks++ > 0 ? "," : "", one);
    }

  return n_blocks == 1 ? g_strdup (json->str) : g_strdup_printf ("[%s]", json->str);
}

GtkWidget *
sounder_question_composer_get_blocks (SounderQuestionComposer *self)
{
  g_return_val_if_fail (SOUNDER_IS_QUESTION_COMPOSER (self), NULL);

  return GTK_WIDGET (self->blocks);
}

/**
 * sounder_question_composer_dup_result:
 *
 * Writes what is composed as the result of `sampling/createMessage`.
 *
 * Returns: (transfer full) (nullable): a JSON object, or %NULL when a part of it is no JSON
 */
char *
sounder_question_composer_dup_result (SounderQuestionComposer  *self,
                                      GError                  **error)
{
  g_autoptr (GString) json = g_string_new ("{");
  g_autofree char *content = NULL;
  const char *stop_reason;

  g_return_val_if_fail (SOUNDER_IS_QUESTION_COMPOSER (self), NULL);

  content = dup_content (self, error);
  if (content == NULL)
    return NULL;

  stop_reason = gtk_editable_get_text (self->stop_reason);
  mcp_json_append_member_string (json, "role", gtk_string_object_get_string (gtk_drop_down_get_selected_item (self->role)));
  mcp_json_append_member (json, "content", content);
  mcp_json_append_member_string (json, "model", gtk_editable_get_text (self->model));
  if (*stop_reason != '\0')
    mcp_json_append_member_string (json, "stopReason", stop_reason);
  g_string_append_c (json, '}');

  return g_strdup (json->str);
}
