/* fuzz-bundle.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz-target.h"
#include "mcp-bundle.h"

/* What is read can be started and unpacked, below its folder; else there is an error in words, and nothing is there. */

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  int fd = memfd_create ("bundle", MFD_CLOEXEC);
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", fd);
  g_autofree char *folder = g_build_filename (g_get_tmp_dir (), "fuzz-bundle", "in", NULL);
  g_autofree char *parent = g_path_get_dirname (folder);
  g_autoptr (McpBundle) bundle = NULL;
  g_autoptr (GError) error = NULL;
  McpClientServer *server;

  g_assert_cmpint (fd, >=, 0);
  g_assert_cmpint (write (fd, data, size), ==, size);
  bundle = mcp_bundle_open (path, NULL, &error);
  close (fd);
  g_assert_true ((bundle == NULL) == (error != NULL));
  if (bundle == NULL)
    {
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      return 0;
    }

  server = mcp_bundle_make_server (bundle, folder);
  g_assert_nonnull (server->profile);
  mcp_client_server_free (server);
  if (mcp_bundle_unpack (bundle, folder, NULL, &error))
    mcp_bundle_remove (folder);
  else
    {
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      g_assert_false (g_file_test (parent, G_FILE_TEST_EXISTS));
    }
  rmdir (parent);

  return 0;
}
