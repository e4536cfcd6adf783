/* mcp-challenge.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-challenge.h"

/*
 *   challenge = scheme [ SP ( token68 / #auth-param ) ]
 *
 * Commas stand between challenges and between parameters alike. A word is a scheme when no "="
 * follows it; whether a value is quoted is its server's business.
 */

#define MAX_CHALLENGES  64
#define MAX_PARAMETERS  64
#define MAX_VALUE_BYTES 8192

typedef struct
{
  const char   *p;
  GPtrArray    *challenges;
  McpChallenge *current;     /* (nullable) */
} Reader;

static void
mcp_challenge_free (McpChallenge *self)
{
  g_free (self->scheme);
  g_free (self->token68);
  g_ptr_array_unref (self->names);
  g_ptr_array_unref (self->values);
  g_ptr_array_unref (self->problems);
  g_free (self);
}

const char *
mcp_challenge_get (const McpChallenge *self,
                   const char         *name)
{
  for (guint i = 0; i < self->names->len; i++)
    if (g_str_equal (g_ptr_array_index (self->names, i), name))
      return g_ptr_array_index (self->values, i);

  return NULL;
}

const McpChallenge *
mcp_challenge_find_token (GPtrArray *challenges)
{
  static const char * const schemes[] = { "Bearer", "DPoP" };
  const McpChallenge *found = NULL;

  for (gsize s = 0; s < G_N_ELEMENTS (schemes); s++)
    for (guint i = 0; i < challenges->len; i++)
      {
        const McpChallenge *challenge = g_ptr_array_index (challenges, i);

        if (g_ascii_strcasecmp (challenge->scheme, schemes[s]) != 0)
          continue;
        /* Of several the one that says more. */
        if (found == NULL || (found->names->len == 0 && challenge->names->len > 0))
          found = challenge;
      }

  return found;
}

static gboolean
is_token_char (char c)
{
  return g_ascii_isalnum (c) || (c != '\0' && strchr ("!#$%&'*+-.^_`|~", c) != NULL);
}

static void
skip_space (Reader *reader)
{
  while (*reader->p == ' ' || *reader->p == '\t' || *reader->p == ',')
    reader->p++;
}

static void
add_problem (Reader     *reader,
             const char *text)
{
  if (reader->current != NULL && reader->current->problems->len < MAX_PARAMETERS)
    g_ptr_array_add (reader->current->problems, g_strdup (text));
}

static char *
take_text (Reader     *reader,
           const char *start,
           gsize       length)
{
  if (length > MAX_VALUE_BYTES)
    add_problem (reader, _("A value is longer than 8 KiB, and was cut"));

  return g_utf8_make_valid (start, MIN (length, MAX_VALUE_BYTES));
}

/* Behind an opening quote. */
static char *
read_quoted (Reader *reader)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (reader->p++; *reader->p != '\0' && *reader->p != '"'; reader->p++)
    {
      if (*reader->p == '\\' && reader->p[1] != '\0')
        reader->p++;
      g_string_append_c (text, *reader->p);
    }
  if (*reader->p != '"')
    add_problem (reader, _("A quoted value has no end"));
  else if (*++reader->p != '\0' && strchr (" \t,", *reader->p) == NULL)
    {
      add_problem (reader, _("Something stands right behind a quoted value; it is left out"));
      while (*reader->p != '\0' && *reader->p != ',')
        reader->p++;
    }

  return take_text (reader, text->str, text->len);
}

/* Behind a single quote that begins a value: the next one, where it ends it, or NULL. */
static const char *
find_single_quote (const char *p)
{
  const char *end = strpbrk (p, "'\"");

  return end != NULL && *end == '\'' && (end[1] == '\0' || strchr (" \t,", end[1]) != NULL) ? end
                                                                                         : NULL;
}

/* A value without quotes may be an address, which no token is. */
static char *
read_bare (Reader *reader)
{
  const char *start = reader->p;
  const char *end = *start == '\'' ? find_single_quote (start + 1) : NULL;
  gboolean odd = FALSE;

  if (end != NULL)
    {
      add_problem (reader, _("A value stands in single quotes, which are part of it for others"));
      reader->p = end + 1;
      return take_text (reader, start + 1, end - start - 1);
    }

  for (; *reader->p != '\0' && strchr (" \t,", *reader->p) == NULL; reader->p++)
    odd = odd || !is_token_char (*reader->p);
  if (odd)
    add_problem (reader, _("A value has no quotes around it although it needs them"));

  return take_text (reader, start, reader->p - start);
}

static void
add_parameter (Reader *reader,
               char   *name,
               char   *value)
{
  McpChallenge *challenge = reader->current;

  if (mcp_challenge_get (challenge, name) != NULL)
    add_problem (reader, _("A parameter is there twice; the first one counts"));
  if (challenge->names->len >= MAX_PARAMETERS)
    {
      add_problem (reader, _("There are more than 64 parameters; the rest is left out"));
      g_free (name);
      g_free (value);
      return;
    }

  g_ptr_array_add (challenge->names, name);
  g_ptr_array_add (challenge->values, value);
}

static gboolean
begin_challenge (Reader     *reader,
                 const char *scheme,
                 gsize       length)
{
  if (reader->challenges->len >= MAX_CHALLENGES)
    return FALSE;

  reader->current = g_new0 (McpChallenge, 1);
  reader->current->names = g_ptr_array_new_with_free_func (g_free);
  reader->current->values = g_ptr_array_new_with_free_func (g_free);
  reader->current->problems = g_ptr_array_new_with_free_func (g_free);
  reader->current->scheme = take_text (reader, scheme, length);
  g_ptr_array_add (reader->challenges, reader->current);

  return TRUE;
}

/* Whether "=" and a value follow, rather than the padding of a token68. */
static gboolean
is_assignment (const char *p)
{
  while (*p == ' ' || *p == '\t')
    p++;
  if (*p != '=')
    return FALSE;
  for (p++; *p == '='; p++)
    ;
  while (*p == ' ' || *p == '\t')
    p++;

  return *p != '\0' && *p != ',';
}

/* Behind a scheme: text that is no list of parameters, as of Negotiate. */
static gboolean
read_token68 (Reader     *reader,
              const char *start)
{
  const char *end = start;

  while (g_ascii_isalnum (*end) || (*end != '\0' && strchr ("-._~+/", *end) != NULL))
    end++;
  while (*end == '=')
    end++;
  if (end == start || (*end != '\0' && *end != ',') || reader->current->names->len > 0
      || reader->current->token68 != NULL)
    return FALSE;

  reader->current->token68 = take_text (reader, start, end - start);
  reader->p = end;

  return TRUE;
}

/* One scheme, parameter or token68. FALSE: nothing more can be taken. */
static gboolean
read_item (Reader   *reader,
           gboolean  after_scheme)
{
  const char *start = reader->p;
  const char *end = start;

  while (is_token_char (*end))
    end++;

  if (end == start)
    {
      add_problem (reader, _("Something stands there that is neither a scheme nor a parameter"));
      while (*reader->p != '\0' && *reader->p != ',')
        reader->p++;
      return TRUE;
    }

  if (reader->current != NULL && is_assignment (end))
    {
      char *name = g_ascii_strdown (start, MIN ((gsize) (end - start), MAX_VALUE_BYTES));

      reader->p = end;
      while (*reader->p != '=')
        reader->p++;
      reader->p++;
      while (*reader->p == ' ' || *reader->p == '\t')
        reader->p++;
      add_parameter (reader, name, *reader->p == '"' ? read_quoted (reader) : read_bare (reader));
      return TRUE;
    }

  if (after_scheme && reader->current != NULL && read_token68 (reader, start))
    return TRUE;

  reader->p = end;

  return begin_challenge (reader, start, end - start);
}

static void
read_field (Reader *reader)
{
  gboolean after_scheme = FALSE;

  reader->current = NULL;
  for (skip_space (reader); *reader->p != '\0'; skip_space (reader))
    {
      guint n = reader->challenges->len;

      if (!read_item (reader, after_scheme))
        return;
      /* A comma behind a scheme begins another challenge. */
      after_scheme = reader->challenges->len > n && *reader->p == ' ';
    }
}

/**
 * mcp_challenge_parse:
 * @values: (nullable): the values of all fields of that name
 *
 * Reads challenges. At most 64 are taken, of 64 parameters each.
 *
 * Returns: (transfer full): an array of #McpChallenge in order
 */
GPtrArray *
mcp_challenge_parse (const char * const *values)
{
  Reader reader = { 0 };

  reader.challenges = g_ptr_array_new_with_free_func ((GDestroyNotify) mcp_challenge_free);
  for (gsize i = 0; values != NULL && values[i] != NULL; i++)
    {
      reader.p = values[i];
      read_field (&reader);
    }

  return reader.challenges;
}
