/* sounder-question-result.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-json.h"
#include "sounder-json-view.h"
#include "sounder-question-result.h"

struct _SounderQuestionResult
{
  SounderQuestionBody  parent_instance;

  SounderJsonView     *editor;
};

G_DEFINE_FINAL_TYPE (SounderQuestionResult, sounder_question_result, SOUNDER_TYPE_QUESTION_BODY)

/**
 * sounder_question_result_read:
 * @text: what an editor holds
 *
 * Reads text as a result, token for token.
 *
 * Returns: (transfer full) (nullable): a JSON object on one line, or %NULL with %MCP_ERROR_USAGE
 */
char *
sounder_question_result_read (const char  *text,
                              GError     **error)
{
  g_autoptr (GError) reason = NULL;

  if (!mcp_json_validate (text, -1, &reason))
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, _("The answer cannot be read: %s"),
                   reason->message);
      return NULL;
    }
  if (mcp_json_get_type (text, strlen (text)) != MCP_JSON_OBJECT)
    {
      g_set_error_literal (error, MCP_ERROR, MCP_ERROR_USAGE, _("The answer must be a JSON object"));
      return NULL;
    }

  return mcp_json_one_line (text, strlen (text), NULL);
}

static void
sounder_question_result_build (SounderQuestionBody *body)
{
  SounderQuestionResult *self = SOUNDER_QUESTION_RESULT (body);
  GtkWidget *card = adw_bin_new ();

  self->editor = SOUNDER_JSON_VIEW (sounder_json_view_new ());
  sounder_json_view_set_editable (self->editor, TRUE);
  sounder_json_view_set_label (self->editor, _("The answer as JSON"));
  sounder_json_view_set_text (self->editor, "{}");
  gtk_widget_set_size_request (GTK_WIDGET (self->editor), -1, 160);
  gtk_widget_set_overflow (card, GTK_OVERFLOW_HIDDEN);
  gtk_widget_add_css_class (card, "card");
  adw_bin_set_child (ADW_BIN (card), GTK_WIDGET (self->editor));
  adw_bin_set_child (ADW_BIN (self), card);
}

static const char *
sounder_question_result_get_label (SounderQuestionBody *body)
{
  return _("_Send");
}

static char *
sounder_question_result_dup_result (SounderQuestionBody  *body,
                                    GError              **error)
{
  g_autofree char *text = sounder_json_view_dup_text (SOUNDER_QUESTION_RESULT (body)->editor);

  return sounder_question_result_read (text, error);
}

static char *
sounder_question_result_dup_draft (SounderQuestionBody *body)
{
  return sounder_json_view_dup_text (SOUNDER_QUESTION_RESULT (body)->editor);
}

static void
sounder_question_result_load_draft (SounderQuestionBody *body,
                                    const char          *draft)
{
  sounder_json_view_set_text (SOUNDER_QUESTION_RESULT (body)->editor, draft);
}

static void
sounder_question_result_class_init (SounderQuestionResultClass *klass)
{
  SounderQuestionBodyClass *body_class = SOUNDER_QUESTION_BODY_CLASS (klass);

  body_class->build = sounder_question_result_build;
  body_class->get_label = sounder_question_result_get_label;
  body_class->dup_result = sounder_question_result_dup_result;
  body_class->dup_draft = sounder_question_result_dup_draft;
  body_class->load_draft = sounder_question_result_load_draft;
}

static void
sounder_question_result_init (SounderQuestionResult *self)
{
}
