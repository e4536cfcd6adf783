/* cli-file.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What --output names. Nothing of it is there before it is whole, unless it is a pipe or a device. */
typedef struct _CliFile CliFile;

CliFile *cli_file_new    (const char  *path,
                          gboolean     only_owner,
                          GError     **error);
gboolean cli_file_write  (CliFile     *self,
                          const char  *data,
                          gsize        length);
gboolean cli_file_finish (CliFile     *self,
                          GError     **error);
void     cli_file_free   (CliFile     *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliFile, cli_file_free)

G_END_DECLS
