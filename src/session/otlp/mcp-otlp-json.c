/* mcp-otlp-json.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <math.h>
#include <string.h>

#include "mcp-otlp-json.h"

static void
begin_attribute (GString    *attributes,
                 const char *key,
                 const char *type)
{
  mcp_json_append_comma (attributes);
  g_string_append (attributes, "{\"key\":");
  mcp_json_append_string (attributes, key, -1);
  g_string_append_printf (attributes, ",\"value\":{\"%s\":", type);
}

void
mcp_otlp_attribute_string (GString    *attributes,
                           const char *key,
                           const char *value)
{
  if (value == NULL)
    return;
  begin_attribute (attributes, key, "stringValue");
  mcp_json_append_string (attributes, value, -1);
  g_string_append (attributes, "}}");
}

void
mcp_otlp_attribute_int (GString    *attributes,
                        const char *key,
                        gint64      value)
{
  begin_attribute (attributes, key, "intValue");
  g_string_append_printf (attributes, "\"%" G_GINT64_FORMAT "\"}}", value);
}

/* The shortest of the usual spellings that means the same number. */
static void
append_double (GString *out,
               double   value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (!isfinite (value))
    {
      g_string_append (out, isnan (value) ? "\"NaN\"" : value > 0 ? "\"Infinity\"" : "\"-Infinity\"");
      return;
    }

  g_ascii_formatd (text, sizeof text, "%.15g", value);
  if (g_ascii_strtod (text, NULL) != value)
    g_ascii_dtostr (text, sizeof text, value);
  g_string_append (out, text);
}

void
mcp_otlp_attribute_double (GString    *attributes,
                           const char *key,
                           double      value)
{
  begin_attribute (attributes, key, "doubleValue");
  append_double (attributes, value);
  g_string_append (attributes, "}}");
}

void
mcp_otlp_member_double (GString    *object,
                        const char *key,
                        double      value)
{
  mcp_json_append_key (object, key);
  append_double (object, value);
}

void
mcp_otlp_member_count (GString    *object,
                       const char *key,
                       guint64     value)
{
  mcp_json_append_key (object, key);
  g_string_append_printf (object, "\"%" G_GUINT64_FORMAT "\"", value);
}

/* In nanoseconds since 1970; nothing of ours is from before, nor from after 2554. */
void
mcp_otlp_member_time (GString    *object,
                      const char *key,
                      gint64      wall_usec)
{
  mcp_otlp_member_count (object, key, (guint64) CLAMP (wall_usec, 0, (gint64) (G_MAXUINT64 / 1000)) * 1000);
}

/**
 * mcp_otlp_parse_pairs:
 * @text: pairs such as `a=b,c=d%20e`, as the OTEL_… variables have them (W3C Baggage, without properties)
 *
 * Takes names and values apart. What is no pair is left out.
 *
 * Returns: (transfer full): names and values in turn
 */
GStrv
mcp_otlp_parse_pairs (const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);
  g_autoptr (GStrvBuilder) pairs = g_strv_builder_new ();

  for (guint i = 0; parts[i] != NULL; i++)
    {
      char *equals = strchr (parts[i], '=');
      g_autofree char *value = equals != NULL ? g_uri_unescape_string (g_strstrip (equals + 1), NULL) : NULL;

      if (value == NULL)
        continue;
      *equals = '\0';
      g_strstrip (parts[i]);
      if (*parts[i] != '\0')
        g_strv_builder_add_many (pairs, parts[i], value, NULL);
    }

  return g_strv_builder_end (pairs);
}

/**
 * mcp_otlp_dup_resource:
 * @service_name: (nullable): what the source is called; %NULL for "sounder"
 * @instance: (nullable): what tells this process from others of the name
 * @attributes: (nullable): more of them, as mcp_otlp_parse_pairs() takes them
 *
 * Writes who all that is exported comes from (a Resource of opentelemetry-proto).
 *
 * Returns: (transfer full): a JSON object
 */
char *
mcp_otlp_dup_resource (const char *service_name,
                       const char *instance,
                       const char *attributes)
{
  g_auto (GStrv) pairs = mcp_otlp_parse_pairs (attributes != NULL ? attributes : "");
  GString *out = g_string_new ("{\"attributes\":[");
  const char *name = service_name;

  for (guint i = 0; pairs[i] != NULL; i += 2)
    if (g_str_equal (pairs[i], "service.name"))
      name = name != NULL ? name : pairs[i + 1];
    else if (!g_str_equal (pairs[i], "service.instance.id") || instance == NULL)
      mcp_otlp_attribute_string (out, pairs[i], pairs[i + 1]);
  mcp_otlp_attribute_string (out, "service.name", name != NULL ? name : "sounder");
  mcp_otlp_attribute_string (out, "service.version", PACKAGE_VERSION);
  mcp_otlp_attribute_string (out, "service.instance.id", instance);
  g_string_append (out, "]}");

  return g_string_free (out, FALSE);
}

/**
 * mcp_otlp_wrap:
 * @signal: what is exported
 * @resource: a resource, see mcp_otlp_dup_resource()
 * @items: Span or Metric objects, with commas between them
 * @length: (out): of what is returned, in bytes
 *
 * Writes an ExportTraceServiceRequest or an ExportMetricsServiceRequest.
 *
 * Returns: (transfer full): a JSON object in one line
 */
char *
mcp_otlp_wrap (McpOtlpSignal  signal,
               const char    *resource,
               const char    *items,
               gsize         *length)
{
  static const char *const names[MCP_OTLP_N_SIGNALS][3] = {
    { "resourceSpans", "scopeSpans", "spans" },
    { "resourceMetrics", "scopeMetrics", "metrics" },
  };
  GString *out = g_string_new (NULL);

  g_string_append_printf (out, "{\"%s\":[{\"resource\":%s,\"%s\":[{\"scope\":{\"name\":\"sounder\",\"version\":\""
                          PACKAGE_VERSION "\"},\"%s\":[", names[signal][0], resource, names[signal][1],
                          names[signal][2]);
  g_string_append (out, items);
  g_string_append (out, "]}]}]}");
  *length = out->len;

  return g_string_free (out, FALSE);
}
