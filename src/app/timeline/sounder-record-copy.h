/* sounder-record-copy.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "mcp-session.h"

G_BEGIN_DECLS

/* Puts what a record holds on the clipboard, whatever its size, and says so in a toast. */
void sounder_record_copy_bytes  (GtkWidget *widget,
                                 McpRecord *record);  /* exactly as they crossed */
void sounder_record_copy_pretty (GtkWidget *widget,
                                 McpRecord *record);  /* JSON printed; no token changed */
void sounder_record_copy_id     (GtkWidget *widget,
                                 McpRecord *record);  /* the JSON token */
void sounder_record_copy_command (GtkWidget  *widget,
                                  McpRecord  *record,
                                  McpSession *session); /* that sends it again, or the request it answers */
void sounder_record_copy_several (GtkWidget *widget,
                                  McpJournal *journal,
                                  GArray     *serials,   /* of guint */
                                  gboolean    pretty);
void sounder_record_copy_curl    (GtkWidget  *widget,
                                  McpRecord  *record);  /* the HTTP request it belongs to */
gboolean sounder_record_has_curl (McpRecord  *record);

G_END_DECLS
