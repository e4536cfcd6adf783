/* mcp-redaction-report.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-json.h"
#include "mcp-redactor-private.h"

/*
 * What a redactor took out: how much by which rule, and the first different ones, of which no more
 * is kept than a person needs to know them again.
 */

#define MIN_TOLD_BYTES 12

static const struct
{
  const char *nick;    /* in recordings */
  const char *label;
} kinds[MCP_N_REDACTIONS] = {
  [MCP_REDACTION_KNOWN] = { "known", N_("Values of the environment and of headers") },
  [MCP_REDACTION_HEADER] = { "header", N_("Headers with secret names") },
  [MCP_REDACTION_MEMBER] = { "member", N_("Members of objects with secret names") },
  [MCP_REDACTION_ADDRESS] = { "address", N_("Parts of addresses") },
  [MCP_REDACTION_SETTING] = { "setting", N_("Settings with secret names") },
  [MCP_REDACTION_BEARER] = { "bearer", N_("Bearer tokens") },
  [MCP_REDACTION_TOKEN] = { "token", N_("Tokens that show what they are") },
  [MCP_REDACTION_KEY] = { "key", N_("Private keys") },
  [MCP_REDACTION_ENCODED] = { "encoded", N_("Secrets in base64") },
  [MCP_REDACTION_PATTERN] = { "pattern", N_("What your own patterns find") },
};

/* The word for a kind in a recording. */
const char *
mcp_redaction_get_nick (McpRedaction kind)
{
  return kinds[kind].nick;
}

/* What a kind is called before people. */
const char *
mcp_redaction_get_label (McpRedaction kind)
{
  return _(kinds[kind].label);
}

static guint
add_up (const McpRedactionReport *self)
{
  guint total = 0;

  for (guint i = 0; i < MCP_N_REDACTIONS; i++)
    total += self->n_taken[i];

  return total;
}

/**
 * mcp_redaction_report_describe:
 *
 * Says how many values were taken out, and of which kinds.
 *
 * Returns: (transfer full) (nullable): text for people, %NULL when there were none
 */
char *
mcp_redaction_report_describe (const McpRedactionReport *self)
{
  const guint total = add_up (self);
  g_autoptr (GString) text = NULL;

  if (total == 0)
    return NULL;

  text = g_string_new (NULL);
  g_string_printf (text, g_dngettext (GETTEXT_PACKAGE, "%u value was redacted",
                                      "%u values were redacted", total), total);
  for (guint i = 0, n = 0; i < MCP_N_REDACTIONS; i++)
    if (self->n_taken[i] > 0)
      g_string_append_printf (text, "%s%s: %u", n++ == 0 ? " (" : ", ",
                              mcp_redaction_get_label (i), self->n_taken[i]);
  g_string_append_c (text, ')');

  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Appends "counts" to an object, a member for each kind there is. */
void
mcp_redaction_report_append_counts (const McpRedactionReport *self,
                                    GString                  *object)
{
  mcp_json_append_member (object, "counts", "{");
  for (guint i = 0; i < MCP_N_REDACTIONS; i++)
    if (self->n_taken[i] > 0)
      mcp_json_append_member_int (object, kinds[i].nick, self->n_taken[i]);
  g_string_append_c (object, '}');
}

/* Adds what mcp_redaction_report_append_counts() has written; kinds that are not known are left
 * out. */
void
mcp_redaction_report_read_counts (McpRedactionReport *self,
                                  const char         *object,
                                  gsize               length)
{
  McpSpan counts;

  if (!mcp_json_lookup (object, length, "counts", &counts))
    return;

  for (guint i = 0; i < MCP_N_REDACTIONS; i++)
    {
      gint64 n = 0;

      if (mcp_json_lookup_int64 (object + counts.offset, counts.length, kinds[i].nick, &n) && n > 0)
        self->n_taken[i] += MIN (n, G_MAXINT32);
    }
}

McpRedactionReport *
mcp_redaction_report_new (void)
{
  McpRedactionReport *self = g_new0 (McpRedactionReport, 1);

  self->samples = g_ptr_array_new_with_free_func (g_free);

  return self;
}

void
mcp_redaction_report_free (McpRedactionReport *self)
{
  if (self == NULL)
    return;

  g_ptr_array_unref (self->samples);
  g_free (self);
}

/* The start of a long one says which it is; of a short one that would be half of it. */
static char *
mask (const char *text,
      gsize       length)
{
  g_autofree char *start = g_utf8_make_valid (text, length >= MIN_TOLD_BYTES ? 3 : 0);

  return g_strdup_printf ("%s••• (%zu)", start, length);
}

static void
add_sample (McpRedactionReport *self,
            const char         *masked)
{
  if (self->samples->len < MCP_REDACTION_MAX_SAMPLES
      && !g_ptr_array_find_with_equal_func (self->samples, masked, g_str_equal, NULL))
    g_ptr_array_add (self->samples, g_strdup (masked));
}

/* Adds what a worker has counted, and empties that. */
void
mcp_redaction_report_merge (McpRedactionReport *self,
                            McpRedactionReport *other)
{
  for (guint i = 0; i < MCP_N_REDACTIONS; i++)
    self->n_taken[i] += other->n_taken[i];
  for (guint i = 0; i < other->samples->len; i++)
    add_sample (self, other->samples->pdata[i]);

  memset (other->n_taken, 0, sizeof other->n_taken);
  g_ptr_array_set_size (other->samples, 0);
}

void
mcp_redaction_report_add (McpRedactionReport *self,
                          McpRedaction        why,
                          const char         *text,
                          gsize               length)
{
  g_autofree char *masked = NULL;

  self->n_taken[why]++;
  if (self->samples->len >= MCP_REDACTION_MAX_SAMPLES)
    return;

  masked = mask (text, length);
  add_sample (self, masked);
}
