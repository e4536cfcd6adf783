/* sounder-command-text.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-risk.h"
#include "mcp-summary.h"
#include "sounder-command-text.h"
#include "sounder-widgets.h"

/*
 * What would be run or reached, whole: an argument a line, and what is dangerous in it marked there
 * and told in words.
 */

/* A line that is longer is laid out in parts. */
#define MAX_LINE_BYTES 4000
/* How much of a command is shown without scrolling; and how much fits on a line. */
#define MAX_LINES  9
#define LINE_CHARS 50
/* Of what is quoted below the command; that has it whole. */
#define MAX_QUOTED_CHARS 80

/* What is shown, and where. */
typedef struct
{
  McpProfile          *profile;
  GPtrArray           *risks;  /* of McpRisk */
  GtkTextView         *view;
  AdwPreferencesGroup *group;  /* of the words */
} Shown;

/* --- The command --- */

/* What marks a risk, by its grade. */
static const char *const risk_tags[] = { "good-to-know", "to-look-at", "danger" };

/* How a byte of a text is marked: as the worst of what it is in. */
static const char *
get_tag (const Shown  *self,
         McpRiskPlace  place,
         guint         index,
         gsize         at)
{
  const char *tag = "plain";
  int worst = -1;

  for (guint i = 0; i < self->risks->len; i++)
    {
      const McpRisk *risk = self->risks->pdata[i];

      if (risk->place == place && risk->index == index && at >= risk->start
          && at < risk->start + risk->length && (int) risk->grade > worst)
        {
          worst = risk->grade;
          tag = risk_tags[worst];
        }
    }

  return tag;
}

/* How far it goes on as it is at @at, and as a line may be laid out. */
static gsize
find_end (const Shown  *self,
          McpRiskPlace  place,
          guint         index,
          const char   *text,
          gsize         length,
          gsize         at)
{
  gsize end = MIN (length, at + MAX_LINE_BYTES);

  for (guint i = 0; i < self->risks->len; i++)
    {
      const McpRisk *risk = self->risks->pdata[i];

      if (risk->place != place || risk->index != index)
        continue;
      if (risk->start > at)
        end = MIN (end, risk->start);
      if (risk->start + risk->length > at)
        end = MIN (end, risk->start + risk->length);
    }
  while (end < length && end > at + 1 && (text[end] & 0xc0) == 0x80)
    end--;

  return end;
}

static void
append_note (const Shown *self,
             const char  *text)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->view);
  GtkTextIter end;

  gtk_text_buffer_get_end_iter (buffer, &end);
  gtk_text_buffer_insert_with_tags_by_name (buffer, &end, text, -1, "note", NULL);
}

static void
append_text (const Shown  *self,
             McpRiskPlace  place,
             guint         index,
             const char   *text)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->view);
  gsize length = strlen (text);
  gsize on_line = 0;
  GtkTextIter end;

  for (gsize at = 0; at < length;)
    {
      gsize next = find_end (self, place, index, text, length, at);
      g_autofree char *visible = mcp_format_exact (text + at, next - at);

      if (on_line + (next - at) > MAX_LINE_BYTES)
        {
          append_note (self, "\n… ");
          on_line = 0;
        }
      gtk_text_buffer_get_end_iter (buffer, &end);
      gtk_text_buffer_insert_with_tags_by_name (buffer, &end, visible, -1,
                                                get_tag (self, place, index, at), NULL);
      on_line += next - at;
      at = next;
    }

  /* Translators: in place of an argument that is an empty text. */
  if (length == 0)
    append_note (self, _("(empty)"));
}

/* What goes on in the next line is set in, so that arguments are told apart. */
static void
create_tags (GtkTextBuffer *buffer)
{
  gtk_text_buffer_create_tag (buffer, "plain", "indent", -24, NULL);
  gtk_text_buffer_create_tag (buffer, "good-to-know", "indent", -24, "underline",
                              PANGO_UNDERLINE_SINGLE, NULL);
  gtk_text_buffer_create_tag (buffer, "to-look-at", "indent", -24, "background", "#f8e45c",
                              "foreground", "#000000", "underline", PANGO_UNDERLINE_SINGLE, NULL);
  gtk_text_buffer_create_tag (buffer, "danger", "indent", -24, "background", "#c01c28",
                              "foreground", "#ffffff", "underline", PANGO_UNDERLINE_DOUBLE, NULL);
  gtk_text_buffer_create_tag (buffer, "note", "indent", -24, "style", PANGO_STYLE_ITALIC, NULL);
}

/* The variables or headers, below a line that says so. */
static void
show_settings (const Shown *self)
{
  gboolean is_stdio = mcp_profile_is_stdio (self->profile);
  char *setting;

  for (guint i = 0; (setting = mcp_risks_dup_setting (self->profile, i)) != NULL; i++)
    {
      if (i == 0)
        {
          append_note (self, "\n\n");
          append_note (self, is_stdio ? _("with the variables") : _("with the headers"));
        }
      append_note (self, "\n");
      append_text (self, is_stdio ? MCP_RISK_VARIABLE : MCP_RISK_SENT, i, setting);
      g_free (setting);
    }
}

static void
show_command (const Shown *self)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->view);
  const char * const *argv = mcp_profile_get_argv (self->profile);

  gtk_text_buffer_set_text (buffer, "", 0);
  if (gtk_text_tag_table_lookup (gtk_text_buffer_get_tag_table (buffer), "plain") == NULL)
    create_tags (buffer);
  if (!mcp_profile_is_stdio (self->profile))
    append_text (self, MCP_RISK_URL, 0, mcp_profile_get_url (self->profile));
  for (guint i = 0; mcp_profile_is_stdio (self->profile) && argv[i] != NULL; i++)
    {
      if (i > 0)
        append_note (self, "\n");
      append_text (self, MCP_RISK_ARGUMENT, i, argv[i]);
    }
  show_settings (self);
}

/*
 * As high as the text is, about, for a text view does not know it before it is laid out; beyond
 * some lines it scrolls.
 */
static void
set_height (const Shown       *self,
            GtkScrolledWindow *scroller)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->view);
  int n_lines = gtk_text_buffer_get_char_count (buffer) / LINE_CHARS + gtk_text_buffer_get_line_count (buffer);

  gtk_scrolled_window_set_min_content_height (scroller, 24 + 24 * MIN (n_lines, MAX_LINES));
}

/* --- In words --- */

/* What a risk is about, short enough to be quoted. */
static char *
dup_quoted (const Shown *self,
            const McpRisk *risk)
{
  const char *whole = NULL;
  g_autofree char *part = NULL;
  g_autofree char *visible = NULL;

  switch (risk->place)
    {
    case MCP_RISK_ARGUMENT:
      whole = mcp_profile_get_argv (self->profile)[risk->index];
      break;
    case MCP_RISK_CWD:
      whole = mcp_profile_get_settings (self->profile)->cwd;
      break;
    case MCP_RISK_VARIABLE:
      /* The value decides what the variable does. */
      part = mcp_risks_dup_setting (self->profile, risk->index);
      return mcp_format_label (part, FALSE);
    case MCP_RISK_SENT:
      return mcp_format_label (risk->sent, FALSE);
    case MCP_RISK_URL:
    default:
      whole = mcp_profile_get_url (self->profile);
    }

  part = g_strndup (whole + risk->start, MIN (risk->length, 4 * MAX_QUOTED_CHARS));
  visible = mcp_format_exact (part, -1);
  if (g_utf8_strlen (visible, -1) > MAX_QUOTED_CHARS)
    {
      g_autofree char *cut = g_utf8_substring (visible, 0, MAX_QUOTED_CHARS);

      return g_strconcat (cut, "…", NULL);
    }

  return g_steal_pointer (&visible);
}

/* Those that a group has. */
static GPtrArray *
get_rows (AdwPreferencesGroup *group)
{
  GPtrArray *rows = g_object_get_data (G_OBJECT (group), "sounder-rows");

  if (rows == NULL)
    {
      rows = g_ptr_array_new ();
      g_object_set_data_full (G_OBJECT (group), "sounder-rows", rows, (GDestroyNotify) g_ptr_array_unref);
    }

  return rows;
}

static void
add_risk_row (const Shown  *self,
              McpRiskGrade  grade,
              const char   *text,
              const char   *quoted)
{
  static const struct
  {
    const char *icon_name;
    const char *css_class;
  } looks[] = {
    [MCP_RISK_PLAIN] = { "dialog-information-symbolic", "dim-label" },
    [MCP_RISK_LOOK] = { "dialog-warning-symbolic", "state-slow" },
    [MCP_RISK_DANGER] = { "dialog-error-symbolic", "state-failed" },
  };
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *icon = gtk_image_new_from_icon_name (looks[grade].icon_name);

  gtk_widget_set_tooltip_text (icon, mcp_risk_grade_get_title (grade));
  sounder_widgets_set_spoken (icon, mcp_risk_grade_get_title (grade));
  g_object_set (row, "use-markup", FALSE, NULL);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), text);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), quoted);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 0);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 0);
  gtk_widget_add_css_class (icon, looks[grade].css_class);
  adw_action_row_add_prefix (ADW_ACTION_ROW (row), icon);
  adw_preferences_group_add (self->group, row);
  g_ptr_array_add (get_rows (self->group), row);
}

static void
show_risks_of_grade (const Shown  *self,
                     McpRiskGrade  grade)
{
  for (guint i = 0; i < self->risks->len; i++)
    {
      const McpRisk *risk = self->risks->pdata[i];
      g_autoptr (GPtrArray) quoted = g_ptr_array_new_with_free_func (g_free);
      g_autofree char *list = NULL;
      gboolean seen = risk->grade != grade;

      for (guint j = 0; j < i; j++)
        seen = seen || g_str_equal (((const McpRisk *) self->risks->pdata[j])->text, risk->text);
      if (seen)
        continue;

      for (guint j = i; j < self->risks->len; j++)
        {
          char *one = g_str_equal (((const McpRisk *) self->risks->pdata[j])->text, risk->text)
                        ? dup_quoted (self, self->risks->pdata[j])
                        : NULL;

          if (one != NULL && !g_ptr_array_find_with_equal_func (quoted, one, g_str_equal, NULL))
            g_ptr_array_add (quoted, one);
          else
            g_free (one);
        }
      g_ptr_array_add (quoted, NULL);
      list = g_strjoinv ("\n", (char **) quoted->pdata);
      add_risk_row (self, grade, risk->text, list);
    }
}

/* The worst first. */
static void
show_risks (const Shown *self)
{
  GPtrArray *rows = get_rows (self->group);

  for (guint i = 0; i < rows->len; i++)
    adw_preferences_group_remove (self->group, rows->pdata[i]);
  g_ptr_array_set_size (rows, 0);
  adw_preferences_group_set_title (self->group,
                                   mcp_risk_grade_get_title (mcp_risks_get_grade (self->risks)));
  for (int grade = MCP_RISK_DANGER; grade >= MCP_RISK_PLAIN; grade--)
    show_risks_of_grade (self, grade);
  gtk_widget_set_visible (GTK_WIDGET (self->group), self->risks->len > 0);
}

/**
 * sounder_command_text_show:
 * @view: a text for this alone
 * @scroller: what it is in
 * @profile: what would be run or reached
 * @risks: (element-type McpRisk): what is dangerous in it
 *
 * Shows the whole command line, an argument a line, or the address. What is dangerous is marked
 * where it stands.
 */
void
sounder_command_text_show (GtkTextView       *view,
                           GtkScrolledWindow *scroller,
                           McpProfile        *profile,
                           GPtrArray         *risks)
{
  Shown self = { .profile = profile, .risks = risks, .view = view };

  g_return_if_fail (GTK_IS_TEXT_VIEW (view));
  g_return_if_fail (MCP_IS_PROFILE (profile));

  show_command (&self);
  set_height (&self, scroller);
}

/**
 * sounder_command_text_show_risks:
 * @group: a group for this alone, which is hidden when there is nothing to say
 * @profile: what would be run or reached
 * @risks: (element-type McpRisk): what is dangerous in it
 *
 * Says what is dangerous: a row for each sentence, with all that it is about.
 */
void
sounder_command_text_show_risks (AdwPreferencesGroup *group,
                                 McpProfile          *profile,
                                 GPtrArray           *risks)
{
  Shown self = { .profile = profile, .risks = risks, .group = group };

  g_return_if_fail (ADW_IS_PREFERENCES_GROUP (group));
  g_return_if_fail (MCP_IS_PROFILE (profile));

  show_risks (&self);
}
