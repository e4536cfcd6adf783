/* sounder-redaction-dialog.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-journal.h"
#include "mcp-redactor.h"

G_BEGIN_DECLS

typedef void (*SounderRedactionFunc) (gboolean save,
                                      gboolean redact,
                                      gpointer user_data);

void sounder_redaction_dialog_present (GtkWindow            *parent,
                                       McpJournal           *journal,
                                       McpRedactor          *redactor, /* (transfer full) */
                                       SounderRedactionFunc  answered,
                                       gpointer              user_data);

G_END_DECLS
