/* mcp-recording-reader.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-intake.h"
#include "mcp-query.h"

G_BEGIN_DECLS

/* Reads the lines of a recording into a spool, in a thread. Internal to the layer. */
typedef struct _McpRecordingReader McpRecordingReader;

McpRecordingReader *mcp_recording_reader_new            (GInputStream       *stream);
McpRecordingReader *mcp_recording_reader_ref            (McpRecordingReader *self);
void                mcp_recording_reader_unref          (McpRecordingReader *self);
char               *mcp_recording_reader_read_head      (McpRecordingReader *self,
                                                         gsize              *length,
                                                         GCancellable       *cancellable,
                                                         GError            **error); /* (transfer full) */
void                mcp_recording_reader_set_target     (McpRecordingReader *self,
                                                         McpSpool           *spool,
                                                         gint64              start_usec,
                                                         gint64              start_wall_usec,
                                                         guint64             file_bytes);
void                mcp_recording_reader_set_query      (McpRecordingReader *self,
                                                         McpQuery           *query);
gboolean            mcp_recording_reader_run            (McpIntake          *intake,
                                                         gpointer            reader,
                                                         GError            **error);
guint               mcp_recording_reader_get_n_problems (McpRecordingReader *self);
GPtrArray          *mcp_recording_reader_dup_problems   (McpRecordingReader *self); /* of McpRecordingProblem */

/* A line, as far as it is understood. */
typedef struct
{
  gint64          t_usec;
  gboolean        has_channel;   /* one that is known */
  McpChannel      channel;
  McpDirection    direction;
  guint           exchange;
  guint           flags;
  guint64         size;          /* 0: not said */
  gboolean        has_bytes;     /* raw or raw64 */
  GBytes         *bytes;         /* those, or the object */
  gint64          about;         /* a note about an earlier event, -1 */
  McpSpan         raw;           /* the string of raw, when no other string says the same */
} McpRecordingLine;

gboolean            mcp_recording_line_parse            (const char         *text,
                                                         gsize               length,
                                                         McpRecordingLine   *line,
                                                         GError            **error);
gboolean            mcp_recording_line_is_plain         (const McpRecordingLine *line,
                                                         const McpSpoolHeader   *header,
                                                         const char         *text,
                                                         gsize               length,
                                                         GString            *scratch);
void                mcp_recording_line_clear            (McpRecordingLine   *line);

G_END_DECLS
