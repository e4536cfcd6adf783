/* mcp-arguments.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-arguments.h"
#include "mcp-profile-journal.h"

G_DEFINE_FINAL_TYPE (McpArguments, mcp_arguments, G_TYPE_OBJECT)

static void
mcp_arguments_finalize (GObject *object)
{
  McpArguments *self = MCP_ARGUMENTS (object);

  g_free (self->name);
  g_free (self->json);

  G_OBJECT_CLASS (mcp_arguments_parent_class)->finalize (object);
}

static void
mcp_arguments_class_init (McpArgumentsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_arguments_finalize;
}

static void
mcp_arguments_init (McpArguments *self)
{
}

McpArguments *
mcp_arguments_new (const char *name,
                   const char *json,
                   gint64      used_usec)
{
  McpArguments *self;

  g_return_val_if_fail (json != NULL, NULL);

  self = g_object_new (MCP_TYPE_ARGUMENTS, NULL);
  self->name = g_strdup (name);
  self->json = g_strdup (json);
  self->used_usec = used_usec;

  return self;
}

static void
trim_space (GString *out)
{
  while (out->len > 0 && g_ascii_isspace (out->str[out->len - 1]))
    g_string_truncate (out, out->len - 1);
}

/* Takes the name of a member and its colon from the end of @out. FALSE: there is none. */
static gboolean
take_key (GString *out)
{
  gsize colon = out->len;
  gsize quote;

  while (colon > 0 && g_ascii_isspace (out->str[colon - 1]))
    colon--;
  if (colon == 0 || out->str[colon - 1] != ':')
    return FALSE;

  g_string_truncate (out, colon - 1);
  trim_space (out);
  /* The quote that begins it: one with an even number of backslashes before it. */
  for (quote = out->len - 1; quote > 0; quote--)
    {
      gsize first = quote - 1;

      if (out->str[quote - 1] != '"')
        continue;
      while (first > 0 && out->str[first - 1] == '\\')
        first--;
      if ((quote - 1 - first) % 2 == 0)
        break;
    }
  g_string_truncate (out, quote > 0 ? quote - 1 : 0);

  return TRUE;
}

/* Takes out the members whose whole value was masked: a mask is not to be sent by accident. */
static char *
drop_masked (const char *text)
{
  static const char mask[] = "\"" MCP_REDACTED "\"";
  g_autoptr (GString) out = g_string_new (NULL);
  const char *found;

  while ((found = strstr (text, mask)) != NULL)
    {
      g_string_append_len (out, text, found - text);
      text = found + strlen (mask);
      if (!take_key (out))
        {
          g_string_append (out, mask);
          continue;
        }
      text += strspn (text, " \t\r\n");
      if (*text == ',')
        {
          text++;
          text += strspn (text, " \t\r\n");
        }
      else
        {
          trim_space (out);
          if (out->len > 0 && out->str[out->len - 1] == ',')
            g_string_truncate (out, out->len - 1);
        }
    }
  g_string_append (out, text);

  return g_string_free (g_steal_pointer (&out), FALSE);
}

/**
 * mcp_arguments_dup_without_secrets:
 * @profile: the server they are for, whose own secrets are known
 * @json: valid JSON
 *
 * Makes what may be kept of arguments, by the rules of redaction: a member that is secret as a whole is left
 * out, what is secret in the midst of a text is masked. All other tokens and the space between them stay.
 *
 * Returns: (transfer full): valid JSON
 */
char *
mcp_arguments_dup_without_secrets (McpProfile *profile,
                                   const char *json)
{
  g_autoptr (McpRedactor) redactor = mcp_redactor_new ();
  g_autofree char *redacted = NULL;

  g_return_val_if_fail (MCP_IS_PROFILE (profile), NULL);
  g_return_val_if_fail (json != NULL, NULL);

  mcp_profile_tell_secrets (profile, redactor);
  redacted = mcp_redactor_redact (redactor, json, -1, NULL);

  return strcmp (redacted, json) != 0 ? drop_masked (redacted) : g_steal_pointer (&redacted);
}
