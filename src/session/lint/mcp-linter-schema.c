/* mcp-linter-schema.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-linter.h"
#include "mcp-schema.h"

/* Larger schemas are not looked at. */
#define MAX_SCHEMA_BYTES (1024 * 1024)
/*
 * Each byte may be read so often: once for each level that it is in, and to find what is referred
 * to.
 */
#define READS_PER_BYTE 32
/* Who has more errors in a schema has the same trouble. */
#define MAX_ERRORS 5

/**
 * mcp_linter_check_schema:
 * @reporter: who is told
 * @serial: the record that it came in
 * @rule: the rule that is broken by a schema that is none
 * @owner: whose schema it is, for people: “The inputSchema of the tool …”
 * @schema: valid JSON that ends in NUL
 *
 * Holds a schema against the dialect that it names; against 2020-12 where it names none, from the
 * revision on that says so (basic, JSON Schema usage). What goes on in another document is a
 * finding of its own.
 *
 * Returns: how many findings that made
 */
guint
mcp_linter_check_schema (McpReporter *reporter,
                         guint        serial,
                         const char  *rule,
                         const char  *owner,
                         const char  *schema,
                         gsize        length)
{
  gboolean is_2020 = mcp_reporter_has (reporter, MCP_FEATURE_SCHEMA_DIALECT);
  gint64 *budget = mcp_reporter_get_budget (reporter, serial);
  g_autoptr (GPtrArray) errors = NULL;

  if (length > MAX_SCHEMA_BYTES)
    return 0;

  *budget += (gint64) length * READS_PER_BYTE;
  errors = mcp_schema_examine (schema, length, is_2020, budget, MAX_ERRORS);
  for (guint i = 0; i < errors->len; i++)
    {
      const McpSchemaError *error = errors->pdata[i];

      if (error->verdict == MCP_SCHEMA_UNCHECKED)
        mcp_reporter_report (reporter, serial, "tools.foreign-schema",
                             _("%s goes on elsewhere at %s: %s, which clients do not fetch, and some refuse the tool or the list"),
                             owner, *error->path != '\0' ? error->path : "/", error->message);
      else
        mcp_reporter_report (reporter, serial, rule, _("%s is wrong at %s: %s"), owner,
                             *error->path != '\0' ? error->path : "/", error->message);
    }

  return errors->len;
}
