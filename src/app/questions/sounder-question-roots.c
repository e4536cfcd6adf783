/* sounder-question-roots.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "sounder-question-roots.h"
#include "sounder-roots-editor.h"

struct _SounderQuestionRoots
{
  SounderQuestionBody  parent_instance;

  SounderRootsEditor  *editor;
};

G_DEFINE_FINAL_TYPE (SounderQuestionRoots, sounder_question_roots, SOUNDER_TYPE_QUESTION_BODY)

static void
sounder_question_roots_build (SounderQuestionBody *body)
{
  SounderQuestionRoots *self = SOUNDER_QUESTION_ROOTS (body);

  self->editor = SOUNDER_ROOTS_EDITOR (sounder_roots_editor_new ());
  sounder_roots_editor_set_roots (
    self->editor, mcp_session_get_profile (sounder_question_body_get_session (body)));
  adw_bin_set_child (ADW_BIN (self), GTK_WIDGET (self->editor));
}

static const char *
sounder_question_roots_get_label (SounderQuestionBody *body)
{
  return _("_Send");
}

static char *
sounder_question_roots_dup_result (SounderQuestionBody  *body,
                                   GError              **error)
{
  g_autoptr (GPtrArray) roots =
    sounder_roots_editor_dup_roots (SOUNDER_QUESTION_ROOTS (body)->editor);

  return mcp_roots_to_result ((McpRoot **) roots->pdata, roots->len);
}

static void
sounder_question_roots_class_init (SounderQuestionRootsClass *klass)
{
  SounderQuestionBodyClass *body_class = SOUNDER_QUESTION_BODY_CLASS (klass);

  body_class->build = sounder_question_roots_build;
  body_class->get_label = sounder_question_roots_get_label;
  body_class->dup_result = sounder_question_roots_dup_result;
}

static void
sounder_question_roots_init (SounderQuestionRoots *self)
{
}
