/* mcp-test-step.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-query-json.h"
#include "mcp-query.h"
#include "mcp-schema.h"
#include "mcp-test-reader.h"

/* Reading requests and what is expected of their answers. */

static const char *const status_nicks[] = { "ok", "tool-error", "error", "answered", "unanswered", NULL };

void
mcp_test_step_free (McpTestStep *self)
{
  g_free (self->place);
  g_free (self->method);
  g_free (self->params);
  g_strfreev (self->expect);
  g_free (self->schema);
  g_free (self->snapshot);
  g_strfreev (self->mask);
  g_strfreev (self->findings);
  g_strfreev (self->take);
  g_free (self);
}

const char *
mcp_test_status_get_nick (McpTestStatus status)
{
  return status_nicks[status];
}

static gboolean
read_status (McpTestReader *reader,
             const char    *place,
             McpSpan        value,
             gpointer       data)
{
  McpTestStatus *status = data;
  guint index;

  if (!mcp_test_reader_read_nick (reader, place, value, status_nicks, &index))
    return FALSE;
  *status = index;

  return TRUE;
}

/* With variables a filter is checked when they are known. */
static gboolean
check_filter (McpTestReader *reader,
              const char    *place,
              McpSpan        value,
              gpointer       data)
{
  g_autofree char *text = NULL;
  g_autoptr (McpQuery) query = NULL;
  g_autoptr (GError) error = NULL;

  if (!mcp_test_reader_read_text (reader, place, value, &text))
    return FALSE;
  if (strstr (text, "${") != NULL)
    return TRUE;

  query = mcp_query_new (text, &error);

  return query != NULL || mcp_test_reader_fail (reader, place, value, "%s", error->message);
}

static gboolean
read_expect (McpTestReader *reader,
             const char    *place,
             McpSpan        value,
             gpointer       data)
{
  return mcp_test_reader_read_each (reader, place, value, check_filter, NULL)
         && mcp_test_reader_read_texts (reader, place, value, data);
}

static gboolean
read_schema (McpTestReader *reader,
             const char    *place,
             McpSpan        value,
             gpointer       data)
{
  g_autoptr (McpSchema) schema = NULL;
  g_autoptr (GError) error = NULL;

  schema = mcp_schema_new (mcp_test_reader_get_text (reader, value), value.length, &error);

  return schema != NULL ? mcp_test_reader_read_json (reader, place, value, data)
                        : mcp_test_reader_fail (reader, place, value, "%s", error->message);
}

static gboolean
read_snapshot (McpTestReader *reader,
               const char    *place,
               McpSpan        value,
               gpointer       data)
{
  McpTestStep *step = data;

  step->snapshot_span = value;

  return mcp_test_reader_read_json (reader, place, value, &step->snapshot);
}

static gboolean
check_path (McpTestReader *reader,
            const char    *place,
            McpSpan        value,
            gpointer       data)
{
  g_autofree char *path = NULL;
  g_autoptr (McpJsonTest) test = NULL;
  gsize fault;

  if (!mcp_test_reader_read_text (reader, place, value, &path))
    return FALSE;
  test = mcp_json_test_new (path, strlen (path), MCP_JSON_EXISTS, NULL, FALSE, &fault);

  return test != NULL
         || mcp_test_reader_fail (reader, place, value, _("“%s” is no path, as in content[0].text"), path);
}

static gboolean
read_mask (McpTestReader *reader,
           const char    *place,
           McpSpan        value,
           gpointer       data)
{
  return mcp_test_reader_read_each (reader, place, value, check_path, NULL)
         && mcp_test_reader_read_texts (reader, place, value, data);
}

static gboolean
read_take (McpTestReader *reader,
           const char    *place,
           McpSpan        object,
           gpointer       data)
{
  char ***take = data;
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  McpJsonIter iter;
  McpSpan key, value;

  if (!mcp_test_reader_read_each (reader, place, object, check_path, NULL))
    return FALSE;

  mcp_json_iter_init (&iter, mcp_test_reader_get_text (reader, object), object.length);
  while (mcp_test_reader_next (&iter, object, &key, &value))
    {
      g_autofree char *name = NULL;

      if (!mcp_test_reader_read_variable (reader, place, key, &name)
          || !mcp_test_reader_add_text (reader, place, key, builder) || !mcp_test_reader_add_text (reader, place, value, builder))
        return FALSE;
    }
  g_strfreev (*take);
  *take = g_strv_builder_end (builder);

  return TRUE;
}

static gboolean
read_timeout (McpTestReader *reader,
              const char    *place,
              McpSpan        value,
              gpointer       data)
{
  guint *timeout_msec = data;
  gint64 msec = 0;

  if (!mcp_json_lookup_int64 (mcp_test_reader_get_text (reader, value), value.length, NULL, &msec) || msec < 1
      || msec > G_MAXINT)
    return mcp_test_reader_fail (reader, place, value, _("Here should be a number of milliseconds, from 1"));
  *timeout_msec = msec;

  return TRUE;
}

#define AT(field) G_STRUCT_OFFSET (McpTestStep, field)

static const McpTestMember step_members[] = {
  { "method", MCP_JSON_STRING, mcp_test_reader_read_text, AT (method) },
  { "params", MCP_JSON_OBJECT, mcp_test_reader_read_json, AT (params) },
  { "status", MCP_JSON_STRING, read_status, AT (status) },
  { "expect", MCP_JSON_ARRAY, read_expect, AT (expect) },
  { "schema", MCP_JSON_OBJECT, read_schema, AT (schema) },
  { "snapshot", MCP_JSON_OBJECT, read_snapshot },
  { "mask", MCP_JSON_ARRAY, read_mask, AT (mask) },
  { "findings", MCP_JSON_ARRAY, mcp_test_reader_read_texts, AT (findings) },
  { "take", MCP_JSON_OBJECT, read_take, AT (take) },
  { "timeoutMsec", MCP_JSON_NUMBER, read_timeout, AT (timeout_msec) },
  { "name", MCP_JSON_STRING, mcp_test_reader_ignore },
  { "comment", MCP_JSON_STRING, mcp_test_reader_ignore },
};

#undef AT

gboolean
mcp_test_read_step (McpTestReader *reader,
                    const char    *place,
                    McpSpan        value,
                    gpointer       steps)
{
  McpTestStep *step = g_new0 (McpTestStep, 1);

  g_ptr_array_add (*(GPtrArray **) steps, step);
  step->place = g_strdup (place);
  if (!mcp_test_reader_read_object (reader, place, value, step_members, G_N_ELEMENTS (step_members), step))
    return FALSE;

  return step->method != NULL || mcp_test_reader_fail (reader, place, value, _("“method” is missing"));
}
