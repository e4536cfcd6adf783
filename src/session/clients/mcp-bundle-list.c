/* mcp-bundle-list.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>

#include "mcp-bundle-private.h"
#include "mcp-error.h"

/*
 * What libarchive does not tell: a name with a zero byte in it, which it cuts there; and it takes all of the list at the end of
 * a ZIP in before it tells of the first, which of a million entries is much. APPNOTE 4.3.12 and 4.3.16; what is no such list
 * is left to libarchive.
 */

#define END_BYTES 22
#define ENTRY_BYTES 46
/* As far from the end of the file as libarchive looks for the end of the list. */
#define TAIL_BYTES (16 * 1024)

static guint32
get_number (const guint8 *bytes,
            guint         width)
{
  guint32 number = 0;

  while (width-- > 0)
    number = number << 8 | bytes[width];

  return number;
}

/* Where the list begins. */
static gboolean
find_list (McpBundle *self,
           guint64   *offset,
           guint64   *end)
{
  gsize n_tail = MIN (self->n_packed_bytes, TAIL_BYTES);
  g_autofree guint8 *tail = g_malloc (n_tail + 1);

  if (n_tail < END_BYTES || pread (self->fd, tail, n_tail, self->n_packed_bytes - n_tail) != (gssize) n_tail)
    return FALSE;

  for (gsize at = n_tail - END_BYTES + 1; at-- > 0;)
    {
      if (tail[at] != 'P' || memcmp (tail + at, "PK\005\006", 4) != 0)
        continue;
      *offset = get_number (tail + at + 16, 4);
      *end = *offset + get_number (tail + at + 12, 4);
      if (*end <= self->n_packed_bytes - n_tail + at)
        return TRUE;
    }

  return FALSE;
}

/* Whether names have no zero bytes, and are not too many. */
gboolean
mcp_bundle_check_list (McpBundle  *self,
                       GError    **error)
{
  guint8 entry[ENTRY_BYTES];
  g_autofree char *name = g_malloc (G_MAXUINT16 + 1);
  guint64 offset;
  guint64 end;

  if (!find_list (self, &offset, &end))
    return TRUE;

  for (guint n = 0; offset + ENTRY_BYTES <= end; n++)
    {
      guint n_name;

      if (pread (self->fd, entry, sizeof entry, offset) != sizeof entry || memcmp (entry, "PK\001\002", 4) != 0)
        return TRUE;
      if (n == MCP_BUNDLE_MAX_ENTRIES)
        {
          g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("It is refused: it has more than %d files"),
                       MCP_BUNDLE_MAX_ENTRIES);
          return FALSE;
        }
      n_name = get_number (entry + 28, 2);
      if (pread (self->fd, name, n_name, offset + ENTRY_BYTES) != (gssize) n_name)
        return TRUE;
      name[n_name] = '\0';
      if (memchr (name, '\0', n_name) != NULL)
        return mcp_bundle_refuse (name, _("its name has a zero byte in it"), error);
      offset += ENTRY_BYTES + n_name + get_number (entry + 30, 2) + get_number (entry + 32, 2);
    }

  return TRUE;
}
