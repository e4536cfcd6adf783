/* sounder-redaction-dialog.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-export.h"
#include "mcp-journal.h"
#include "mcp-redactor.h"

G_BEGIN_DECLS

/* What of a session is written, and how. */
typedef struct
{
  gboolean        as_export;   /* for other programs, else a recording */
  McpExportFormat format;      /* of an export */
  gboolean        as_spans;    /* of an export: in no such format, but as OTLP */
  gboolean        is_http;     /* all messages crossed HTTP */
  gboolean        only_shown;  /* of an export: what the filter shows */
  gboolean        only_selected; /* of an export: the selected rows */
  gboolean        redact;
} SounderSaveChoice;

typedef void (*SounderRedactionFunc) (const SounderSaveChoice *choice,     /* (nullable): given up */
                                      gpointer                 user_data);

GtkWidget *sounder_redaction_dialog_new (GtkWindow            *parent,
                                         McpJournal           *journal,
                                         McpRedactor          *redactor, /* (transfer full) */
                                         const SounderSaveChoice *proposal,
                                         gboolean              filtered,
                                         SounderRedactionFunc  answered,
                                         gpointer              user_data);

G_END_DECLS
