/* fuzz-schema-examine.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "fuzz-target.h"
#include "mcp-json.h"
#include "mcp-schema.h"

/* Any JSON is held against its dialect: what is found has a place in it, and the budget holds. */

#define MAX_ERRORS     5
#define READS_PER_BYTE 32

/* What one step may go below 0 by: an expression costs the most for each of its bytes. */
#define COST_OF_PATTERN 64

static void
examine (const char *text,
         gsize       size,
         gboolean    is_2020)
{
  gint64 budget = (gint64) size * READS_PER_BYTE;
  g_autoptr (GPtrArray) errors = mcp_schema_examine (text, size, is_2020, &budget, MAX_ERRORS);

  g_assert_cmpuint (errors->len, <=, MAX_ERRORS);
  g_assert_cmpint (budget, >=, -(gint64) (size + 1) * COST_OF_PATTERN);
  for (guint i = 0; i < errors->len; i++)
    {
      McpSchemaError *error = errors->pdata[i];

      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      g_assert_true (g_utf8_validate (error->path, -1, NULL));
      g_assert_true (*error->path == '\0' || *error->path == '/');
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  g_autofree char *text = g_strndup ((const char *) data, size);

  if (!mcp_json_validate (text, (gssize) size, NULL))
    return 0;

  examine (text, size, TRUE);
  examine (text, size, FALSE);

  return 0;
}
