/* cli-argument-tree.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "cli-argument-tree.h"
#include "mcp-error.h"
#include "mcp-json.h"

struct _CliArgumentTree
{
  char      *name;      /* of the member; "[0]" of an element; NULL for the root */
  char      *json;      /* (nullable): the whole value; without, it has parts */
  GPtrArray *parts;     /* of CliArgumentTree, in the order in which they were given */
};

static CliArgumentTree *
new_part (const char *name,
          const char *json)
{
  CliArgumentTree *self = g_new0 (CliArgumentTree, 1);

  self->name = g_strdup (name);
  self->json = g_strdup (json);
  self->parts = g_ptr_array_new_with_free_func ((GDestroyNotify) cli_argument_tree_free);

  return self;
}

CliArgumentTree *
cli_argument_tree_new (void)
{
  return new_part (NULL, NULL);
}

void
cli_argument_tree_free (CliArgumentTree *self)
{
  g_free (self->name);
  g_free (self->json);
  g_ptr_array_unref (self->parts);
  g_free (self);
}

static CliArgumentTree *
find_part (CliArgumentTree *self,
           const char      *name)
{
  for (guint i = 0; i < self->parts->len; i++)
    {
      CliArgumentTree *part = self->parts->pdata[i];

      if (g_str_equal (part->name, name))
        return part;
    }

  return NULL;
}

/* Elements come in their order, and a value has either elements or members. */
static gboolean
check_name (CliArgumentTree  *self,
            const char       *name,
            const char       *key,
            GError          **error)
{
  const CliArgumentTree *first = self->parts->len > 0 ? self->parts->pdata[0] : NULL;
  g_autofree char *next = g_strdup_printf ("[%u]", self->parts->len);

  if (first != NULL && (first->name[0] == '[') != (name[0] == '['))
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, _("%s: elements and members of one value"), key);
      return FALSE;
    }
  if (name[0] == '[' && !g_str_equal (name, next))
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, _("%s: the element %s comes first"), key, next);
      return FALSE;
    }

  return TRUE;
}

gboolean
cli_argument_tree_add (CliArgumentTree     *self,
                       const char * const  *path,
                       const char          *json,
                       const char          *key,
                       GError             **error)
{
  gboolean is_last = path[1] == NULL;
  CliArgumentTree *part = find_part (self, path[0]);

  if (part != NULL && (is_last || part->json != NULL))
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, _("%s: “%s” is given already"), key, path[0]);
      return FALSE;
    }
  if (part == NULL)
    {
      if (!check_name (self, path[0], key, error))
        return FALSE;
      part = new_part (path[0], is_last ? json : NULL);
      g_ptr_array_add (self->parts, part);
    }

  return is_last || cli_argument_tree_add (part, path + 1, json, key, error);
}

static void
append_value (CliArgumentTree *self,
              GString         *out)
{
  const CliArgumentTree *first = self->parts->len > 0 ? self->parts->pdata[0] : NULL;
  gboolean is_array = first != NULL && first->name[0] == '[';

  if (self->json != NULL)
    {
      g_string_append (out, self->json);
      return;
    }

  g_string_append_c (out, is_array ? '[' : '{');
  if (!is_array)
    cli_argument_tree_append (self, out);
  for (guint i = 0; is_array && i < self->parts->len; i++)
    {
      if (i > 0)
        g_string_append_c (out, ',');
      append_value (self->parts->pdata[i], out);
    }
  g_string_append_c (out, is_array ? ']' : '}');
}

void
cli_argument_tree_append (CliArgumentTree *self,
                          GString         *out)
{
  for (guint i = 0; i < self->parts->len; i++)
    {
      CliArgumentTree *part = self->parts->pdata[i];
      g_autoptr (GString) value = g_string_new (NULL);

      append_value (part, value);
      mcp_json_append_member (out, part->name, value->str);
    }
}

char **
cli_argument_path_split (const char *key)
{
  g_autoptr (GStrvBuilder) path = g_strv_builder_new ();
  const char *p = key;
  guint n = 0;

  for (; *p != '\0'; n++)
    {
      gsize length;
      g_autofree char *part = NULL;

      if (*p == '[')
        {
          length = 1 + strspn (p + 1, "0123456789");
          if (n == 0 || length == 1 || p[length] != ']')
            return NULL;
          length++;
        }
      else
        {
          if (n > 0 && *p++ != '.')
            return NULL;
          length = strcspn (p, ".[");
          if (length == 0)
            return NULL;
        }

      part = g_strndup (p, length);
      g_strv_builder_add (path, part);
      p += length;
    }

  return n > 1 ? g_strv_builder_end (path) : NULL;
}
