/* bench-schema.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>

#include "bench-support.h"
#include "mcp-schema.h"

/*
 * An array of 10,000 objects against its schema, reading included; beside ajv where SOUNDER_INTEROP_DIR
 * has it, compiling left out.
 */

#define N_OBJECTS 10000

static const char schema_text[] =
  "{\"type\":\"array\",\"items\":{\"type\":\"object\",\"required\":[\"id\",\"name\"],"
  "\"additionalProperties\":false,\"properties\":{\"id\":{\"type\":\"integer\",\"minimum\":0},"
  "\"name\":{\"type\":\"string\",\"minLength\":1},\"tags\":{\"type\":\"array\",\"items\":"
  "{\"type\":\"string\"}},\"price\":{\"type\":\"number\"},\"active\":{\"type\":\"boolean\"},"
  "\"kind\":{\"enum\":[\"a\",\"b\",\"c\"]},\"owner\":{\"$ref\":\"#/$defs/owner\"}}},"
  "\"$defs\":{\"owner\":{\"type\":\"object\",\"properties\":{\"email\":{\"type\":\"string\"},"
  "\"age\":{\"type\":[\"integer\",\"null\"]}},\"required\":[\"email\"]}}}";

/* Prints milliseconds of each run. */
static const char ajv_script[] =
  "const [ajv, schema, value] = process.argv.slice(1); const { readFileSync } = require('fs');"
  "const Ajv = require(ajv).default; const text = readFileSync(value, 'utf8');"
  "const check = new Ajv({ allErrors: true }).compile(JSON.parse(readFileSync(schema, 'utf8')));"
  "const from = process.hrtime.bigint(); if (!check(JSON.parse(text))) throw 1;"
  "console.log(Number(process.hrtime.bigint() - from) / 1e6);";

typedef struct
{
  McpSchema  *schema;
  GString    *value;
  char       *folder;
  const char *interop;
} Bench;

static double
run_ours (gpointer data)
{
  Bench *bench = data;
  gint64 start_usec = g_get_monotonic_time ();
  g_autoptr (GPtrArray) errors = mcp_schema_validate (bench->schema, bench->value->str,
                                                      bench->value->len);

  g_assert_cmpuint (errors->len, ==, 0);

  return bench_seconds (start_usec) * 1e3;
}

static double
run_ajv (gpointer data)
{
  Bench *bench = data;
  g_autofree char *node = g_build_filename (bench->interop, "bin/node", NULL);
  g_autofree char *ajv = g_build_filename (bench->interop, "node_modules/ajv/dist/2020.js", NULL);
  g_autofree char *schema = g_build_filename (bench->folder, "schema.json", NULL);
  g_autofree char *value = g_build_filename (bench->folder, "value.json", NULL);
  const char *argv[] = { node, "-e", ajv_script, ajv, schema, value, NULL };
  g_autofree char *output = NULL;
  g_autoptr (GError) error = NULL;

  if (!g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, &output, NULL, NULL, &error))
    g_error ("%s", error->message);

  return g_ascii_strtod (output, NULL);
}

static void
write_file (Bench      *bench,
            const char *name,
            const char *text)
{
  g_autofree char *path = g_build_filename (bench->folder, name, NULL);
  g_autoptr (GError) error = NULL;

  if (!g_file_set_contents (path, text, -1, &error))
    g_error ("%s", error->message);
}

static void
remove_file (Bench      *bench,
             const char *name)
{
  g_autofree char *path = g_build_filename (bench->folder, name, NULL);

  g_remove (path);
}

int
main (void)
{
  Bench bench = { mcp_schema_new (schema_text, -1, NULL), g_string_new ("["), NULL, NULL };
  double ours, ajv;

  for (guint i = 0; i < N_OBJECTS; i++)
    g_string_append_printf (bench.value,
                            "%s{\"id\":%u,\"name\":\"thing %u\",\"tags\":[\"x\",\"y\",\"z\"],\"price\":%u.25,"
                            "\"active\":true,\"kind\":\"b\",\"owner\":{\"email\":\"a@b.c\",\"age\":null}}",
                            i > 0 ? "," : "", i, i, i);
  g_string_append_c (bench.value, ']');
  bench.interop = g_getenv ("SOUNDER_INTEROP_DIR");

  ours = bench_run (run_ours, &bench);
  bench_print ("10,000 objects against their schema", ours, "ms", 0);
  if (bench.interop != NULL)
    {
      bench.folder = g_dir_make_tmp (NULL, NULL);
      write_file (&bench, "schema.json", schema_text);
      write_file (&bench, "value.json", bench.value->str);
      ajv = bench_run (run_ajv, &bench);
      bench_print ("ajv, without compiling; and how often that fits in ours", ajv, "ms", ours / ajv);
      remove_file (&bench, "schema.json");
      remove_file (&bench, "value.json");
      g_rmdir (bench.folder);
      g_free (bench.folder);
    }
  g_string_free (bench.value, TRUE);
  mcp_schema_unref (bench.schema);

  return 0;
}
