/* mcp-toml-scalar.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-toml-reader-private.h"

/* Texts, numbers and dates of TOML. */

/* Says what is wrong, and in which line. */
gboolean
mcp_toml_fail (McpTomlReader  *self,
               GError        **error,
               const char     *format,
               ...)
{
  g_autofree char *what = NULL;
  guint line = 1;
  va_list args;

  for (const char *p = self->text; p < self->p; p++)
    line += *p == '\n';
  va_start (args, format);
  what = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error (error, MCP_ERROR, MCP_ERROR_INVALID_RESPONSE, _("line %u: %s"), line, what);

  return FALSE;
}

static gboolean
read_escape (McpTomlReader  *self,
             GString        *out,
             GError        **error)
{
  static const char names[] = "btnfre\"\\";
  static const char values[] = "\b\t\n\f\r\033\"\\";
  char c = mcp_toml_peek (self);
  const char *name = c != '\0' ? strchr (names, c) : NULL;
  guint n_digits = c == 'u' ? 4 : c == 'U' ? 8 : c == 'x' ? 2 : 0;
  gunichar code = 0;

  if (name != NULL)
    {
      g_string_append_c (out, values[name - names]);
      self->p++;
      return TRUE;
    }
  if (n_digits == 0 || self->end - self->p <= (gssize) n_digits)
    return mcp_toml_fail (self, error, _("a backslash before what is no escape"));

  self->p++;
  for (; n_digits > 0; n_digits--, self->p++)
    {
      if (!g_ascii_isxdigit (*self->p))
        return mcp_toml_fail (self, error, _("a backslash before what is no escape"));
      code = code << 4 | g_ascii_xdigit_value (*self->p);
    }
  if (code == 0 || !g_unichar_validate (code))
    return mcp_toml_fail (self, error, _("an escape that is no character"));
  g_string_append_unichar (out, code);

  return TRUE;
}

/* A backslash at the end of a line takes all the space behind it away. */
static gboolean
skip_folded (McpTomlReader *self)
{
  const char *p = self->p;

  while (p < self->end && (*p == ' ' || *p == '\t' || *p == '\r'))
    p++;
  if (p == self->end || *p != '\n')
    return FALSE;
  while (p < self->end && g_ascii_isspace (*p))
    p++;
  self->p = p;

  return TRUE;
}

/* Up to two quotes may stand before the three that end it. */
static gboolean
take_end (McpTomlReader *self,
          char           quote,
          GString       *out)
{
  gsize n = 0;

  while (self->p + n < self->end && self->p[n] == quote && n < 5)
    n++;
  if (n < 3)
    return FALSE;

  for (gsize i = 3; i < n; i++)
    g_string_append_c (out, quote);
  self->p += n;

  return TRUE;
}

/* A text in quotes, also over several lines where it may be so. */
gboolean
mcp_toml_read_string (McpTomlReader  *self,
                      gboolean        may_be_long,
                      GString        *out,
                      GError        **error)
{
  char quote = *self->p;
  const char whole[] = { quote, quote, quote, '\0' };
  gboolean is_long = may_be_long && mcp_toml_take (self, whole);

  if (!is_long)
    self->p++;
  else if (!mcp_toml_take (self, "\n"))
    mcp_toml_take (self, "\r\n");

  while (self->p < self->end)
    {
      char c = *self->p;

      if (is_long ? take_end (self, quote, out) : c == quote)
        {
          self->p += !is_long;
          return TRUE;
        }
      if (c == '\\' && quote == '"')
        {
          self->p++;
          if (!(is_long && skip_folded (self)) && !read_escape (self, out, error))
            return FALSE;
          continue;
        }
      if (c == '\n' && !is_long)
        break;
      if (mcp_toml_is_control (c) && c != '\n' && !(c == '\r' && is_long && self->p + 1 < self->end && self->p[1] == '\n'))
        return mcp_toml_fail (self, error, _("a control character"));
      if (c != '\r')
        g_string_append_c (out, c);
      self->p++;
    }

  return mcp_toml_fail (self, error, _("a text without an end"));
}

/* Digits with single underscores between them. */
static gsize
measure_digits (const char *text,
                const char *digits)
{
  gsize n = 0;

  while (text[n] != '\0' && (strchr (digits, text[n]) != NULL
                             || (text[n] == '_' && n > 0 && text[n - 1] != '_' && text[n + 1] != '\0'
                                 && strchr (digits, text[n + 1]) != NULL)))
    n++;

  return n;
}

#define DECIMAL "0123456789"

static gboolean
append_based (const char *text,
              GString    *json)
{
  guint base = text[1] == 'x' ? 16 : text[1] == 'o' ? 8 : 2;
  const char *digits = base == 16 ? "0123456789abcdefABCDEF" : base == 8 ? "01234567" : "01";
  g_auto (GStrv) parts = NULL;
  g_autofree char *plain = NULL;
  guint64 value;

  if (text[2] == '\0' || text[2 + measure_digits (text + 2, digits)] != '\0')
    return FALSE;

  parts = g_strsplit (text + 2, "_", -1);
  plain = g_strjoinv ("", parts);
  if (!g_ascii_string_to_unsigned (plain, base, 0, G_MAXINT64, &value, NULL))
    return FALSE;
  g_string_append_printf (json, "%" G_GUINT64_FORMAT, value);

  return TRUE;
}

/* Its JSON is the same without plus and underscores. */
static gboolean
append_decimal (const char *text,
                GString    *json)
{
  const char *p = text + (*text == '-' || *text == '+');
  gsize n = measure_digits (p, DECIMAL);

  if (n == 0 || (n > 1 && *p == '0'))
    return FALSE;
  p += n;
  if (*p == '.')
    {
      n = measure_digits (p + 1, DECIMAL);
      if (n == 0)
        return FALSE;
      p += n + 1;
    }
  if (*p == 'e' || *p == 'E')
    {
      p += 1 + (p[1] == '-' || p[1] == '+');
      n = measure_digits (p, DECIMAL);
      if (n == 0)
        return FALSE;
      p += n;
    }
  if (*p != '\0')
    return FALSE;

  for (p = text + (*text == '+'); *p != '\0'; p++)
    if (*p != '_')
      g_string_append_c (json, *p);

  return TRUE;
}

/* 9 stands for a digit. */
static gboolean
skip_pattern (const char **text,
              const char  *pattern)
{
  const char *p = *text;

  for (; *pattern != '\0'; pattern++, p++)
    if (*pattern == '9' ? !g_ascii_isdigit (*p) : *p != *pattern)
      return FALSE;
  *text = p;

  return TRUE;
}

static gboolean
skip_time (const char **text)
{
  if (!skip_pattern (text, "99:99"))
    return FALSE;
  if (skip_pattern (text, ":99") && skip_pattern (text, ".9"))
    *text += strspn (*text, DECIMAL);

  return TRUE;
}

static gboolean
is_date (const char *text)
{
  if (!skip_pattern (&text, "9999-99-99"))
    return skip_time (&text) && *text == '\0';
  if (*text == '\0')
    return TRUE;
  if (strchr ("Tt ", *text++) == NULL || !skip_time (&text))
    return FALSE;
  if (*text == 'Z' || *text == 'z')
    text++;
  else if (*text == '+' || *text == '-')
    {
      text++;
      if (!skip_pattern (&text, "99:99"))
        return FALSE;
    }

  return *text == '\0';
}

/* What is written without quotes. */
gboolean
mcp_toml_read_bare (McpTomlReader  *self,
                    GString        *json,
                    GError        **error)
{
  static const char * const infinite[] = { "inf", "+inf", "-inf", "nan", "+nan", "-nan", NULL };
  const char *start = self->p;
  g_autofree char *text = NULL;

  while (g_ascii_isalnum (mcp_toml_peek (self)) || (mcp_toml_peek (self) != '\0' && strchr ("+-_.:", mcp_toml_peek (self)) != NULL))
    self->p++;
  /* A date and a time, with a space between them. */
  if (self->p - start == 10 && start[4] == '-' && mcp_toml_peek (self) == ' ' && self->p + 1 < self->end
      && g_ascii_isdigit (self->p[1]))
    for (self->p++; g_ascii_isalnum (mcp_toml_peek (self)) || (mcp_toml_peek (self) != '\0' && strchr ("+-.:", mcp_toml_peek (self)) != NULL);)
      self->p++;

  text = g_strndup (start, self->p - start);
  if (g_str_equal (text, "true") || g_str_equal (text, "false"))
    g_string_append (json, text);
  else if (g_strv_contains (infinite, text) || is_date (text))
    mcp_json_append_string (json, text, -1);
  else if (text[0] == '0' && text[1] != '\0' && strchr ("xob", text[1]) != NULL ? !append_based (text, json)
                                                                                : !append_decimal (text, json))
    {
      self->p = start;
      return mcp_toml_fail (self, error, _("“%.40s” is no value"), text);
    }

  return TRUE;
}
