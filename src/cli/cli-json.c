/* cli-json.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "cli-json.h"
#include "mcp-json.h"

void
cli_json_append_string (GString    *out,
                        const char *key,
                        const char *text)
{
  if (text != NULL)
    mcp_json_append_member_string (out, key, text);
  else
    mcp_json_append_member (out, key, "null");
}

void
cli_json_append_number (GString    *out,
                        const char *key,
                        gint64      number)
{
  if (number >= 0)
    mcp_json_append_member_int (out, key, number);
  else
    mcp_json_append_member (out, key, "null");
}
