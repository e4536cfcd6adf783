/* mcp-transport.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "mcp-line-splitter.h"

G_BEGIN_DECLS

/* Steps of reaching a server, for the failure report and the handshake times. */
typedef enum {
  MCP_STEP_SPAWN,
  MCP_STEP_FIRST_OUTPUT,
  MCP_STEP_HANDSHAKE,
} McpStep;

/* How a process ended. */
typedef struct
{
  gboolean exited;      /* else it was ended by a signal */
  int      exit_code;
  int      signal_number;
  gboolean core_dumped;
} McpExit;

#define MCP_TYPE_TRANSPORT_SINK (mcp_transport_sink_get_type ())
G_DECLARE_INTERFACE (McpTransportSink, mcp_transport_sink, MCP, TRANSPORT_SINK, GObject)

typedef struct _McpTransport McpTransport;

/*
 * Where a transport reports. All times are monotonic microseconds. Called from the main loop,
 * and ::sent also from inside mcp_transport_send(). A sink may close the transport from any of them.
 */
struct _McpTransportSinkInterface
{
  GTypeInterface parent_iface;

  /* A whole line of stdout, junk included: the transport does not look into it. */
  void (*frame)     (McpTransportSink *sink,
                     const McpLine    *line,
                     gint64            last_usec);
  /* An unfinished line of 1 MiB or more has grown to @size_bytes; its ::frame comes later. */
  void (*partial)   (McpTransportSink *sink,
                     guint64           size_bytes,
                     gint64            first_usec);
  void (*sent)      (McpTransportSink *sink,
                     guint64           ticket,
                     GBytes           *bytes,
                     gint64            queued_usec,   /* when it was queued */
                     gint64            first_usec,    /* first byte written */
                     gint64            last_usec);    /* last byte written */
  /* Taken from the queue before its first byte (@error is MCP_ERROR_CANCELLED), or lost with the
   * connection (MCP_ERROR_DIED, MCP_ERROR_CLOSED). */
  void (*unsent)    (McpTransportSink *sink,
                     guint64           ticket,
                     GBytes           *bytes,
                     const GError     *error);
  void (*stderr_line) (McpTransportSink *sink,
                     const McpLine    *line,
                     gint64            last_usec);
  void (*spawned)   (McpTransportSink *sink,
                     GPid              pid,
                     const char * const *argv,
                     const char       *cwd,           /* (nullable) */
                     const char * const *environ_names,
                     gint64            took_usec);
  void (*exited)    (McpTransportSink *sink,
                     const McpExit    *status);
  /* The output stream ended while the process lives on, half a second later at least. */
  void (*output_closed) (McpTransportSink *sink);
  /* A step of the shutdown ladder: "close-stdin", "sigterm", "sigkill", "reaped" (nothing of the
   * process group is left). @waited_usec is the time since the step before. */
  void (*shutdown_step) (McpTransportSink *sink,
                     const char       *step,
                     gint64            waited_usec);
  /* Once, last, after an open that succeeded. @error is NULL when we asked for it. */
  void (*closed)    (McpTransportSink *sink,
                     const GError     *error);
};

#define MCP_TYPE_TRANSPORT (mcp_transport_get_type ())
G_DECLARE_DERIVABLE_TYPE (McpTransport, mcp_transport, MCP, TRANSPORT, GObject)

/*
 * Moves bytes, knows no method name. One life: open once, close once. The sink is not
 * referenced: its owner takes it away (set_sink NULL) before it goes.
 */
struct _McpTransportClass
{
  GObjectClass parent_class;

  void     (*open_async)   (McpTransport         *self,
                            GCancellable         *cancellable,
                            GAsyncReadyCallback   callback,
                            gpointer              user_data);
  gboolean (*open_finish)  (McpTransport         *self,
                            GAsyncResult         *result,
                            GError              **error);
  void     (*close_async)  (McpTransport         *self,
                            GCancellable         *cancellable,
                            GAsyncReadyCallback   callback,
                            gpointer              user_data);
  gboolean (*close_finish) (McpTransport         *self,
                            GAsyncResult         *result,
                            GError              **error);
  guint64  (*send)         (McpTransport         *self,
                            GBytes               *bytes);
  gboolean (*unsend)       (McpTransport         *self,
                            guint64               ticket);
  void     (*pause)        (McpTransport         *self);
  void     (*resume)       (McpTransport         *self);
  char    *(*describe)     (McpTransport         *self);
  void     (*kill)         (McpTransport         *self);
};

void              mcp_transport_set_sink     (McpTransport         *self,
                                              McpTransportSink     *sink);    /* (nullable) */
McpTransportSink *mcp_transport_get_sink     (McpTransport         *self);
void              mcp_transport_open_async   (McpTransport         *self,
                                              GCancellable         *cancellable,
                                              GAsyncReadyCallback   callback,
                                              gpointer              user_data);
gboolean          mcp_transport_open_finish  (McpTransport         *self,
                                              GAsyncResult         *result,
                                              GError              **error);
void              mcp_transport_close_async  (McpTransport         *self,
                                              GCancellable         *cancellable,
                                              GAsyncReadyCallback   callback,
                                              gpointer              user_data);
gboolean          mcp_transport_close_finish (McpTransport         *self,
                                              GAsyncResult         *result,
                                              GError              **error);
guint64           mcp_transport_send         (McpTransport         *self,
                                              GBytes               *bytes);   /* one message, no line end; a ticket */
gboolean          mcp_transport_unsend       (McpTransport         *self,
                                              guint64               ticket);  /* TRUE: not a byte of it left */
void              mcp_transport_pause        (McpTransport         *self);    /* no further ::frame until resume */
void              mcp_transport_resume       (McpTransport         *self);
char             *mcp_transport_describe     (McpTransport         *self);    /* "stdio · pid 4821" */
void              mcp_transport_kill         (McpTransport         *self);    /* at once, without the ladder; for a dying application */

G_END_DECLS
