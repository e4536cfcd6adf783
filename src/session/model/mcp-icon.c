/* mcp-icon.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-header-value.h"
#include "mcp-icon.h"
#include "mcp-json-edit.h"
#include "mcp-json.h"
#include "mcp-media.h"
#include "mcp-text.h"

/* More of one item are not looked at, nor more sizes of one icon. */
#define MAX_ICONS 16
#define MAX_SIZES 16

/* Each byte may be %-escaped, and four letters of base64 are three bytes. */
#define MAX_URI_BYTES (4 * MCP_ICON_MAX_BYTES + 1024)

#define SVG "image/svg+xml"

static gboolean
has_scheme (const char *uri,
            const char *scheme)
{
  return g_ascii_strncasecmp (uri, scheme, strlen (scheme)) == 0;
}

/* The member as text; (nullable) */
static char *
dup_member (const char *object,
            gsize       length,
            const char *name)
{
  McpSpan span;

  return mcp_json_edit_find (object, length, name, &span)
             && mcp_json_get_type (object + span.offset, span.length) == MCP_JSON_STRING
           ? mcp_json_dup_string (object + span.offset, span.length)
           : NULL;
}

/* "48x48"; 0 for what is none */
static guint
parse_side (const char *size)
{
  char *end;
  guint64 width = g_ascii_strtoull (size, &end, 10);
  guint64 height = *end == 'x' ? g_ascii_strtoull (end + 1, &end, 10) : 0;

  if (g_str_equal (size, "any"))
    return G_MAXUINT;

  return *end == '\0' ? (guint) MIN (MIN (width, height), G_MAXUINT - 1) : 0;
}

static void
read_sizes (McpIcon    *icon,
            const char *object,
            gsize       length)
{
  g_autoptr (GString) joined = g_string_new (NULL);
  McpJsonIter iter;
  McpSpan sizes, value;

  if (!mcp_json_edit_find (object, length, "sizes", &sizes)
      || !mcp_json_iter_init (&iter, object + sizes.offset, sizes.length) || iter.is_object)
    return;

  for (guint i = 0; i < MAX_SIZES && mcp_json_iter_next (&iter, NULL, &value); i++)
    {
      const char *text = object + sizes.offset + value.offset;
      g_autofree char *size = *text == '"' ? mcp_json_dup_string (text, value.length) : NULL;
      guint side = size != NULL ? parse_side (size) : 0;

      if (size == NULL)
        continue;
      g_string_append_printf (joined, "%s%s", joined->len > 0 ? " " : "", size);
      if (side > 0 && (icon->side == 0 || side < icon->side))
        icon->side = side;
    }
  if (joined->len > 0)
    icon->sizes = g_string_free (g_steal_pointer (&joined), FALSE);
}

/**
 * mcp_icons_read:
 * @object: the JSON of an item or of `serverInfo`, valid
 *
 * Reads its `icons`, of which those without a `src` are left out (2025-11-25, basic, icons).
 *
 * Returns: (transfer full) (element-type McpIcon): the first 16, in the server's order
 */
GPtrArray *
mcp_icons_read (const char *object,
                gsize       length)
{
  GPtrArray *icons = g_ptr_array_new_with_free_func ((GDestroyNotify) mcp_icon_free);
  McpJsonIter iter;
  McpSpan array, value;

  if (mcp_json_get_type (object, length) != MCP_JSON_OBJECT
      || !mcp_json_edit_find (object, length, "icons", &array)
      || !mcp_json_iter_init (&iter, object + array.offset, array.length) || iter.is_object)
    return icons;

  for (guint i = 0; i < MAX_ICONS && mcp_json_iter_next (&iter, NULL, &value); i++)
    {
      const char *text = object + array.offset + value.offset;
      g_autofree char *src = *text == '{' ? dup_member (text, value.length, "src") : NULL;
      McpIcon *icon;

      if (src == NULL)
        continue;

      icon = g_new0 (McpIcon, 1);
      icon->source = has_scheme (src, "data:")      ? MCP_ICON_DATA
                     : has_scheme (src, "https://") ? MCP_ICON_NETWORK
                                                    : MCP_ICON_REFUSED;
      icon->src = g_steal_pointer (&src);
      icon->mime_type = dup_member (text, value.length, "mimeType");
      icon->theme = dup_member (text, value.length, "theme");
      read_sizes (icon, text, value.length);
      g_ptr_array_add (icons, icon);
    }

  return icons;
}

McpIcon *
mcp_icon_copy (const McpIcon *icon)
{
  McpIcon *copy = g_new0 (McpIcon, 1);

  *copy = *icon;
  copy->src = g_strdup (icon->src);
  copy->mime_type = g_strdup (icon->mime_type);
  copy->sizes = g_strdup (icon->sizes);
  copy->theme = g_strdup (icon->theme);

  return copy;
}

void
mcp_icon_free (McpIcon *icon)
{
  g_free (icon->src);
  g_free (icon->mime_type);
  g_free (icon->sizes);
  g_free (icon->theme);
  g_free (icon);
}

/* --- Choosing --- */

gboolean
mcp_icon_is_svg (const McpIcon *icon)
{
  return g_strcmp0 (icon->mime_type, SVG) == 0
         || (icon->source == MCP_ICON_DATA && has_scheme (icon->src + strlen ("data:"), SVG));
}

/* The lower the better: first that it can be drawn, then the theme, then a size that is not made larger, then one
 * that is near. */
static guint64
rank (const McpIcon *icon,
      guint          side,
      gboolean       dark,
      gboolean       network)
{
  const gboolean worse[] = {
    icon->source == MCP_ICON_REFUSED,
    mcp_icon_is_svg (icon),
    icon->source == MCP_ICON_NETWORK && !network,
    icon->theme != NULL && !g_str_equal (icon->theme, dark ? "dark" : "light"),
  };
  guint is = icon->side == 0 || icon->side == G_MAXUINT ? side : icon->side;
  guint64 far = is >= side ? is - side : (guint64) G_MAXUINT + (side - is);
  guint64 rank = 0;

  for (guint i = 0; i < G_N_ELEMENTS (worse); i++)
    rank = rank << 1 | worse[i];

  return rank << 40 | far << 2 | (icon->side == 0) << 1 | (icon->theme == NULL);
}

/**
 * mcp_icons_choose:
 * @icons: (element-type McpIcon): of one item
 * @side: how large it is to be shown, in pixels
 * @dark: whether on a dark background
 * @network: whether what has to be fetched may be chosen
 *
 * Chooses the icon that suits best. One that cannot be drawn is only chosen where there is no other,
 * so that it can be said why.
 *
 * Returns: (transfer none) (nullable): one of @icons
 */
const McpIcon *
mcp_icons_choose (GPtrArray *icons,
                  guint      side,
                  gboolean   dark,
                  gboolean   network)
{
  const McpIcon *best = NULL;
  guint64 best_rank = G_MAXUINT64;

  for (guint i = 0; i < icons->len; i++)
    {
      const McpIcon *icon = icons->pdata[i];
      guint64 its = rank (icon, side, dark, network);

      if (its < best_rank)
        {
          best = icon;
          best_rank = its;
        }
    }

  return best;
}

/* --- The picture --- */

static gboolean
is_type (const char *declared,
         const char *type)
{
  g_autofree char *media_type = mcp_media_type_of (declared);

  return g_strcmp0 (media_type, type) == 0
         || (g_strcmp0 (media_type, "image/jpg") == 0 && g_str_equal (type, "image/jpeg"));
}

static gboolean
refuse (GError     **error,
        int          code,
        const char  *message)
{
  g_set_error_literal (error, MCP_ERROR, code, message);

  return FALSE;
}

/**
 * mcp_icon_check:
 * @icon: an icon
 * @file: its picture
 * @error: why it must not be decoded: %MCP_ERROR_TOO_LARGE or %MCP_ERROR_INVALID_RESPONSE
 *
 * Checks a picture before it is decoded, by its first bytes: it is PNG, JPEG, WebP or GIF, what its
 * type says, and of at most %MCP_ICON_MAX_BYTES and %MCP_ICON_MAX_SIDE pixels.
 *
 * Returns: %FALSE with @error
 */
gboolean
mcp_icon_check (const McpIcon  *icon,
                GBytes         *file,
                GError        **error)
{
  const char *type = mcp_media_get_picture_type (file);
  guint width, height;

  if (g_bytes_get_size (file) > MCP_ICON_MAX_BYTES)
    return refuse (error, MCP_ERROR_TOO_LARGE, _("The icon has more than 256 KiB"));
  if (type == NULL && mcp_media_is_svg (file))
    return refuse (error, MCP_ERROR_INVALID_RESPONSE,
                   _("The icon is SVG, which is not drawn because it can hold scripts"));
  if (type == NULL || !mcp_media_read_picture_size (file, &width, &height))
    return refuse (error, MCP_ERROR_INVALID_RESPONSE, _("The icon is no PNG, JPEG, WebP or GIF"));
  if (icon->mime_type != NULL && !is_type (icon->mime_type, type))
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_INVALID_RESPONSE, _("The icon is called “%s” and is %s"),
                   icon->mime_type, type);
      return FALSE;
    }
  if (width > MCP_ICON_MAX_SIDE || height > MCP_ICON_MAX_SIDE)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_TOO_LARGE, _("The icon has %u × %u pixels, more than %d × %d"), width,
                   height, MCP_ICON_MAX_SIDE, MCP_ICON_MAX_SIDE);
      return FALSE;
    }

  return TRUE;
}

/* The bytes of a data: URI; (nullable) */
static GBytes *
read_data_uri (const char *uri)
{
  const char *head = uri + strlen ("data:");
  const char *comma = strchr (head, ',');
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *text = NULL;
  gsize length;

  if (comma == NULL)
    return NULL;
  if (comma[1] == '\0')
    return g_bytes_new (NULL, 0);

  bytes = g_uri_unescape_bytes (comma + 1, -1, NULL, NULL);
  if (bytes == NULL || comma - head < (gssize) strlen (";base64")
      || !has_scheme (comma - strlen (";base64"), ";base64"))
    return g_steal_pointer (&bytes);

  text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  if (strlen (text) != g_bytes_get_size (bytes) || !mcp_text_is_base64 (text))
    return NULL;
  g_base64_decode_inplace (text, &length);

  return g_bytes_new (text, length);
}

/**
 * mcp_icon_decode:
 * @icon: an icon of %MCP_ICON_DATA
 * @error: what is wrong with it: %MCP_ERROR_TOO_LARGE or %MCP_ERROR_INVALID_RESPONSE
 *
 * Decodes its data: URI (RFC 2397), and checks the picture. Can be called in any thread.
 *
 * Returns: (transfer full) (nullable): the picture's file; %NULL with @error
 */
GBytes *
mcp_icon_decode (const McpIcon  *icon,
                 GError        **error)
{
  g_autoptr (GBytes) file = NULL;

  g_return_val_if_fail (icon->source == MCP_ICON_DATA, NULL);

  if (strlen (icon->src) > MAX_URI_BYTES)
    {
      refuse (error, MCP_ERROR_TOO_LARGE, _("The icon has more than 256 KiB"));
      return NULL;
    }

  file = read_data_uri (icon->src);
  if (file == NULL)
    {
      refuse (error, MCP_ERROR_INVALID_RESPONSE, _("The data: URI of the icon cannot be decoded"));
      return NULL;
    }

  return mcp_icon_check (icon, file, error) ? g_steal_pointer (&file) : NULL;
}

/**
 * mcp_icon_describe:
 * @icon: an icon
 *
 * Says what was listed of it, with a data: URI cut before its data. Text of the server.
 *
 * Returns: (transfer full): "https://example.com/icon.png image/png 48x48 dark"
 */
char *
mcp_icon_describe (const McpIcon *icon)
{
  const char *comma = icon->source == MCP_ICON_DATA ? strchr (icon->src, ',') : NULL;
  GString *text = g_string_new_len (icon->src, comma != NULL ? comma - icon->src : (gssize) strlen (icon->src));
  const char *rest[] = { icon->mime_type, icon->sizes, icon->theme };

  if (comma != NULL)
    g_string_append (text, ",…");
  for (guint i = 0; i < G_N_ELEMENTS (rest); i++)
    if (rest[i] != NULL)
      g_string_append_printf (text, " %s", rest[i]);

  return g_string_free (text, FALSE);
}
