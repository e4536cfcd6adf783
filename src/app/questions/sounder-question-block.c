/* sounder-question-block.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-summary.h"
#include "sounder-picture.h"
#include "sounder-question-block.h"
#include "sounder-text-field.h"
#include "sounder-widgets.h"

/**
 * SounderQuestionBlock:
 *
 * A block of what the model is made to say: text, a file's bytes, or the use of a tool that was
 * offered (client/sampling). Several of them make one message.
 */

struct _SounderQuestionBlock
{
  AdwBin            parent_instance;

  SounderBlockKind  kind;
  GtkTextBuffer    *buffer;    /* (nullable): of text, and of a tool's input */
  char             *mime_type; /* (nullable) */
  GBytes           *bytes;     /* (nullable) */
  GtkWidget        *tool;      /* (nullable): a drop-down, or an entry when none was offered */
  GStrv             tools;     /* (nullable): what the drop-down has */
  GtkEditable      *id;        /* (nullable) */
};

G_DEFINE_FINAL_TYPE (SounderQuestionBlock, sounder_question_block, ADW_TYPE_BIN)

enum {
  CHANGED,
  REMOVE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
changed_cb (SounderQuestionBlock *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
remove_cb (SounderQuestionBlock *self)
{
  g_signal_emit (self, signals[REMOVE], 0);
}

static void
sounder_question_block_finalize (GObject *object)
{
  SounderQuestionBlock *self = SOUNDER_QUESTION_BLOCK (object);

  g_clear_pointer (&self->mime_type, g_free);
  g_clear_pointer (&self->tools, g_strfreev);
  g_clear_pointer (&self->bytes, g_bytes_unref);

  G_OBJECT_CLASS (sounder_question_block_parent_class)->finalize (object);
}

static void
sounder_question_block_class_init (SounderQuestionBlockClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sounder_question_block_finalize;

  /**
   * SounderQuestionBlock::changed:
   *
   * The block was edited.
   */
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);

  /**
   * SounderQuestionBlock::remove:
   *
   * The user wants it gone.
   */
  signals[REMOVE] = g_signal_new ("remove", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
}

static void
sounder_question_block_init (SounderQuestionBlock *self)
{
}

/* A card with a title, a button that takes it away, and room below. */
static SounderQuestionBlock *
new_block (SounderBlockKind   kind,
           const char        *title,
           GtkWidget        **box)
{
  SounderQuestionBlock *self = g_object_new (SOUNDER_TYPE_QUESTION_BLOCK, NULL);
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = sounder_widgets_new_line (title, "caption-heading");
  GtkWidget *button = sounder_widgets_new_icon_button ("list-remove-symbolic", _("Remove"), _("Remove this block"));

  self->kind = kind;
  *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_set_hexpand (label, TRUE);
  g_signal_connect_object (button, "clicked", G_CALLBACK (remove_cb), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (head), label);
  gtk_box_append (GTK_BOX (head), button);
  gtk_box_append (GTK_BOX (*box), head);
  gtk_widget_add_css_class (*box, "card");
  gtk_widget_add_css_class (*box, "question-block");
  adw_bin_set_child (ADW_BIN (self), *box);

  return self;
}

static void
add_text (SounderQuestionBlock *self,
          GtkWidget            *box,
          const char           *text,
          const char           *label,
          gboolean              monospace)
{
  GtkWidget *window = sounder_text_field_new (label, monospace, &self->buffer);

  gtk_text_buffer_set_text (self->buffer, text, -1);
  gtk_box_append (GTK_BOX (box), window);
  g_signal_connect_object (self->buffer, "changed", G_CALLBACK (changed_cb), self,
                           G_CONNECT_SWAPPED);
}

GtkWidget *
sounder_question_block_new_text (const char *text)
{
  GtkWidget *box;
  SounderQuestionBlock *self = new_block (SOUNDER_BLOCK_TEXT, _("Text"), &box);

  add_text (self, box, text, _("What the model says"), FALSE);

  return GTK_WIDGET (self);
}

/**
 * sounder_question_block_new_media:
 * @name: of the file
 * @mime_type: its type: an image or a sound
 * @bytes: what is in it
 *
 * Creates a block of a file's bytes.
 */
GtkWidget *
sounder_question_block_new_media (const char *name,
                                  const char *mime_type,
                                  GBytes     *bytes)
{
  g_autofree char *size = mcp_format_size (g_bytes_get_size (bytes));
  g_autofree char *title = g_strjoin (" · ", name, mime_type, size, NULL);
  GtkWidget *box;
  SounderQuestionBlock *self = new_block (SOUNDER_BLOCK_MEDIA, title, &box);

  self->mime_type = g_strdup (mime_type);
  self->bytes = g_bytes_ref (bytes);
  if (g_str_has_prefix (mime_type, "image/"))
    {
      GtkWidget *picture = sounder_picture_new (bytes, name, 96);

      gtk_widget_set_halign (picture, GTK_ALIGN_START);
      gtk_box_append (GTK_BOX (box), picture);
    }

  return GTK_WIDGET (self);
}

static GtkWidget *
new_tool_control (const char *const *tools)
{
  GtkWidget *control;

  if (tools == NULL || tools[0] == NULL)
    {
      control = gtk_entry_new ();
      gtk_entry_set_placeholder_text (GTK_ENTRY (control), _("Name of a tool"));
    }
  else
    {
      g_auto (GStrv) labels = g_strdupv ((char **) tools);

      for (guint i = 0; labels[i] != NULL; i++)
        {
          g_autofree char *name = g_steal_pointer (&labels[i]);

          labels[i] = mcp_format_label (name, FALSE);
        }
      control = gtk_drop_down_new_from_strings ((const char *const *) labels);
    }
  gtk_widget_set_hexpand (control, TRUE);
  sounder_widgets_set_spoken (control, _("Tool to use"));

  return control;
}

GtkWidget *
sounder_question_block_new_tool_use (const char *const *tools,
                                     const char        *id)
{
  GtkWidget *box;
  SounderQuestionBlock *self = new_block (SOUNDER_BLOCK_TOOL_USE, _("Use of a Tool"), &box);
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *entry = gtk_entry_new ();

  self->tools = g_strdupv ((char **) tools);
  self->tool = new_tool_control (tools);
  self->id = GTK_EDITABLE (entry);
  gtk_editable_set_text (self->id, id);
  gtk_editable_set_width_chars (self->id, 8);
  gtk_editable_set_max_width_chars (self->id, 10);
  sounder_widgets_set_spoken (entry, _("Id of this use"));
  gtk_widget_set_tooltip_text (entry, _("Id of this use"));
  gtk_box_append (GTK_BOX (line), self->tool);
  gtk_box_append (GTK_BOX (line), entry);
  gtk_box_append (GTK_BOX (box), line);
  add_text (self, box, "{}", _("Input of the tool, as JSON"), TRUE);
  g_signal_connect_object (self->id, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->tool, GTK_IS_EDITABLE (self->tool) ? "changed" : "notify::selected",
                           G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);

  return GTK_WIDGET (self);
}

static const char *
get_tool (SounderQuestionBlock *self)
{
  if (GTK_IS_EDITABLE (self->tool))
    return gtk_editable_get_text (GTK_EDITABLE (self->tool));

  return self->tools[gtk_drop_down_get_selected (GTK_DROP_DOWN (self->tool))];
}

static gboolean
append_tool_use (SounderQuestionBlock  *self,
                 GString               *json,
                 const char            *input,
                 GError               **error)
{
  g_autoptr (GError) reason = NULL;

  if (!mcp_json_validate (input, -1, &reason))
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, _("The input of the tool cannot be read: %s"),
                   reason->message);
      return FALSE;
    }

  mcp_json_append_member_string (json, "type", "tool_use");
  mcp_json_append_member_string (json, "id", gtk_editable_get_text (self->id));
  mcp_json_append_member_string (json, "name", get_tool (self));
  mcp_json_append_member (json, "input", input);

  return TRUE;
}

/**
 * sounder_question_block_dup_json:
 *
 * Writes the block as it goes out.
 *
 * Returns: (transfer full) (nullable): a JSON object; %NULL when a tool's input is no JSON
 */
char *
sounder_question_block_dup_json (SounderQuestionBlock  *self,
                                 GError               **error)
{
  g_autoptr (GString) json = g_string_new ("{");
  g_autofree char *text = NULL;
  g_autofree char *data = NULL;

  g_return_val_if_fail (SOUNDER_IS_QUESTION_BLOCK (self), NULL);

  if (self->buffer != NULL)
    g_object_get (self->buffer, "text", &text, NULL);

  switch (self->kind)
    {
    case SOUNDER_BLOCK_MEDIA:
      data = g_base64_encode (g_bytes_get_data (self->bytes, NULL), g_bytes_get_size (self->bytes));
      mcp_json_append_member_string (json, "type",
                                     g_str_has_prefix (self->mime_type, "audio/") ? "audio"
                                                                                  : "image");
      mcp_json_append_member_string (json, "data", data);
      mcp_json_append_member_string (json, "mimeType", self->mime_type);
      break;

    case SOUNDER_BLOCK_TOOL_USE:
      if (!append_tool_use (self, json, text, error))
        return NULL;
      break;

    case SOUNDER_BLOCK_TEXT:
    default:
      mcp_json_append_member_string (json, "type", "text");
      mcp_json_append_member_string (json, "text", text);
    }

  g_string_append_c (json, '}');

  return g_strdup (json->str);
}
