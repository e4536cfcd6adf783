/* bounds-clients.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gstdio.h>

#include "bounds.h"
#include "mcp-bundle.h"
#include "mcp-client-export.h"
#include "mcp-client-manifest.h"
#include "mcp-server-link.h"
#include "mcp-text-diff.h"
#include "zip-fixture.h"

/* The files of other clients, read and written. */

static void
run (const char *id,
     const char *data,
     gsize       length)
{
  g_autoptr (GPtrArray) servers = mcp_client_read (mcp_client_find (id), data, length, "/srv", NULL);
  g_autoptr (GPtrArray) profiles = g_ptr_array_new_with_free_func (g_object_unref);
  g_autofree char *text = g_strndup (data, length);
  g_autofree char *changed = NULL;
  g_autofree char *diff = NULL;

  g_ptr_array_add (profiles, mcp_profile_new_for_argv ("a", (const char * const[]) { "b", "c", NULL }));
  changed = mcp_client_write (mcp_client_find (id), text, profiles, NULL, NULL);
  if (changed != NULL)
    diff = mcp_text_diff (text, changed, "a", "b");
}

void
bounds_run_client_json (const char *data,
                        gsize       length)
{
  g_autofree char *entry = g_strdup_printf ("{\"servers\":{\"a\":{\"command\":\"${input:b}\",\"env_vars\":%.*s,"
                                            "\"args\":%.*s}},\"inputs\":%.*s}",
                                            (int) length, data, (int) length, data, (int) length, data);

  run ("vscode", entry, strlen (entry));
}

void
bounds_run_client_servers (const char *data,
                           gsize       length)
{
  g_autofree char *whole = g_strdup_printf ("{\"servers\":%.*s,\"inputs\":%.*s}", (int) length, data, (int) length, data);

  run ("vscode", whole, strlen (whole));
  run ("claude-code", data, length);
}

void
bounds_run_client_toml (const char *data,
                        gsize       length)
{
  run ("codex", data, length);
}

void
bounds_run_client_manifest (const char *data,
                            gsize       length)
{
  g_autofree char *text =
    g_strdup_printf ("{\"name\":\"a\",\"packages\":[{\"registryType\":\"npm\",\"identifier\":\"b\",\"packageArguments\":["
                     "{\"type\":\"named\",\"name\":\"c\",\"value\":\"{d}{e}\",\"variables\":{\"d\":%.*s,\"e\":{\"choices\":"
                     "%.*s,\"isRequired\":true}}}],\"runtimeArguments\":%.*s,\"environmentVariables\":%.*s}],\"remotes\":%.*s}",
                     (int) length, data, (int) length, data, (int) length, data, (int) length, data, (int) length, data);
  g_autoptr (GPtrArray) servers = mcp_client_read_text (text, strlen (text), NULL);
}

/* Each part of a manifest.json that is of any shape; and what is asked for, as often as it may be. */
void
bounds_run_bundle (const char *data,
                   gsize       length)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "bounds.mcpb", NULL);
  g_autofree char *text =
    g_strdup_printf ("{\"name\":\"a\",\"version\":\"1\",\"description\":\"\",\"author\":{\"name\":\"b\"},\"tools\":%.*s,"
                     "\"compatibility\":{\"platforms\":%.*s,\"runtimes\":%.*s},\"user_config\":{\"c\":{\"type\":\"file\","
                     "\"multiple\":true,\"default\":%.*s}},\"server\":{\"type\":\"node\",\"mcp_config\":{\"command\":\"d\","
                     "\"args\":%.*s,\"env\":%.*s}}}",
                     (int) length, data, (int) length, data, (int) length, data, (int) length, data, (int) length, data,
                     (int) length, data);
  ZipFixture *zip = zip_fixture_new ();
  g_autoptr (McpBundle) bundle = NULL;

  zip_fixture_add (zip, (ZipEntry) { .name = "manifest.json", .data = text });
  zip_fixture_write (zip, path, NULL, 0);
  bundle = mcp_bundle_open (path, NULL, NULL);
  g_unlink (path);
}

void
bounds_run_client_yaml (const char *data,
                        gsize       length)
{
  run ("goose", data, length);
}

/* As JSON, and in the place of parameters. */
void
bounds_run_server_link (const char *data,
                        gsize       length)
{
  static const char *const starts[] = { "sounder:add?config=", "sounder:mcp/install?", "sounder:add?" };

  for (guint i = 0; i < G_N_ELEMENTS (starts); i++)
    {
      g_autofree char *text = g_strndup (data, length);
      g_autofree char *link = g_strconcat (starts[i], text, NULL);
      g_autofree char *json = NULL;
      g_autoptr (GPtrArray) servers = NULL;

      for (char *p = link; *p != '\0'; p++)
        if (!g_ascii_isgraph (*p) || *p == '#')
          *p = '_';
      json = mcp_server_link_read (link, NULL);
      if (json != NULL)
        servers = mcp_client_read_text (json, strlen (json), NULL);
    }
}
