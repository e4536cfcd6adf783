/* mcp-http-stream.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-hash.h"
#include "mcp-header-value.h"
#include "mcp-http-stream-private.h"
#include "mcp-transport-private.h"

/**
 * McpHttpStream:
 *
 * An event stream as people see it, over all the exchanges that it takes: what it has brought,
 * where it would go on, and when it is tried again. The transport drives it and does the I/O.
 *
 * The server's `retry` is obeyed. Without one it is a second. Streams that end at once without
 * having brought anything, again and again, are tried at growing intervals: somebody would
 * otherwise knock at a broken server for the whole night.
 */

/* Without a `retry` of the server's. */
#define DEFAULT_RETRY_MSEC 1000

/* The longest pause, whoever asks for it. */
#define MAX_RETRY_MSEC 60000

/* A stream that lived that long did not end at once. */
#define SHORT_LIFE_USEC (10 * G_USEC_PER_SEC)

/* How many streams that end at once are taken for chance. */
#define N_SHORT_LIVES 5

/* From then on no pause is shorter, although the server may ask for it. */
#define MIN_RETRY_MSEC 150

/* How many event ids are remembered, by their hash. */
#define N_IDS 512

struct _McpHttpStream
{
  GObject             parent_instance;

  McpTransport       *transport;      /* weak */
  McpExchangePurpose  purpose;
  McpStreamState      state;
  guint               exchange;
  guint               n_resumes;
  guint               n_events;
  gint64              since_usec;
  gint64              last_event_usec;
  gint64              next_usec;
  char               *last_event_id;  /* (nullable) */

  gint64              retry_msec;     /* -1 before the server has said one */
  gint64              opened_usec;    /* this time; 0 for not yet */
  guint               n_before;       /* events before this time */
  guint               n_short_lives;  /* in a row */
  guint               n_failures;     /* in a row */

  guint64             ids[N_IDS];     /* a ring of hashes */
  guint               n_ids;          /* all that ever came */
};

enum {
  PROP_0,
  PROP_STATE,
  PROP_EXCHANGE,
  PROP_LAST_EVENT_USEC,
  PROP_N_EVENTS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (McpHttpStream, mcp_http_stream, G_TYPE_OBJECT)

static void
mcp_http_stream_finalize (GObject *object)
{
  McpHttpStream *self = MCP_HTTP_STREAM (object);

  g_clear_weak_pointer (&self->transport);
  g_free (self->last_event_id);

  G_OBJECT_CLASS (mcp_http_stream_parent_class)->finalize (object);
}

static void
mcp_http_stream_get_property (GObject    *object,
                              guint       prop_id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  McpHttpStream *self = MCP_HTTP_STREAM (object);

  switch (prop_id)
    {
    case PROP_STATE:
      g_value_set_uint (value, self->state);
      break;
    case PROP_EXCHANGE:
      g_value_set_uint (value, self->exchange);
      break;
    case PROP_LAST_EVENT_USEC:
      g_value_set_int64 (value, self->last_event_usec);
      break;
    case PROP_N_EVENTS:
      g_value_set_uint (value, self->n_events);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
mcp_http_stream_class_init (McpHttpStreamClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->finalize = mcp_http_stream_finalize;
  object_class->get_property = mcp_http_stream_get_property;

  /* An McpStreamState. */
  properties[PROP_STATE] = g_param_spec_uint ("state", NULL, NULL, 0, G_MAXUINT, 0, flags);
  /* The present one's number. */
  properties[PROP_EXCHANGE] = g_param_spec_uint ("exchange", NULL, NULL, 0, G_MAXUINT, 0, flags);
  /* Monotonic; 0 before the first event. */
  properties[PROP_LAST_EVENT_USEC] =
    g_param_spec_int64 ("last-event-usec", NULL, NULL, 0, G_MAXINT64, 0, flags);
  properties[PROP_N_EVENTS] = g_param_spec_uint ("n-events", NULL, NULL, 0, G_MAXUINT, 0, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
mcp_http_stream_init (McpHttpStream *self)
{
  self->retry_msec = -1;
  self->since_usec = g_get_monotonic_time ();
}

/**
 * mcp_http_stream_new:
 * @transport: told of violations; not referenced
 * @purpose: %MCP_EXCHANGE_SEND or %MCP_EXCHANGE_LISTEN
 *
 * Creates a stream that opens.
 *
 * Returns: (transfer full): a stream
 */
McpHttpStream *
mcp_http_stream_new (McpTransport       *transport,
                     McpExchangePurpose  purpose)
{
  McpHttpStream *self = g_object_new (MCP_TYPE_HTTP_STREAM, NULL);

  g_set_weak_pointer (&self->transport, transport);
  self->purpose = purpose;

  return self;
}

static void
set_state (McpHttpStream  *self,
           McpStreamState  state)
{
  if (self->state == state)
    return;

  self->state = state;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

void
mcp_http_stream_set_exchange (McpHttpStream *self,
                              guint          exchange)
{
  g_return_if_fail (MCP_IS_HTTP_STREAM (self));

  if (self->exchange != 0)
    self->n_resumes++;
  self->exchange = exchange;
  self->opened_usec = 0;
  self->n_before = self->n_events;
  self->next_usec = 0;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_EXCHANGE]);
  set_state (self, MCP_STREAM_OPENING);
}

void
mcp_http_stream_set_open (McpHttpStream *self)
{
  g_return_if_fail (MCP_IS_HTTP_STREAM (self));

  self->opened_usec = g_get_monotonic_time ();
  self->n_failures = 0;
  set_state (self, MCP_STREAM_OPEN);
}

void
mcp_http_stream_set_ended (McpHttpStream *self)
{
  g_return_if_fail (MCP_IS_HTTP_STREAM (self));

  self->next_usec = 0;
  set_state (self, MCP_STREAM_ENDED);
}

static void
report_violation (McpHttpStream *self,
                  const char    *rule,
                  const char    *detail)
{
  if (self->transport != NULL)
    mcp_transport_report_violation (self->transport, self->exchange, rule, detail);
}

static void
take_id (McpHttpStream *self,
         const char    *id)
{
  guint64 hash;

  g_free (self->last_event_id);
  self->last_event_id = id != NULL && id[0] != '\0' ? g_strdup (id) : NULL;
  if (self->last_event_id == NULL)
    return;

  hash = mcp_hash_bytes (id, strlen (id));
  for (guint i = 0; i < MIN (self->n_ids, N_IDS); i++)
    if (self->ids[i] == hash)
      {
        report_violation (self, "duplicate-event-id", id);
        return;
      }
  self->ids[self->n_ids++ % N_IDS] = hash;
}

static void
take_retry (McpHttpStream *self,
            guint64        retry_msec)
{
  if (retry_msec > MAX_RETRY_MSEC)
    {
      g_autofree char *detail = g_strdup_printf ("%" G_GUINT64_FORMAT, retry_msec);

      report_violation (self, "retry-too-long", detail);
    }
  self->retry_msec = MIN (retry_msec, MAX_RETRY_MSEC);
}

/**
 * mcp_http_stream_take_item:
 * @exchange: where it came from
 * @item: what came
 * @is_message: whether it was a frame
 *
 * Notes an item. Only a whole event counts: the id of one that was cut off was never seen.
 */
void
mcp_http_stream_take_item (McpHttpStream    *self,
                           guint             exchange,
                           const McpSseItem *item,
                           gboolean          is_message)
{
  g_return_if_fail (MCP_IS_HTTP_STREAM (self));

  if (item->kind != MCP_SSE_EVENT)
    return;

  self->n_events++;
  self->last_event_usec = g_get_monotonic_time ();
  if (item->long_id_bytes > 0)
    {
      g_autofree char *detail = g_strdup_printf ("%" G_GUINT64_FORMAT, item->long_id_bytes);

      report_violation (self, "event-id-too-long", detail);
    }
  if (item->has_id)
    take_id (self, item->id);
  if (item->has_retry)
    take_retry (self, item->retry_msec);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LAST_EVENT_USEC]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_EVENTS]);
}

/* 1, 2, 4, … seconds. */
static gint64
grow (guint n)
{
  return n == 0 ? 0 : MIN ((gint64) 1000 << MIN (n - 1, 16), MAX_RETRY_MSEC);
}

static gint64
get_pause_msec (McpHttpStream *self)
{
  gint64 pause_msec = self->retry_msec >= 0 ? self->retry_msec : DEFAULT_RETRY_MSEC;

  if (self->n_failures > 0)
    return MAX (pause_msec, grow (self->n_failures));
  if (self->n_short_lives <= N_SHORT_LIVES)
    return pause_msec;

  /* With events in it, it is a server that has itself asked every so often: that is allowed. */
  return MAX (pause_msec, self->n_events > self->n_before
                            ? MIN_RETRY_MSEC
                            : grow (self->n_short_lives - N_SHORT_LIVES));
}

/**
 * mcp_http_stream_set_waiting:
 * @self: a stream that has just ended
 * @broke: it had not even been opened
 *
 * Says when the stream is to be tried again: never before the server's `retry` is over.
 *
 * Returns: the pause in milliseconds, from now on
 */
gint64
mcp_http_stream_set_waiting (McpHttpStream *self,
                             gboolean       broke)
{
  gint64 now_usec = g_get_monotonic_time ();
  gint64 pause_msec;

  g_return_val_if_fail (MCP_IS_HTTP_STREAM (self), 0);

  if (broke)
    self->n_failures++;
  else if (self->opened_usec != 0 && now_usec - self->opened_usec >= SHORT_LIFE_USEC)
    self->n_short_lives = 0;
  else
    self->n_short_lives++;

  pause_msec = get_pause_msec (self);
  self->next_usec = now_usec + pause_msec * 1000;
  set_state (self, MCP_STREAM_WAITING);

  return pause_msec;
}

guint
mcp_http_stream_get_n_failures (McpHttpStream *self)
{
  return self->n_failures;
}

/* Tells whether there is an event id to go on behind, and it can be sent in a header. */
gboolean
mcp_http_stream_can_resume (McpHttpStream *self)
{
  return self->last_event_id != NULL &&
         strlen (self->last_event_id) <= MCP_SSE_MAX_ID_BYTES &&
         mcp_header_value_is_valid (self->last_event_id);
}

McpExchangePurpose
mcp_http_stream_get_purpose (McpHttpStream *self)
{
  g_return_val_if_fail (MCP_IS_HTTP_STREAM (self), MCP_EXCHANGE_SEND);

  return self->purpose;
}

McpStreamState
mcp_http_stream_get_state (McpHttpStream *self)
{
  g_return_val_if_fail (MCP_IS_HTTP_STREAM (self), MCP_STREAM_ENDED);

  return self->state;
}

guint
mcp_http_stream_get_exchange (McpHttpStream *self)
{
  g_return_val_if_fail (MCP_IS_HTTP_STREAM (self), 0);

  return self->exchange;
}

guint
mcp_http_stream_get_n_resumes (McpHttpStream *self)
{
  g_return_val_if_fail (MCP_IS_HTTP_STREAM (self), 0);

  return self->n_resumes;
}

guint
mcp_http_stream_get_n_events (McpHttpStream *self)
{
  g_return_val_if_fail (MCP_IS_HTTP_STREAM (self), 0);

  return self->n_events;
}

gint64
mcp_http_stream_get_since_usec (McpHttpStream *self)
{
  g_return_val_if_fail (MCP_IS_HTTP_STREAM (self), 0);

  return self->since_usec;
}

gint64
mcp_http_stream_get_last_event_usec (McpHttpStream *self)
{
  g_return_val_if_fail (MCP_IS_HTTP_STREAM (self), 0);

  return self->last_event_usec;
}

gint64
mcp_http_stream_get_next_usec (McpHttpStream *self)
{
  g_return_val_if_fail (MCP_IS_HTTP_STREAM (self), 0);

  return self->next_usec;
}

/**
 * mcp_http_stream_get_last_event_id:
 *
 * Gets behind which event it would go on. The text is the server's.
 *
 * Returns: (nullable): the id
 */
const char *
mcp_http_stream_get_last_event_id (McpHttpStream *self)
{
  g_return_val_if_fail (MCP_IS_HTTP_STREAM (self), NULL);

  return self->last_event_id;
}
