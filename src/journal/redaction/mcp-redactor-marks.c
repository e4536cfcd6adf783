/* mcp-redactor-marks.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-json.h"
#include "mcp-redaction-rules-private.h"

/*
 * Most text has no secret, and this finds out at the price of one look into a table for each byte.
 * A mark has at least three bytes; names are compared in any case, all else exactly.
 */

static const struct
{
  const char  *text;
  McpMarkKind  kind;
} well_known[] = {
  { "auth", MCP_MARK_NAME },      { "code=", MCP_MARK_NAME },   { "codev", MCP_MARK_NAME },
  { "code_v", MCP_MARK_NAME },    { "code-v", MCP_MARK_NAME },  { "cookie", MCP_MARK_NAME },
  { "credential", MCP_MARK_NAME }, { "jwt", MCP_MARK_NAME },    { "key", MCP_MARK_NAME },
  { "pass", MCP_MARK_NAME },      { "pwd", MCP_MARK_NAME },     { "secret", MCP_MARK_NAME },
  { "session", MCP_MARK_NAME },   { "sig=", MCP_MARK_NAME },    { "signature", MCP_MARK_NAME },
  { "token", MCP_MARK_NAME },
  { "sk-", MCP_MARK_TOKEN },      { "sk_live_", MCP_MARK_TOKEN }, { "sk_test_", MCP_MARK_TOKEN },
  { "ghp_", MCP_MARK_TOKEN },     { "gho_", MCP_MARK_TOKEN },   { "ghu_", MCP_MARK_TOKEN },
  { "ghs_", MCP_MARK_TOKEN },     { "ghr_", MCP_MARK_TOKEN },   { "github_pat_", MCP_MARK_TOKEN },
  { "glpat-", MCP_MARK_TOKEN },   { "AKIA", MCP_MARK_TOKEN },   { "ASIA", MCP_MARK_TOKEN },
  { "AIza", MCP_MARK_TOKEN },     { "xoxa-", MCP_MARK_TOKEN },  { "xoxb-", MCP_MARK_TOKEN },
  { "xoxp-", MCP_MARK_TOKEN },    { "xoxr-", MCP_MARK_TOKEN },  { "xoxs-", MCP_MARK_TOKEN },
  { "npm_", MCP_MARK_TOKEN },     { "hf_", MCP_MARK_TOKEN },    { "eyJ", MCP_MARK_TOKEN },
  { "bearer", MCP_MARK_BEARER },  { "://", MCP_MARK_USERINFO }, { "-----BEGIN ", MCP_MARK_PEM },
  { "\\u0", MCP_MARK_ESCAPE },    { "\\u1", MCP_MARK_ESCAPE },  { "\\u2", MCP_MARK_ESCAPE },
  { "\\u3", MCP_MARK_ESCAPE },    { "\\u4", MCP_MARK_ESCAPE },  { "\\u5", MCP_MARK_ESCAPE },
  { "\\u6", MCP_MARK_ESCAPE },    { "\\u7", MCP_MARK_ESCAPE },  { "\\u8", MCP_MARK_ESCAPE },
  { "\\u9", MCP_MARK_ESCAPE },    { "\\ua", MCP_MARK_ESCAPE },  { "\\ub", MCP_MARK_ESCAPE },
  { "\\uc", MCP_MARK_ESCAPE },    { "\\ud", MCP_MARK_ESCAPE },  { "\\ue", MCP_MARK_ESCAPE },
  { "\\uf", MCP_MARK_ESCAPE },
};

static void
add_mark (McpMarks    *self,
          const char  *text,
          gsize        sure,
          McpMarkKind  kind)
{
  guint hash = mcp_mark_hash (text);
  McpMark mark = { text, strlen (text), sure, kind, 0 };
  guint16 *link = &self->heads[hash];

  /* Behind those that are there: of two secrets the longer one came first. */
  while (*link != 0)
    link = &g_array_index (self->marks, McpMark, *link).next;
  *link = self->marks->len;
  g_array_append_val (self->marks, mark);
}

/* How many bytes are the same in every spelling; "\u" is a mark of its own. */
static gsize
measure_plain (const char *secret)
{
  gsize n = 0;

  while (secret[n] != '\0' && (guchar) secret[n] >= ' ' && strchr ("\"\\/", secret[n]) == NULL)
    n++;

  return n;
}

/* A secret with a quote or a backslash in it is looked for as JSON writes it, too. */
static void
add_secret (McpMarks   *self,
            const char *secret)
{
  gsize plain = measure_plain (secret);
  g_autoptr (GString) spelling = NULL;

  add_mark (self, secret, MIN (plain, strlen (secret)), MCP_MARK_KNOWN);
  if (secret[plain] == '\0')
    return;

  self->escapable |= plain < 3;
  spelling = g_string_new (NULL);
  mcp_json_append_string (spelling, secret, -1);
  g_string_truncate (spelling, spelling->len - 1);
  g_string_erase (spelling, 0, 1);
  if (g_str_equal (spelling->str, secret))
    return;

  g_ptr_array_add (self->spellings, g_strdup (spelling->str));
  add_mark (self, self->spellings->pdata[self->spellings->len - 1], plain, MCP_MARK_KNOWN);
}

/*
 * mcp_marks_new:
 * @secrets: (transfer none): of char *, longest first, none shorter than three bytes; must not
 *   change any more
 * @rules: (nullable): what else to look for
 *
 * Makes the table.
 *
 * Returns: (transfer full): a new table
 */
McpMarks *
mcp_marks_new (GPtrArray         *secrets,
               McpRedactionRules *rules)
{
  McpMarks *self = g_new0 (McpMarks, 1);
  const McpMark none = { 0 };

  g_atomic_ref_count_init (&self->ref_count);
  self->marks = g_array_new (FALSE, FALSE, sizeof (McpMark));
  g_array_append_val (self->marks, none);
  self->secrets = g_ptr_array_ref (secrets);
  self->spellings = g_ptr_array_new_with_free_func (g_free);

  /* A mark is found by a number of 16 bits: nobody has that many secrets. */
  for (guint i = 0; i < MIN (secrets->len, 20000); i++)
    add_secret (self, secrets->pdata[i]);
  for (guint i = 0; i < G_N_ELEMENTS (well_known); i++)
    add_mark (self, well_known[i].text, strlen (well_known[i].text), well_known[i].kind);
  if (rules != NULL)
    {
      const char *const *names = mcp_redaction_rules_get_marks (rules);

      self->rules = mcp_redaction_rules_ref (rules);
      for (guint i = 0; names[i] != NULL; i++)
        add_mark (self, names[i], strlen (names[i]), MCP_MARK_NAME);
    }

  return self;
}

McpMarks *
mcp_marks_ref (McpMarks *self)
{
  g_atomic_ref_count_inc (&self->ref_count);

  return self;
}

void
mcp_marks_unref (McpMarks *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  for (guint i = 0; i < self->spellings->len; i++)
    explicit_bzero (self->spellings->pdata[i], strlen (self->spellings->pdata[i]));
  g_ptr_array_unref (self->spellings);
  g_ptr_array_unref (self->secrets);
  g_array_unref (self->marks);
  g_clear_pointer (&self->rules, mcp_redaction_rules_unref);
  g_free (self);
}

/* Whether a mark stands at the start of a text; its hash is the text's. */
gboolean
mcp_mark_matches (const McpMark *mark,
                  const char    *text,
                  gsize          length)
{
  if (mark->length > length)
    return FALSE;
  if (mark->kind == MCP_MARK_NAME || mark->kind == MCP_MARK_BEARER || mark->kind == MCP_MARK_ESCAPE)
    return g_ascii_strncasecmp (text, mark->text, mark->length) == 0;

  return memcmp (text, mark->text, mark->length) == 0;
}

/* The rest of a secret may be spelled with escapes. */
static gboolean
may_begin (const McpMark *mark,
           const char    *text,
           gsize          length)
{
  if (mark->kind != MCP_MARK_KNOWN || mark->sure == mark->length)
    return mcp_mark_matches (mark, text, length);

  return mark->sure <= length && memcmp (text, mark->text, mark->sure) == 0;
}

/*
 * mcp_marks_are_in:
 * @text: (array length=length): a text, of any bytes
 *
 * Looks whether there can be a secret in a text at all.
 *
 * Returns: %FALSE when there is none for sure
 */
gboolean
mcp_marks_are_in (const McpMarks *self,
                  const char     *text,
                  gsize           length)
{
  if (mcp_redaction_rules_has_patterns (self->rules)
      || (self->escapable && memchr (text, '\\', length) != NULL))
    return TRUE;

  for (gsize at = 0; at + 3 <= length; at++)
    for (guint i = self->heads[mcp_mark_hash (text + at)]; G_UNLIKELY (i != 0);)
      {
        const McpMark *mark = &g_array_index (self->marks, McpMark, i);

        if (may_begin (mark, text + at, length - at))
          return TRUE;
        i = mark->next;
      }

  return FALSE;
}
