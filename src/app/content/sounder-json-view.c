/* sounder-json-view.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>


#include "sounder-json-path.h"
#include "sounder-json-view-private.h"
#include "sounder-page.h"
#include "sounder-read-text.h"
#include "sounder-template.h"
#include "sounder-widgets.h"

/**
 * SounderJsonView:
 *
 * Shows bytes as text, however many there are and whatever they hold.
 *
 * What takes long is done elsewhere: a worker prints what is big, and the text goes into the
 * buffer slice by slice from an idle. Long strings are elided and the whole is bounded; the
 * footer says so and has the buttons to see more. Printing that has been overtaken by other bytes
 * is cancelled or, when it is done already, dropped.
 *
 * How the text is made is in sounder-json-view-print.c, and what of that needs no widget in
 * sounder-rendering.c. Places in the text are shown by sounder-json-view-find.c.
 */

#define FIRST_LIMIT_BYTES   (512 * 1024)
#define MAX_STRING_BYTES    2048
/* A text view of more is slow to scroll. */
#define WHOLE_LIMIT_BYTES   (16 * 1024 * 1024)

G_DEFINE_FINAL_TYPE (SounderJsonView, sounder_json_view, ADW_TYPE_BIN)

enum {
  PROP_0,
  PROP_EDITABLE,
  PROP_LINE_NUMBERS,
  PROP_BUSY,
  PROP_LABEL,
  PROP_BYTES,
  PROP_WRAP,
  PROP_WHOLE,
  N_PROPS
};

enum {
  CHANGED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

static void
apply_style_scheme (SounderJsonView *self)
{
  GtkSourceStyleSchemeManager *manager = gtk_source_style_scheme_manager_get_default ();
  gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  GtkSourceStyleScheme *scheme;

  if (!self->dressed)
    return;

  /* A source view does not follow the dark style by itself. */
  scheme = gtk_source_style_scheme_manager_get_scheme (manager, dark ? "Adwaita-dark" : "Adwaita");
  gtk_source_buffer_set_style_scheme (self->buffer, scheme);
}

static void
apply_highlighting (SounderJsonView *self)
{
  GtkSourceLanguageManager *manager;
  GtkSourceLanguage *language = self->language;

  if (!self->dressed)
    return;

  manager = gtk_source_language_manager_get_default ();
  if (self->highlight)
    language = gtk_source_language_manager_get_language (manager, "json");

  gtk_source_buffer_set_language (self->buffer, language);
}

void
sounder_json_view_set_highlighting (SounderJsonView *self,
                                    gboolean         highlight)
{
  self->highlight = !!highlight;
  apply_highlighting (self);
}

static void
buffer_changed_cb (SounderJsonView *self)
{
  if (!self->filling)
    g_signal_emit (self, signals[CHANGED], 0);
}

static void
set_whole (SounderJsonView *self,
           gboolean         whole)
{
  if (self->whole == !!whole)
    return;

  self->whole = !!whole;
  self->max_bytes = whole ? WHOLE_LIMIT_BYTES : FIRST_LIMIT_BYTES;
  self->max_string_bytes = whole ? 0 : MAX_STRING_BYTES;
  if (self->bytes != NULL)
    sounder_json_view_print (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_WHOLE]);
}

static void
show_all_cb (GtkWidget  *widget,
             const char *action_name,
             GVariant   *parameter)
{
  set_whole (SOUNDER_JSON_VIEW (widget), TRUE);
}

static void
show_more_cb (GtkWidget  *widget,
              const char *action_name,
              GVariant   *parameter)
{
  SounderJsonView *self = SOUNDER_JSON_VIEW (widget);

  self->max_bytes *= 2;
  if (self->bytes != NULL)
    sounder_json_view_print (self);
}

static void
show_start_cb (GtkWidget  *widget,
               const char *action_name,
               GVariant   *parameter)
{
  SounderJsonView *self = SOUNDER_JSON_VIEW (widget);

  self->place = self->place_length = 0;
  if (self->bytes != NULL)
    sounder_json_view_print (self);
}

/* Paths count from the root: a part that begins later has none. */
static gboolean
has_paths (SounderJsonView *self)
{
  if (self->rendering == NULL)
    return self->bytes == NULL;

  return self->rendering->from == 0
         && (self->rendering->kind == SOUNDER_RENDERING_JSON
             || self->rendering->kind == SOUNDER_RENDERING_TEXT);
}

static void
copy_path_cb (GtkWidget  *widget,
              const char *action_name,
              GVariant   *parameter)
{
  SounderJsonView *self = SOUNDER_JSON_VIEW (widget);
  g_autofree char *path = sounder_json_view_dup_path (self);
  g_autofree char *text = NULL;

  if (path == NULL)
    return;

  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), path);
  /* Translators: %s is where a value is in a message, "$.result.content[0]" */
  text = g_strdup_printf (_("Copied %s"), path);
  gtk_widget_activate_action (widget, "session.toast", "s", text);
}

static void
sounder_json_view_dispose (GObject *object)
{
  SounderJsonView *self = SOUNDER_JSON_VIEW (object);

  sounder_json_view_stop (self);
  g_clear_pointer (&self->bytes, g_bytes_unref);

  G_OBJECT_CLASS (sounder_json_view_parent_class)->dispose (object);
}

static void
sounder_json_view_finalize (GObject *object)
{
  SounderJsonView *self = SOUNDER_JSON_VIEW (object);

  g_free (self->label);

  G_OBJECT_CLASS (sounder_json_view_parent_class)->finalize (object);
}

static void
set_wrap (SounderJsonView *self,
          gboolean         wrap)
{
  if (self->wrap == !!wrap)
    return;

  self->wrap = !!wrap;
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (self->source_view),
                               wrap ? GTK_WRAP_WORD_CHAR : GTK_WRAP_NONE);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_WRAP]);
}

static void
sounder_json_view_get_property (GObject    *object,
                                guint       prop_id,
                                GValue     *value,
                                GParamSpec *pspec)
{
  SounderJsonView *self = SOUNDER_JSON_VIEW (object);

  switch (prop_id)
    {
    case PROP_EDITABLE:
      g_value_set_boolean (value, sounder_json_view_get_editable (self));
      break;

    case PROP_LINE_NUMBERS:
      g_value_set_boolean (value, self->line_numbers);
      break;

    case PROP_BUSY:
      g_value_set_boolean (value, self->busy);
      break;

    case PROP_LABEL:
      g_value_set_string (value, self->label);
      break;

    case PROP_BYTES:
      g_value_set_boxed (value, self->bytes);
      break;

    case PROP_WRAP:
      g_value_set_boolean (value, self->wrap);
      break;

    case PROP_WHOLE:
      g_value_set_boolean (value, self->whole);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
sounder_json_view_set_property (GObject      *object,
                                guint         prop_id,
                                const GValue *value,
                                GParamSpec   *pspec)
{
  SounderJsonView *self = SOUNDER_JSON_VIEW (object);

  switch (prop_id)
    {
    case PROP_EDITABLE:
      sounder_json_view_set_editable (self, g_value_get_boolean (value));
      break;

    case PROP_LINE_NUMBERS:
      sounder_json_view_set_line_numbers (self, g_value_get_boolean (value));
      break;

    case PROP_LABEL:
      sounder_json_view_set_label (self, g_value_get_string (value));
      break;

    case PROP_WRAP:
      set_wrap (self, g_value_get_boolean (value));
      break;

    case PROP_WHOLE:
      set_whole (self, g_value_get_boolean (value));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
install_properties (GObjectClass *object_class)
{
  GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  /**
   * SounderJsonView:editable:
   *
   * Whether the user may change the text.
   */
  properties[PROP_EDITABLE] = g_param_spec_boolean ("editable", NULL, NULL, FALSE, flags);

  /**
   * SounderJsonView:line-numbers:
   *
   * Whether lines are numbered.
   */
  properties[PROP_LINE_NUMBERS] = g_param_spec_boolean ("line-numbers", NULL, NULL, TRUE, flags);

  /**
   * SounderJsonView:busy:
   *
   * Whether what is shown is not yet all that shall be shown.
   */
  properties[PROP_BUSY] =
    g_param_spec_boolean ("busy", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);

  /**
   * SounderJsonView:label:
   *
   * What assistive technology calls the text.
   */
  properties[PROP_LABEL] = g_param_spec_string ("label", NULL, NULL, NULL, flags);

  /**
   * SounderJsonView:bytes:
   *
   * What is shown.
   */
  properties[PROP_BYTES] = g_param_spec_boxed ("bytes", NULL, NULL, G_TYPE_BYTES,
                                               G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);

  /**
   * SounderJsonView:wrap:
   *
   * Whether lines go on below where they end.
   */
  properties[PROP_WRAP] = g_param_spec_boolean ("wrap", NULL, NULL, FALSE, flags);

  /**
   * SounderJsonView:whole:
   *
   * Whether long strings and long texts are shown whole, up to 16 MiB.
   */
  properties[PROP_WHOLE] = g_param_spec_boolean ("whole", NULL, NULL, FALSE, flags);

  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
sounder_json_view_map (GtkWidget *widget)
{
  SounderJsonView *self = SOUNDER_JSON_VIEW (widget);

  if (!self->dressed)
    {
      self->dressed = TRUE;
      apply_style_scheme (self);
      apply_highlighting (self);
    }

  GTK_WIDGET_CLASS (sounder_json_view_parent_class)->map (widget);
}

static void
sounder_json_view_class_init (SounderJsonViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = sounder_json_view_dispose;
  object_class->finalize = sounder_json_view_finalize;
  object_class->get_property = sounder_json_view_get_property;
  object_class->set_property = sounder_json_view_set_property;
  widget_class->map = sounder_json_view_map;

  install_properties (object_class);

  /**
   * SounderJsonView::changed:
   * @self: the view
   *
   * The user has edited the text.
   */
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);

  g_type_ensure (GTK_SOURCE_TYPE_VIEW);
  g_type_ensure (GTK_SOURCE_TYPE_BUFFER);

  sounder_template_set (widget_class, "sounder-json-view.ui");
  sounder_template_bind (widget_class, SounderJsonView, scroller, source_view, extra_menu, buffer, footer, status_label,
                         all_button, more_button, back_button);
  sounder_template_connect (widget_class, buffer_changed_cb);

  gtk_widget_class_install_action (widget_class, "json.show-all", NULL, show_all_cb);
  gtk_widget_class_install_action (widget_class, "json.show-more", NULL, show_more_cb);
  gtk_widget_class_install_action (widget_class, "json.show-start", NULL, show_start_cb);
  gtk_widget_class_install_action (widget_class, "json.copy-path", NULL, copy_path_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK | GDK_SHIFT_MASK,
                                       "json.copy-path", NULL);
}

static void
sounder_json_view_init (SounderJsonView *self)
{
  self->max_bytes = FIRST_LIMIT_BYTES;
  self->max_string_bytes = MAX_STRING_BYTES;

  gtk_widget_init_template (GTK_WIDGET (self));

  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark",
                           G_CALLBACK (apply_style_scheme), self, G_CONNECT_SWAPPED);
  sounder_page_let_verb_through (GTK_TEXT_VIEW (self->source_view));
  sounder_read_text_set_menu (GTK_WIDGET (self->source_view), self->extra_menu);
  self->highlight = TRUE;
  self->line_numbers = TRUE;
  sounder_json_view_update_line_numbers (self);
}

GtkWidget *
sounder_json_view_new (void)
{
  return g_object_new (SOUNDER_TYPE_JSON_VIEW, NULL);
}

/**
 * sounder_json_view_set_bytes:
 * @bytes: (nullable): what to show; %NULL clears
 *
 * Shows bytes. What is big appears later, see SounderJsonView:busy.
 */
void
sounder_json_view_set_bytes (SounderJsonView *self,
                             GBytes          *bytes)
{
  g_return_if_fail (SOUNDER_IS_JSON_VIEW (self));

  if (self->bytes == bytes && bytes != NULL)
    return;

  if (bytes != NULL)
    g_bytes_ref (bytes);
  g_clear_pointer (&self->bytes, g_bytes_unref);
  self->bytes = bytes;
  self->place = self->place_length = 0;
  self->max_bytes = self->whole ? WHOLE_LIMIT_BYTES : FIRST_LIMIT_BYTES;
  self->max_string_bytes = self->whole ? 0 : MAX_STRING_BYTES;

  sounder_json_view_print (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BYTES]);
}

GBytes *
sounder_json_view_get_bytes (SounderJsonView *self)
{
  g_return_val_if_fail (SOUNDER_IS_JSON_VIEW (self), NULL);

  return self->bytes;
}

/**
 * sounder_json_view_set_text:
 * @text: (nullable): UTF-8
 *
 * Shows text: in an editable view as it is, else as sounder_json_view_set_bytes() does.
 */
void
sounder_json_view_set_text (SounderJsonView *self,
                            const char      *text)
{
  g_return_if_fail (SOUNDER_IS_JSON_VIEW (self));

  if (!sounder_json_view_get_editable (self))
    {
      g_autoptr (GBytes) bytes = NULL;

      if (text != NULL)
        bytes = g_bytes_new (text, strlen (text));
      sounder_json_view_set_bytes (self, bytes);
      return;
    }

  sounder_json_view_put_text (self, text != NULL ? text : "");
}

char *
sounder_json_view_dup_text (SounderJsonView *self)
{
  GtkTextIter start;
  GtkTextIter end;

  g_return_val_if_fail (SOUNDER_IS_JSON_VIEW (self), NULL);

  gtk_text_buffer_get_bounds (GTK_TEXT_BUFFER (self->buffer), &start, &end);

  return gtk_text_buffer_get_text (GTK_TEXT_BUFFER (self->buffer), &start, &end, TRUE);
}

/**
 * sounder_json_view_dup_path:
 *
 * Gets which value the cursor is at.
 *
 * Returns: (transfer full) (nullable): a JSON path, "$.result.content[0]"; %NULL in what is no JSON
 */
char *
sounder_json_view_dup_path (SounderJsonView *self)
{
  GtkTextBuffer *buffer;
  GtkTextIter start;
  GtkTextIter cursor;
  GtkTextIter end;
  g_autofree char *before = NULL;
  g_autofree char *text = NULL;
  char first;

  g_return_val_if_fail (SOUNDER_IS_JSON_VIEW (self), NULL);

  if (!has_paths (self))
    return NULL;

  buffer = GTK_TEXT_BUFFER (self->buffer);
  gtk_text_buffer_get_start_iter (buffer, &start);
  gtk_text_buffer_get_iter_at_mark (buffer, &cursor, gtk_text_buffer_get_insert (buffer));
  end = cursor;
  if (!gtk_text_iter_ends_line (&end))
    gtk_text_iter_forward_to_line_end (&end);
  before = gtk_text_buffer_get_text (buffer, &start, &cursor, TRUE);
  text = gtk_text_buffer_get_text (buffer, &start, &end, TRUE);
  first = text[strspn (text, " \t\r\n")];
  if (first != '{' && first != '[')
    return NULL;

  return sounder_json_path_at (text, strlen (text), strlen (before));
}

void
sounder_json_view_set_editable (SounderJsonView *self,
                                gboolean         editable)
{
  g_return_if_fail (SOUNDER_IS_JSON_VIEW (self));

  if (sounder_json_view_get_editable (self) == !!editable)
    return;

  gtk_text_view_set_editable (GTK_TEXT_VIEW (self->source_view), editable);
  sounder_json_view_update_line_numbers (self);
  gtk_text_buffer_set_enable_undo (GTK_TEXT_BUFFER (self->buffer), editable);
  gtk_source_buffer_set_highlight_matching_brackets (self->buffer, editable);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_EDITABLE]);
}

gboolean
sounder_json_view_get_editable (SounderJsonView *self)
{
  g_return_val_if_fail (SOUNDER_IS_JSON_VIEW (self), FALSE);

  return gtk_text_view_get_editable (GTK_TEXT_VIEW (self->source_view));
}

void
sounder_json_view_set_line_numbers (SounderJsonView *self,
                                    gboolean         line_numbers)
{
  g_return_if_fail (SOUNDER_IS_JSON_VIEW (self));

  if (self->line_numbers == !!line_numbers)
    return;

  self->line_numbers = !!line_numbers;
  sounder_json_view_update_line_numbers (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LINE_NUMBERS]);
}

/**
 * sounder_json_view_set_label:
 * @label: what the text is: "Request"
 *
 * Names the text for assistive technology.
 */
void
sounder_json_view_set_label (SounderJsonView *self,
                             const char      *label)
{
  g_return_if_fail (SOUNDER_IS_JSON_VIEW (self));
  g_return_if_fail (label != NULL);

  if (g_strcmp0 (self->label, label) == 0)
    return;

  g_free (self->label);
  self->label = g_strdup (label);
  sounder_widgets_set_spoken (self->source_view, self->label);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LABEL]);
}

/**
 * sounder_json_view_set_text_style:
 * @language: (nullable): what text is written in that is no JSON
 * @is_prose: whether it is set in a font for reading, without a frame
 *
 * Sets how text is shown.
 */
void
sounder_json_view_set_text_style (SounderJsonView   *self,
                                  GtkSourceLanguage *language,
                                  gboolean           is_prose)
{
  g_return_if_fail (SOUNDER_IS_JSON_VIEW (self));

  self->language = language;
  apply_highlighting (self);
  gtk_text_view_set_monospace (GTK_TEXT_VIEW (self->source_view), !is_prose);
  if (is_prose)
    gtk_widget_add_css_class (GTK_WIDGET (self), "prose");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "prose");
}

/**
 * sounder_json_view_set_max_height:
 * @pixels: how high it is at most, if it is given no more
 *
 * Makes the view as high as its text, on a page that scrolls.
 */
void
sounder_json_view_set_max_height (SounderJsonView *self,
                                  int              pixels)
{
  g_return_if_fail (SOUNDER_IS_JSON_VIEW (self));

  gtk_scrolled_window_set_propagate_natural_height (self->scroller, TRUE);
  gtk_scrolled_window_set_max_content_height (self->scroller, pixels);
  sounder_read_text_keep_height (GTK_TEXT_VIEW (self->source_view));
}
