/* mcp-redactor-table.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What a mark may be the start or the middle of. */
typedef enum {
  MCP_MARK_KNOWN,     /* a secret that was told */
  MCP_MARK_NAME,      /* the name of a member, of a setting, of a header */
  MCP_MARK_WORD,      /* a secret's name in non-ASCII letters */
  MCP_MARK_TOKEN,     /* a token whose prefix names its issuer */
  MCP_MARK_MIDDLE,    /* one that shows it in its middle */
  MCP_MARK_PATH,      /* start of a webhook address; the rest of the address is secret */
  MCP_MARK_SCHEME,    /* "Bearer", "Basic" */
  MCP_MARK_USERINFO,
  MCP_MARK_PEM,
  MCP_MARK_COMMAND,   /* a program with a secret option */
  MCP_MARK_OPTION,    /* such an option */
  MCP_MARK_PHRASE,    /* words with a quoted secret behind them */
  MCP_MARK_ENCODED,   /* one of the others, in base64 */
  MCP_MARK_ESCAPE,    /* "\u", which may spell anything */
} McpMarkKind;

/* Of which characters a token is. */
typedef enum {
  MCP_CHARS_WORD,     /* letters, digits, "_", "-", "." */
  MCP_CHARS_ALNUM,
  MCP_CHARS_HEX,      /* in lower case */
  MCP_CHARS_UPPER,    /* and digits */
  MCP_CHARS_BASE64,   /* either alphabet */
  MCP_CHARS_SLASHES,  /* MCP_CHARS_WORD, "/", "@" */
} McpRuleChars;

typedef enum {
  MCP_RULE_DIGIT = 1 << 0,  /* has a digit, or it may be words with hyphens */
  MCP_RULE_DOT   = 1 << 1,  /* has a dot, or it may be any object in base64: a cursor */
  MCP_RULE_WHOLE = 1 << 2,  /* a short name, which is part of many words */
  MCP_RULE_ENCODED = 1 << 3, /* is looked for in base64 as well */
} McpRuleFlags;

/* A way in which a secret shows. */
typedef struct
{
  const char   *anchor;     /* three bytes or more; that of a name in lower case */
  McpMarkKind   kind;
  McpRuleChars  chars;
  guint16       min_bytes;  /* behind the anchor */
  guint16       before;     /* of MCP_MARK_MIDDLE: how many stand before it at least */
  McpRuleFlags  flags;
} McpRedactorRule;

extern const McpRedactorRule mcp_redactor_rules[];
extern const guint           mcp_n_redactor_rules;

gboolean mcp_rule_has_char (McpRuleChars chars,
                            char         c);

G_END_DECLS
