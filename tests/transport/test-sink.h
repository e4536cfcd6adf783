/* test-sink.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-stdio-transport.h"

G_BEGIN_DECLS

typedef struct _TestSink TestSink;

/* Called after a frame was noted. */
typedef void (*TestSinkFrame) (TestSink      *sink,
                               const McpFrame *frame);

#define TEST_TYPE_SINK (test_sink_get_type ())
GType test_sink_get_type (void) G_GNUC_CONST;

/* Writes down what a transport reports. */
struct _TestSink
{
  GObject       parent_instance;

  McpTransport *transport;     /* a reference */
  gboolean      keep_frames;   /* else they are only counted */
  TestSinkFrame on_frame;      /* (nullable) */
  gpointer      data;          /* for @on_frame */

  GPtrArray    *frames;        /* McpFrame */
  guint64       n_frames;
  guint64       n_frame_bytes;
  guint64       n_dropped_bytes;
  guint64       n_dropped_lines;
  gint64        last_frame_usec;
  GPtrArray    *stderr_lines;  /* char* */
  guint64       n_stderr_lines;
  guint64       n_stderr_bytes;
  GArray       *partials;      /* guint64 */
  GString      *log;           /* "spawned exited sent-1 …", separated by spaces; of exchanges
                                  "start-1 head-1-200 end-1", "end-1-cancelled", "end-1-error";
                                  "event-1 comment-1", "violation-RULE", "failed-1-404" */
  GString      *steps;         /* "connect:began connect:succeeded …" */
  GString      *violations;    /* "RULE: DETAIL", a line each */
  McpExchangeStart start;      /* the last; without its strings */
  McpExchangeHead  head;
  McpExchangeEnd   end;
  char         *method;        /* of the last start */
  char         *url;
  char        **sent_headers;  /* of the last start: names and values in turn */
  char        **headers;       /* of the last head */
  char         *peer;
  char         *tls;
  GError       *end_error;     /* of the last end that had one */
  GError       *failed_error;  /* of the last failed */
  char        **argv;
  char        **environ_names;
  McpExit       exit;
  gboolean      is_closed;
  GError       *close_error;
  gint64        queued_usec;   /* of the last sent */
  gint64        first_usec;
  gint64        last_usec;
  GError       *unsent_error;  /* of the last unsent */

  gboolean      opened;        /* the open was answered */
  GError       *open_error;
  guint         n_close_answers;
};

TestSink   *test_sink_new       (const char  *script);
TestSink   *test_sink_new_for   (McpTransport *transport);
TestSink   *test_sink_new_argv  (const char * const *argv,
                                 const char  *cwd,
                                 const char * const *envp);
void        test_sink_open      (TestSink    *self);
void        test_sink_close     (TestSink    *self);
void        test_sink_free      (TestSink    *self);
void        test_sink_drop      (TestSink    *self);
void        test_sink_open_with (TestSink     *self,
                                 GCancellable *cancellable);
guint64     test_sink_send      (TestSink    *self,
                                 const char  *text);
guint64     test_sink_request   (TestSink    *self,
                                 const char  *text);
const char *test_sink_header    (char       **headers,
                                 const char  *name);
const char *test_sink_frame     (TestSink    *self,
                                 guint        position);
GPid        test_sink_pid       (TestSink    *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TestSink, test_sink_free)

G_END_DECLS
