/* mcp-export-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-export.h"
#include "mcp-spool.h"

G_BEGIN_DECLS

/*
 * An export has two halves. The source walks through the journal and gives an item for each record
 * that is wanted: all that is needed of it, for a worker too. The writer makes text of the items.
 */
typedef struct
{
  McpRecordKind  kind;
  McpChannel     channel;
  McpDirection   direction;
  gint64         wall_usec;
  gint64         time_usec;
  gint64         latency_usec;  /* below 0: none */
  char          *method;        /* (nullable) */
  guint          exchange;      /* of an archive's entry; 0: it is no part of one */
  GBytes        *bytes;         /* (nullable): else they are in the file of @spool */
  McpSpool      *spool;
  guint64        offset;
  gsize          length;
} McpExportItem;

typedef enum {
  MCP_EXPORT_ITEM,     /* there is one */
  MCP_EXPORT_NOTHING,  /* one more record was looked at */
  MCP_EXPORT_END,
} McpExportStep;

typedef struct _McpExportSource McpExportSource;
typedef struct _McpExportWriter McpExportWriter;
typedef struct _McpExportHar McpExportHar;

void             mcp_export_item_clear          (McpExportItem   *self);
GBytes          *mcp_export_item_read           (const McpExportItem *self); /* (nullable) */

/* mcp-export-source.c */
McpExportSource *mcp_export_source_new          (McpJournal      *journal,
                                                 McpExportFormat  format,
                                                 GArray          *serials);
void             mcp_export_source_free         (McpExportSource *self);
McpExportStep    mcp_export_source_next         (McpExportSource *self,
                                                 McpExportItem   *item);
double           mcp_export_source_get_progress (McpExportSource *self);

/* mcp-export.c */
McpExportWriter *mcp_export_writer_new          (McpExportFormat  format,
                                                 McpRedactor     *redactor,
                                                 McpExportSink    sink,
                                                 gpointer         user_data);
void             mcp_export_writer_free         (McpExportWriter *self);
gboolean         mcp_export_writer_add          (McpExportWriter *self,
                                                 const McpExportItem *item);
gboolean         mcp_export_writer_end          (McpExportWriter *self);

/* mcp-export-har.c */
McpExportHar    *mcp_export_har_new             (McpRedactor     *redactor);
void             mcp_export_har_free            (McpExportHar    *self);
gboolean         mcp_export_har_add             (McpExportHar    *self,
                                                 const McpExportItem *item,
                                                 GString         *out);
void             mcp_export_har_end             (McpExportHar    *self,
                                                 GString         *out);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpExportSource, mcp_export_source_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpExportWriter, mcp_export_writer_free)

G_END_DECLS
