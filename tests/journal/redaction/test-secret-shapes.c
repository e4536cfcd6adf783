/* test-secret-shapes.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>

#include "mcp-json.h"
#include "mcp-redactor.h"
#include "secret-shapes.h"
#include "test-support.h"

/*
 * Every shape in every place that a recording has: as a text, in a string of a message, in the
 * string of a string, and line by line as a server prints it. Ordinary texts stay byte for byte.
 */

static char *
redact_lines (const char *text)
{
  g_autoptr (McpRedactor) redactor = mcp_redactor_new ();
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      gsize length;
      char *line = mcp_redactor_redact_line (redactor, 3, lines[i], strlen (lines[i]), &length);

      if (line != NULL)
        {
          g_free (lines[i]);
          lines[i] = line;
        }
    }

  return g_strjoinv ("\n", lines);
}

static char *
redact_text (const char *text)
{
  g_autoptr (McpRedactor) redactor = mcp_redactor_new ();

  return mcp_redactor_redact (redactor, text, -1, NULL);
}

/* As the text of a result, in @n_levels strings. Returns what is in the innermost. */
static char *
redact_string (const char *text,
               guint       n_levels)
{
  g_autofree char *inner = g_strdup (text);

  for (guint i = 0; i < n_levels; i++)
    {
      g_autoptr (GString) message = g_string_new ("{\"text\":");

      mcp_json_append_string (message, inner, -1);
      g_string_append_c (message, '}');
      g_free (inner);
      inner = g_string_free (g_steal_pointer (&message), FALSE);
    }
  for (guint i = 0; i <= n_levels; i++)
    {
      g_autofree char *outer = g_steal_pointer (&inner);

      if (i == 0)
        inner = redact_text (outer);
      else
        inner = mcp_json_lookup_string (outer, strlen (outer), "text");
      g_assert_nonnull (inner);
    }

  return g_steal_pointer (&inner);
}

static void
report (const char *where,
        const char *text,
        const char *redacted)
{
  g_autofree char *shown = g_strescape (text, NULL);
  g_autofree char *given = g_strescape (redacted, NULL);

  g_test_message ("%s: %s\n  gives: %s", where, shown, given);
  g_test_fail ();
}

static void
test_shapes (void)
{
  for (guint i = 0; i < n_secret_shapes; i++)
    {
      const SecretShape *shape = &secret_shapes[i];
      g_autofree char *as_text = redact_text (shape->text);
      g_autofree char *as_lines = redact_lines (shape->text);
      g_autofree char *as_string = redact_string (shape->text, 1);
      g_autofree char *as_string_in_string = redact_string (shape->text, 2);

      if (strstr (as_text, shape->secret) != NULL)
        report ("text", shape->text, as_text);
      if (strstr (as_lines, shape->secret) != NULL)
        report ("lines", shape->text, as_lines);
      if (strstr (as_string, shape->secret) != NULL)
        report ("string", shape->text, as_string);
      if (strstr (as_string_in_string, shape->secret) != NULL)
        report ("string in a string", shape->text, as_string_in_string);
    }
}

/* Redacting again changes nothing: a recording that is saved again stays what it was. */
static void
test_again (void)
{
  for (guint i = 0; i < n_secret_shapes; i++)
    {
      g_autofree char *once = redact_text (secret_shapes[i].text);
      g_autofree char *twice = redact_text (once);

      if (!g_str_equal (once, twice))
        report ("again", once, twice);
    }
}

static void
test_ordinary (void)
{
  for (guint i = 0; i < n_ordinary_texts; i++)
    {
      const char *text = ordinary_texts[i];
      g_autofree char *as_text = redact_text (text);
      g_autofree char *as_lines = redact_lines (text);
      g_autofree char *as_string = redact_string (text, 1);

      if (!g_str_equal (as_text, text))
        report ("text", text, as_text);
      if (!g_str_equal (as_lines, text))
        report ("lines", text, as_lines);
      if (!g_str_equal (as_string, text))
        report ("string", text, as_string);
    }
}

/* Texts that repeat what begins a shape and never end it: the cost stays in step with their length.
 */
static void
test_hostile (void)
{
  static const char *const units[] = {
    "password: ", "password = ", "password is ", "|password", "| password |\n|---|\n",
    "a,password\n", "password,a\n", "curl -u ", "curl -u a:b ", "cGFzc3dvcmQ", "cGFzc3dvcmQ9",
    "-----BEGIN PRIVATE KEY-----", "name: password\n", "password: |\n ", "<password>", "<password ",
    "password %3D", "&quot;password&quot;:", "\\u0070assword", "password: \"", "password `",
    "비밀번호는 ", "비밀번호: ", "otp: ", ":AA", "00000000:AA", "password\"\"\"", "password='''",
    "login a password ", "<td>password</td>", "api key", "secret_", "npm_", "Private-Lines: 2",
    "identified by '", "pass:", "hooks.slack.com/services/", "('password',", "?token=your_",
    "password: <![CDATA[", "mnemonic: a ", "---- BEGIN PRIVATE", "basic ", " -p", "key key ",
  };
  const gsize n_bytes = 1024 * 1024;

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      g_autoptr (McpRedactor) redactor = mcp_redactor_new ();
      g_autoptr (GString) text = g_string_sized_new (n_bytes);
      gint64 begin_usec;
      gsize length;

      while (text->len < n_bytes)
        g_string_append (text, units[i]);
      begin_usec = test_get_worked_usec ();
      g_free (mcp_redactor_redact (redactor, text->str, text->len, &length));
      g_test_message ("%s: %" G_GINT64_FORMAT " ms", units[i],
                      (test_get_worked_usec () - begin_usec) / 1000);
      /* Quadratic would be minutes. */
      g_assert_cmpint (test_get_worked_usec () - begin_usec, <, 20 * G_USEC_PER_SEC);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/journal/secret-shapes/shapes", test_shapes);
  g_test_add_func ("/journal/secret-shapes/again", test_again);
  g_test_add_func ("/journal/secret-shapes/ordinary", test_ordinary);

  g_test_add_func ("/journal/secret-shapes/hostile", test_hostile);

  return g_test_run ();
}
