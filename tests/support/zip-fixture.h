/* zip-fixture.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Something in an archive: whatever somebody may write there. */
typedef struct
{
  const char *name;
  const char *data;         /* (nullable) */
  gsize       n_name;       /* 0: of a text */
  gsize       n_data;       /* 0: of a text */
  guint32     mode;         /* of Unix, its kind too; 0: a file of mode 0644 */
  guint32     declared;     /* what it says that it has; 0: what it has */
  guint16     flags;        /* 1: encrypted, 0x800: its name is UTF-8 */
  gboolean    packed;
} ZipEntry;

/* A ZIP, byte by byte: no library refuses to write what is bad. */
typedef struct _ZipFixture ZipFixture;

ZipFixture *zip_fixture_new   (void);
void        zip_fixture_add   (ZipFixture     *self,
                               ZipEntry        entry);
void        zip_fixture_write (ZipFixture     *self,    /* (transfer full) */
                               const char     *path,
                               const char     *behind,  /* (nullable): what follows the archive */
                               gsize           n_behind);

G_END_DECLS
