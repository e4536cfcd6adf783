/* mcp-json-relax.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-json.h"

static char *
skip_string (char *p)
{
  for (p++; *p != '\0' && *p != '"'; p++)
    if (*p == '\\' && p[1] != '\0')
      p++;

  return *p != '\0' ? p + 1 : p;
}

/* Lines stay, so that an error names the right one. An end that never comes is left to be one. */
static char *
blank_comment (char *p)
{
  char *end = p[1] == '/' ? p + strcspn (p, "\n") : strstr (p + 2, "*/");

  if (end == NULL)
    return p + strlen (p);
  if (p[1] == '*')
    end += 2;
  for (; p < end; p++)
    if (*p != '\n')
      *p = ' ';

  return end;
}

/**
 * mcp_json_blank_comments:
 * @text: (inout): text that a person edits, such as a settings file of VS Code
 *
 * Puts spaces in the place of comments, `//` and `/` with `*`, and of commas behind the last member or
 * element. JSON stays as it is, and what else is wrong stays wrong.
 */
void
mcp_json_blank_comments (char *text)
{
  char *comma = NULL; /* the last token, if it is a comma behind a value */
  char last = '\0';   /* the last token's first character */
  char *p = text;

  g_return_if_fail (text != NULL);

  while (*p != '\0')
    {
      char *token = p;

      if (g_ascii_isspace (*p))
        {
          p++;
          continue;
        }
      if (*p == '/' && (p[1] == '/' || p[1] == '*'))
        {
          p = blank_comment (p);
          continue;
        }

      p = *p == '"' ? skip_string (p) : p + 1;
      if (comma != NULL && (*token == '}' || *token == ']'))
        *comma = ' ';
      comma = *token == ',' && last != '\0' && strchr ("{[,:", last) == NULL ? token : NULL;
      last = *token;
    }
}
