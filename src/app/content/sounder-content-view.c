/* sounder-content-view.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-content-notes.h"
#include "mcp-summary.h"
#include "sounder-content-view.h"
#include "sounder-hex-view.h"
#include "sounder-pane.h"
#include "sounder-picture.h"
#include "sounder-player.h"
#include "sounder-save.h"
#include "sounder-read-text.h"
#include "sounder-widgets.h"

/**
 * SounderContentView:
 *
 * What a server sent, by its kind. Nothing in it is trusted: text is never
 * markup, a picture over the limits is not decoded, a sound is not read before
 * somebody plays it, and a link opens nothing but our own view of the resource.
 */

#define PICTURE_PIXELS 240
/* Longer text scrolls by itself. */
#define PANE_PIXELS    360
#define SHORT_BYTES    200
/* Views of long texts take 5 ms each. */
#define FILLED_AT_ONCE 5

struct _SounderContentView
{
  AdwBin          parent_instance;

  SounderContent *content;
  SounderPicture *picture; /* of an image, a child */
  GtkWidget      *hex;     /* (nullable): its bytes, a child, when somebody looks at them */
};

G_DEFINE_FINAL_TYPE (SounderContentView, sounder_content_view, ADW_TYPE_BIN)

static char *
visible (const char *text)
{
  return mcp_format_label (text != NULL ? text : "", FALSE);
}

static void
save_cb (GtkWidget  *widget,
         const char *action_name,
         GVariant   *parameter)
{
  SounderContentView *self = SOUNDER_CONTENT_VIEW (widget);
  g_autofree char *name = sounder_content_dup_file_name (self->content);

  if (self->content->bytes != NULL)
    sounder_save_bytes (widget, _("Save Content"), name, self->content->bytes,
                        G_FILE_CREATE_REPLACE_DESTINATION);
}

static void
copy_cb (GtkWidget  *widget,
         const char *action_name,
         GVariant   *parameter)
{
  SounderContentView *self = SOUNDER_CONTENT_VIEW (widget);
  gsize length;
  const char *data = g_bytes_get_data (self->content->bytes, &length);

  /* The clipboard takes text or a texture, never raw bytes. */
  if (self->content->kind == SOUNDER_CONTENT_BINARY)
    {
      gtk_widget_activate_action (self->hex, "hex.copy", NULL);
    }
  else if (self->picture != NULL)
    {
      gdk_clipboard_set_texture (gtk_widget_get_clipboard (widget),
                                 sounder_picture_get_texture (self->picture));
    }
  else if (g_utf8_validate (data, length, NULL))
    {
      g_autofree char *text = g_strndup (data, length);

      gtk_widget_activate_action (widget, "session.copy", "s", text);
    }
}

static void
open_link_cb (SounderContentView *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "session.open-resource", "s", self->content->uri);
}

static GtkWidget *
new_label (const char *text,
           const char *classes)
{
  g_autofree char *shown = visible (text);
  GtkWidget *label = sounder_widgets_new_paragraph (shown, classes);

  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  sounder_read_text_set_menu (label, NULL);

  return label;
}

/* A lone one has the whole page. */
static GtkWidget *
new_pane (const SounderContent *content,
          const char           *label)
{
  GtkWidget *pane = sounder_pane_new ();
  g_autofree char *name = sounder_content_dup_file_name (content);

  g_object_set (pane, "label", label, "file-name", name, "wrap", TRUE, "vexpand",
                g_bytes_get_size (content->bytes) > SHORT_BYTES, NULL);
  sounder_pane_set_max_height (SOUNDER_PANE (pane), PANE_PIXELS);
  sounder_pane_set_text_type (SOUNDER_PANE (pane), content->mime_type, content->uri);
  sounder_pane_set_bytes (SOUNDER_PANE (pane), content->bytes);

  return pane;
}

static void
hex_toggled_cb (SounderContentView *self,
                GtkToggleButton    *button)
{
  GtkBox *box = GTK_BOX (adw_bin_get_child (ADW_BIN (self)));

  if (gtk_toggle_button_get_active (button))
    {
      self->hex = sounder_hex_view_new (self->content->bytes);
      gtk_box_append (box, self->hex);
    }
  else
    {
      gtk_box_remove (box, self->hex);
      self->hex = NULL;
    }
}

static GtkWidget *
new_hex_button (SounderContentView *self)
{
  GtkWidget *button = gtk_toggle_button_new ();

  gtk_button_set_icon_name (GTK_BUTTON (button), "sounder-bytes-symbolic");
  gtk_widget_set_tooltip_text (button, _("Bytes"));
  sounder_widgets_set_spoken (button, _("Show the bytes"));
  gtk_widget_add_css_class (button, "flat");
  g_signal_connect_object (button, "toggled", G_CALLBACK (hex_toggled_cb), self, G_CONNECT_SWAPPED);

  return button;
}

/* A line under what cannot say it itself: kind, size, and what can be done with it. */
static GtkWidget *
new_footer (SounderContentView *self,
            const char         *more)
{
  const SounderContent *content = self->content;
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *button;
  GtkWidget *label;
  g_autoptr (GString) text = g_string_new (content->mime_type);
  gboolean is_played =
    content->kind == SOUNDER_CONTENT_AUDIO || content->kind == SOUNDER_CONTENT_VIDEO;
  g_autofree char *size = NULL;

  if (content->bytes != NULL)
    {
      size = mcp_format_size (g_bytes_get_size (content->bytes));
      g_string_append_printf (text, "%s%s", text->len > 0 ? " · " : "", size);
    }
  if (more != NULL)
    g_string_append_printf (text, "%s%s", text->len > 0 ? " · " : "", more);

  label = new_label (text->str, "dim-label caption");
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (box), label);

  if (is_played || content->kind == SOUNDER_CONTENT_IMAGE)
    gtk_box_append (GTK_BOX (box), new_hex_button (self));

  button = sounder_widgets_new_icon_button ("edit-copy-symbolic", _("Copy"), _("Copy content"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "content.copy");
  gtk_widget_set_visible (button, !is_played);
  gtk_box_append (GTK_BOX (box), button);

  button = sounder_widgets_new_icon_button ("document-save-symbolic", _("Save…"), _("Save content"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "content.save");
  gtk_box_append (GTK_BOX (box), button);

  return box;
}

static void
update_copy (SounderContentView *self)
{
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "content.copy",
                                 self->picture == NULL
                                   || sounder_picture_get_texture (self->picture) != NULL);
}

static void
add_image (SounderContentView *self,
           GtkBox             *box)
{
  GtkWidget *picture =
    sounder_picture_new (self->content->bytes, _("Picture from the server"), PICTURE_PIXELS);
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  g_autofree char *dimensions = NULL;

  self->picture = SOUNDER_PICTURE (picture);
  g_signal_connect_object (picture, "notify::texture", G_CALLBACK (update_copy), self,
                           G_CONNECT_SWAPPED);
  update_copy (self);

  /* Not larger than it is, which a line of its own sees to, and never wider than the page. */
  gtk_box_append (GTK_BOX (line), picture);
  gtk_box_append (box, line);
  dimensions = sounder_picture_dup_dimensions (self->picture);
  gtk_box_append (box, new_footer (self, dimensions));
}

static void
add_player (SounderContentView *self,
            GtkBox             *box,
            McpPlayable         playable)
{
  gtk_box_append (box, sounder_player_new (playable, self->content->bytes));
  gtk_box_append (box, new_footer (self, NULL));
}

static void
add_link (SounderContentView *self,
          GtkBox             *box)
{
  const SounderContent *content = self->content;
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *icon = gtk_image_new_from_icon_name ("sounder-resources-symbolic");
  GtkWidget *button = gtk_button_new_with_label (_("Open"));
  g_autofree char *name = visible (content->name != NULL ? content->name : content->uri);
  /* Translators: the name of a resource. */
  g_autofree char *label = g_strdup_printf (_("Open %s"), name);

  gtk_box_append (GTK_BOX (words), new_label (name, NULL));
  gtk_box_append (GTK_BOX (words), new_label (content->uri, "dim-label caption"));
  if (content->description != NULL)
    gtk_box_append (GTK_BOX (words), new_label (content->description, "dim-label caption"));
  gtk_widget_set_hexpand (words, TRUE);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  sounder_widgets_set_spoken (button, label);
  g_signal_connect_object (button, "clicked", G_CALLBACK (open_link_cb), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (line), icon);
  gtk_box_append (GTK_BOX (line), words);
  gtk_box_append (GTK_BOX (line), button);
  gtk_box_append (box, line);
}

/* The annotations; a narrow window cuts them, and all of one is in its tooltip. */
static GtkWidget *
new_notes (GPtrArray *notes)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  for (guint i = 0; i < notes->len; i++)
    {
      const McpContentNote *note = notes->pdata[i];
      g_autofree char *text = visible (note->text);
      g_autofree char *tooltip =
        note->detail != NULL ? g_strdup_printf ("%s\n%s", text, note->detail) : g_strdup (text);
      GtkWidget *label = gtk_label_new (text);

      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
      gtk_widget_add_css_class (label, "tag");
      if (note->is_wrong)
        gtk_widget_add_css_class (label, "warning");
      gtk_widget_set_tooltip_text (label, tooltip);
      gtk_box_append (GTK_BOX (box), label);
    }

  return box;
}

static void
add_head (SounderContentView *self,
          GtkBox             *box)
{
  const SounderContent *content = self->content;

  if (content->problem != NULL)
    gtk_box_append (box, new_label (content->problem, "warning caption"));
  if (content->is_embedded)
    {
      g_autofree char *text =
        g_strdup_printf (_("Embedded resource · %s"), content->uri != NULL ? content->uri : "");

      gtk_box_append (box, new_label (text, "dim-label caption"));
    }
  if (content->notes != NULL && content->notes->len > 0)
    gtk_box_append (box, new_notes (content->notes));
}

static void
build (SounderContentView *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  adw_bin_set_child (ADW_BIN (self), box);
  add_head (self, GTK_BOX (box));

  switch (self->content->kind)
    {
    case SOUNDER_CONTENT_TEXT:
      gtk_box_append (GTK_BOX (box), new_pane (self->content, _("Text")));
      break;
    case SOUNDER_CONTENT_IMAGE:
      add_image (self, GTK_BOX (box));
      break;
    case SOUNDER_CONTENT_AUDIO:
      add_player (self, GTK_BOX (box), MCP_PLAYABLE_SOUND);
      break;
    case SOUNDER_CONTENT_VIDEO:
      add_player (self, GTK_BOX (box), MCP_PLAYABLE_VIDEO);
      break;
    case SOUNDER_CONTENT_LINK:
      add_link (self, GTK_BOX (box));
      break;
    case SOUNDER_CONTENT_BINARY:
      self->hex = sounder_hex_view_new (self->content->bytes);
      gtk_box_append (GTK_BOX (box), self->hex);
      gtk_box_append (GTK_BOX (box), new_footer (self, NULL));
      break;
    case SOUNDER_CONTENT_JSON:
    default:
      gtk_box_append (GTK_BOX (box), new_pane (self->content, _("Content as JSON")));
      break;
    }
}

static void
sounder_content_view_finalize (GObject *object)
{
  SounderContentView *self = SOUNDER_CONTENT_VIEW (object);

  g_clear_pointer (&self->content, sounder_content_free);

  G_OBJECT_CLASS (sounder_content_view_parent_class)->finalize (object);
}

static void
sounder_content_view_class_init (SounderContentViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = sounder_content_view_finalize;

  gtk_widget_class_install_action (widget_class, "content.save", NULL, save_cb);
  gtk_widget_class_install_action (widget_class, "content.copy", NULL, copy_cb);
}

static void
sounder_content_view_init (SounderContentView *self)
{
}

/**
 * sounder_content_view_new:
 * @content: (transfer full): what to show
 *
 * Creates a view of content.
 */
GtkWidget *
sounder_content_view_new (SounderContent *content)
{
  SounderContentView *self = g_object_new (SOUNDER_TYPE_CONTENT_VIEW, NULL);

  self->content = content;
  build (self);

  return GTK_WIDGET (self);
}

/* What a box is being filled with; the box owns it. */
typedef struct
{
  GtkBox    *box;
  GPtrArray *contents;
  guint      next;
  guint      source_id;
} Filling;

static void
filling_free (Filling *filling)
{
  g_clear_handle_id (&filling->source_id, g_source_remove);
  g_ptr_array_unref (filling->contents);
  g_free (filling);
}

static gboolean
fill_slice_cb (gpointer data)
{
  Filling *filling = data;
  guint n_contents = filling->contents->len;
  guint n_shown = MIN (n_contents, SOUNDER_CONTENT_MAX_SHOWN);

  for (guint i = 0; i < FILLED_AT_ONCE && filling->next < n_shown; i++, filling->next++)
    gtk_box_append (filling->box, sounder_content_view_new (
                                    g_steal_pointer (&filling->contents->pdata[filling->next])));

  if (filling->next < n_shown)
    return G_SOURCE_CONTINUE;

  if (n_contents > n_shown)
    {
      guint n_more = n_contents - n_shown;
      g_autofree char *text =
        g_strdup_printf (ngettext ("%u more is not shown", "%u more are not shown", n_more), n_more);

      gtk_box_append (filling->box, new_label (text, "dim-label"));
    }
  filling->source_id = 0;
  g_object_set_data (G_OBJECT (filling->box), "filling", NULL);

  return G_SOURCE_REMOVE;
}

/**
 * sounder_content_view_fill:
 * @box: where the views go
 * @contents: (transfer full) (element-type SounderContent): what to show
 *
 * Replaces what is in a box by a view of each content: a few at once, the others when there is
 * time. After %SOUNDER_CONTENT_MAX_SHOWN the rest is only counted, and stays in the raw result.
 */
void
sounder_content_view_fill (GtkBox    *box,
                           GPtrArray *contents)
{
  Filling *filling = g_new0 (Filling, 1);

  sounder_widgets_remove_children (box);

  filling->box = box;
  filling->contents = contents;
  g_object_set_data_full (G_OBJECT (box), "filling", filling, (GDestroyNotify) filling_free);
  if (fill_slice_cb (filling) == G_SOURCE_CONTINUE)
    filling->source_id = g_idle_add (fill_slice_cb, filling);
}
