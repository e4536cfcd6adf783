/* mcp-pass-host.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-http-parser.h"
#include "mcp-pass-host.h"

struct _McpPassHost
{
  McpHttpParser     *parser;
  char              *line;
  const McpOwnHosts *hosts;
  GString           *edited;
  char              *foreign;  /* (nullable) */
};

static void
judge (McpPassHost *self,
       const char  *value,
       gsize        length)
{
  g_autofree char *host = g_strstrip (g_strndup (value, length));

  if (self->foreign == NULL && !mcp_own_host_allows (self->hosts, host))
    self->foreign = g_steal_pointer (&host);
}

static void
raw_cb (const char *data,
        gsize       length,
        gboolean    is_head_line,
        gpointer    user_data)
{
  McpPassHost *self = user_data;

  if (is_head_line && length > 5 && g_ascii_strncasecmp (data, "Host:", 5) == 0)
    {
      judge (self, data + 5, length - 5);
      g_string_append (self->edited, self->line);
    }
  else
    {
      g_string_append_len (self->edited, data, length);
    }
}

static gboolean
ignore_head (const McpHttpParserHead *head,
             gpointer                 user_data)
{
  return TRUE;
}

static void
ignore_body (const char *data,
             gsize       length,
             gpointer    user_data)
{
}

static void
ignore_end (gboolean whole,
            gpointer user_data)
{
}

McpPassHost *
mcp_pass_host_new (const char        *line,
                   const McpOwnHosts *hosts)
{
  static const McpHttpParserFuncs funcs = {
    ignore_head, ignore_body, ignore_end, ignore_end, raw_cb,
  };
  McpPassHost *self = g_new0 (McpPassHost, 1);

  self->parser = mcp_http_parser_new (FALSE, &funcs, self);
  self->line = g_strdup (line);
  self->hosts = hosts;
  self->edited = g_string_new (NULL);

  return self;
}

void
mcp_pass_host_free (McpPassHost *self)
{
  mcp_http_parser_free (self->parser);
  g_string_free (self->edited, TRUE);
  g_free (self->line);
  g_free (self->foreign);
  g_free (self);
}

/**
 * mcp_pass_host_push:
 * @data: (array length=length): the next bytes of a client
 *
 * Returns: (transfer none): what is sent in their place; a line that has no end yet is held back
 */
const GString *
mcp_pass_host_push (McpPassHost *self,
                    const char  *data,
                    gsize        length)
{
  g_string_truncate (self->edited, 0);
  mcp_http_parser_push (self->parser, data, length);

  return self->edited;
}

/**
 * mcp_pass_host_finish:
 *
 * Returns: (transfer none): the line that was held back for the end that never came
 */
const GString *
mcp_pass_host_finish (McpPassHost *self)
{
  g_string_truncate (self->edited, 0);
  mcp_http_parser_finish (self->parser);

  return self->edited;
}

/**
 * mcp_pass_host_get_foreign:
 *
 * Returns: (nullable): the first Host of the stream that is not let in
 */
const char *
mcp_pass_host_get_foreign (McpPassHost *self)
{
  return self->foreign;
}
