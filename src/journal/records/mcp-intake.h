/* mcp-intake.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-journal.h"
#include "mcp-spool.h"

G_BEGIN_DECLS

/* Reads a file into a journal: a thread parses, the main loop indexes. Internal to the layer. */
typedef struct _McpIntake McpIntake;

/* What the thread finds beside records and remarks, in place of a kind. */
typedef enum {
  MCP_INTAKE_BATCH_ANSWER = 0xe0, /* the id of one answer in the batch @serial; size is its kind */
} McpIntakeKind;

/* A record or a remark: what the spool says of it, and what was read from its bytes. */
typedef struct
{
  McpSpoolHeader header;
  guint64        offset;        /* of the bytes in the spool */
  gsize          texts;         /* where these three stand in the batch, one behind the other */
  guint32        id_length;
  guint32        method_length;
  guint32        name_length;   /* or of the remark's own bytes */
  guint32        id_offset;     /* in the message */
  guint          http_status;
  gboolean       has_bytes;     /* FALSE: it never got any */
} McpIntakeItem;

/* Runs in the thread until the file is read. The error ends the intake. */
typedef gboolean (*McpIntakeFunc) (McpIntake  *intake,
                                   gpointer    user_data,
                                   GError    **error);

/* In the main loop. */
McpIntake *mcp_intake_start         (McpJournal      *journal,  /* not held */
                                     McpIntakeFunc    func,
                                     gpointer         user_data,
                                     GDestroyNotify   destroy);
void       mcp_intake_free          (McpIntake       *self);    /* waits for the thread */
double     mcp_intake_get_progress  (McpIntake       *self);

/* In the thread. */
void       mcp_intake_add           (McpIntake           *self,
                                     const McpIntakeItem *item,
                                     const char          *id,
                                     const char          *method,
                                     const char          *name);
void       mcp_intake_add_record    (McpIntake           *self,
                                     McpIntakeItem       *item,
                                     const char          *message,
                                     gsize                length);
void       mcp_intake_push          (McpIntake           *self,
                                     guint64              spool_end);
guint      mcp_intake_get_n_free    (McpIntake           *self);
void       mcp_intake_set_progress  (McpIntake           *self,
                                     guint64              done,
                                     guint64              total);
gboolean   mcp_intake_is_cancelled  (McpIntake           *self);
gboolean   mcp_intake_pause         (McpIntake           *self,
                                     guint                msec);
void       mcp_intake_set_live      (McpIntake           *self,
                                     gboolean             live);

/* mcp-journal-index.c: in the main loop, from the intake. */
void       mcp_journal_index        (McpJournal          *self,
                                     const McpIntakeItem *item,
                                     const char          *texts);
void       mcp_journal_intake_moved (McpJournal          *self,
                                     guint64              spool_end);
void       mcp_journal_intake_ended (McpJournal          *self,
                                     const GError        *error);
void       mcp_journal_set_live     (McpJournal          *self,
                                     gboolean             live);
void       mcp_journal_set_loaded   (McpJournal          *self);

McpJournal *mcp_journal_new_for_spool (McpSpool           *spool,    /* (transfer full) */
                                     gint64              start_usec,
                                     gint64              start_wall_usec);
void       mcp_journal_load         (McpJournal          *self,
                                     McpIntakeFunc        func,
                                     gpointer             user_data,
                                     GDestroyNotify       destroy);

/* mcp-spool-scan.c: what reads a spool. */
gpointer      mcp_spool_scan_new    (McpSpool            *spool,
                                     gboolean             follow);
void          mcp_spool_scan_free   (gpointer             scan);
gboolean      mcp_spool_scan_run    (McpIntake           *intake,
                                     gpointer             scan,
                                     GError             **error);

G_END_DECLS
