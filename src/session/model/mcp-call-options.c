/* mcp-call-options.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-call-options.h"
#include "mcp-error.h"
#include "mcp-json-edit.h"
#include "mcp-meta.h"
#include "mcp-trace-context.h"

struct _McpCallOptions
{
  GObject   parent_instance;

  guint     timeout_msec;
  char     *meta;
  gboolean  traced;
};

G_DEFINE_FINAL_TYPE (McpCallOptions, mcp_call_options, G_TYPE_OBJECT)

enum {
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
mcp_call_options_finalize (GObject *object)
{
  McpCallOptions *self = MCP_CALL_OPTIONS (object);

  g_free (self->meta);

  G_OBJECT_CLASS (mcp_call_options_parent_class)->finalize (object);
}

static void
mcp_call_options_class_init (McpCallOptionsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = mcp_call_options_finalize;

  /**
   * McpCallOptions::changed:
   *
   * One of them is another than before.
   */
  signals[CHANGED] = g_signal_new ("changed", MCP_TYPE_CALL_OPTIONS, G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
mcp_call_options_init (McpCallOptions *self)
{
}

McpCallOptions *
mcp_call_options_new (void)
{
  return g_object_new (MCP_TYPE_CALL_OPTIONS, NULL);
}

gboolean
mcp_call_options_are_default (McpCallOptions *self)
{
  g_return_val_if_fail (MCP_IS_CALL_OPTIONS (self), TRUE);

  return self->timeout_msec == 0 && self->meta == NULL && !self->traced;
}

void
mcp_call_options_set_timeout (McpCallOptions *self,
                              guint           msec)
{
  g_return_if_fail (MCP_IS_CALL_OPTIONS (self));

  if (self->timeout_msec == msec)
    return;

  self->timeout_msec = msec;
  g_signal_emit (self, signals[CHANGED], 0);
}

/**
 * mcp_call_options_set_meta:
 * @meta: (nullable): the `_meta` that is sent, a JSON object; its values are sent token for token
 *
 * Sets what a request carries beside its params (basic, _meta). An empty object is none.
 *
 * Returns: %FALSE with %MCP_ERROR_USAGE, and nothing is changed, if it cannot be sent
 */
gboolean
mcp_call_options_set_meta (McpCallOptions  *self,
                           const char      *meta,
                           GError         **error)
{
  g_autofree char *line = NULL;

  g_return_val_if_fail (MCP_IS_CALL_OPTIONS (self), FALSE);

  if (meta != NULL && !mcp_meta_check (meta, error))
    return FALSE;

  /* A message is one line. */
  if (meta != NULL && mcp_json_count (meta, strlen (meta)) > 0)
    line = mcp_json_one_line (meta, strlen (meta), NULL);
  if (g_strcmp0 (line, self->meta) == 0)
    return TRUE;

  g_free (self->meta);
  self->meta = g_steal_pointer (&line);
  g_signal_emit (self, signals[CHANGED], 0);

  return TRUE;
}

/**
 * mcp_call_options_add_meta:
 * @key: a key of `_meta`
 * @value: its value as JSON
 *
 * Sets one member of what a request carries beside its params, in place of an earlier one.
 *
 * Returns: %FALSE with %MCP_ERROR_USAGE, and nothing is changed, if it cannot be sent
 */
gboolean
mcp_call_options_add_meta (McpCallOptions  *self,
                           const char      *key,
                           const char      *value,
                           GError         **error)
{
  g_autofree char *meta = NULL;
  g_autoptr (GError) local_error = NULL;

  g_return_val_if_fail (MCP_IS_CALL_OPTIONS (self), FALSE);

  if (!mcp_meta_check_key (key, error))
    return FALSE;
  if (!mcp_json_validate (value, -1, &local_error))
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, "%s: %s", key, local_error->message);
      return FALSE;
    }

  meta = g_strdup (self->meta != NULL ? self->meta : "{}");
  mcp_json_edit_set (&meta, key, value);

  return mcp_call_options_set_meta (self, meta, error);
}

const char *
mcp_call_options_get_meta (McpCallOptions *self)
{
  g_return_val_if_fail (MCP_IS_CALL_OPTIONS (self), NULL);

  return self->meta;
}

/**
 * mcp_call_options_set_traced:
 * @traced: whether each call begins a trace
 *
 * Gives each call a `traceparent` of its own, unless its `_meta` has one.
 */
void
mcp_call_options_set_traced (McpCallOptions *self,
                             gboolean        traced)
{
  g_return_if_fail (MCP_IS_CALL_OPTIONS (self));

  if (self->traced == traced)
    return;

  self->traced = traced;
  g_signal_emit (self, signals[CHANGED], 0);
}

/**
 * mcp_call_options_set_traceparent:
 * @traceparent: the trace that calls belong to (W3C Trace Context, traceparent)
 *
 * Makes calls a part of a trace that there is.
 *
 * Returns: %FALSE with %MCP_ERROR_USAGE if @traceparent is none
 */
gboolean
mcp_call_options_set_traceparent (McpCallOptions  *self,
                                  const char      *traceparent,
                                  GError         **error)
{
  g_autofree char *value = NULL;

  if (!mcp_trace_context_check (traceparent))
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE,
                   _("“%s” is no trace context: expected “00-”, 32 and 16 hexadecimal digits and two "
                     "more, in small letters, with “-” between them"),
                   traceparent);
      return FALSE;
    }

  value = g_strdup_printf ("\"%s\"", traceparent);

  return mcp_call_options_add_meta (self, MCP_META_TRACEPARENT, value, error);
}

/**
 * mcp_call_options_apply:
 * @call: a call that is new
 *
 * Makes a call in the way of these options. Each call gets a trace of its own.
 */
void
mcp_call_options_apply (McpCallOptions *self,
                        McpCall        *call)
{
  g_autofree char *meta = g_strdup (self->meta != NULL ? self->meta : "{}");
  McpSpan there;

  g_return_if_fail (MCP_IS_CALL_OPTIONS (self));
  g_return_if_fail (mcp_call_get_outcome (call)->state == MCP_CALL_NEW);

  if (self->timeout_msec > 0)
    mcp_call_set_timeout (call, self->timeout_msec);

  if (self->traced && !mcp_json_edit_find (meta, strlen (meta), MCP_META_TRACEPARENT, &there))
    {
      g_autofree char *traceparent = mcp_trace_context_new ();
      g_autofree char *value = g_strdup_printf ("\"%s\"", traceparent);

      mcp_json_edit_set (&meta, MCP_META_TRACEPARENT, value);
    }
  if (self->traced || self->meta != NULL)
    mcp_call_set_meta (call, meta);
}

/**
 * mcp_call_dup_traceparent:
 * @call: a call
 *
 * Finds the trace that a call belongs to.
 *
 * Returns: (transfer full) (nullable): its `traceparent`
 */
char *
mcp_call_dup_traceparent (McpCall *call)
{
  const char *params = mcp_call_get_params (call);
  McpSpan value;

  if (params == NULL || !mcp_meta_find (params, strlen (params), MCP_META_TRACEPARENT, &value))
    return NULL;

  return mcp_json_dup_string (params + value.offset, value.length);
}
