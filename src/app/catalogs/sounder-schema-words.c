/* sounder-schema-words.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-schema.h"
#include "mcp-summary.h"
#include "sounder-schema-words.h"

#define MAX_SCHEMA_ERRORS 20

static gboolean
breaks (GPtrArray *errors,
        guint      i)
{
  return ((const McpSchemaError *) errors->pdata[i])->verdict == MCP_SCHEMA_BREAKS;
}

static void
append_errors (GString   *text,
               GPtrArray *errors,
               gboolean   breaking,
               guint     *n_shown)
{
  for (guint i = 0; i < errors->len && *n_shown < MAX_SCHEMA_ERRORS; i++)
    if (breaks (errors, i) == breaking)
      {
        const McpSchemaError *error = errors->pdata[i];

        g_string_append_printf (text, "\n%s %s", *error->path != '\0' ? error->path : "/",
                                error->message);
        if (*error->schema_path != '\0')
          g_string_append_printf (text, " (%s)", error->schema_path);
        (*n_shown)++;
      }
}

/**
 * sounder_schema_words_describe:
 * @errors: what was found when a result was checked against the output schema of its tool
 * @css_class: (out): how that looks
 *
 * Says what breaks the schema, and then what could not be checked: that breaks nothing.
 *
 * Returns: (transfer full): text for people
 */
char *
sounder_schema_words_describe (GPtrArray   *errors,
                               const char **css_class)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint n_breaks = 0;
  guint n_shown = 0;

  if (errors->len == 0)
    {
      *css_class = "success";
      return g_strdup (_("✓ Matches the output schema"));
    }

  for (guint i = 0; i < errors->len; i++)
    n_breaks += breaks (errors, i);

  if (n_breaks > 0)
    g_string_printf (text,
                     ngettext ("✗ Breaks the output schema in %u way",
                               "✗ Breaks the output schema in %u ways", n_breaks),
                     n_breaks);
  append_errors (text, errors, TRUE, &n_shown);
  if (n_breaks < errors->len)
    g_string_append_printf (text, "%s%s", n_breaks > 0 ? "\n" : "",
                            _("Could not be checked against all of the output schema:"));
  append_errors (text, errors, FALSE, &n_shown);

  *css_class = n_breaks > 0 ? "error" : "dim-label";

  return mcp_format_label (text->str, TRUE);
}
