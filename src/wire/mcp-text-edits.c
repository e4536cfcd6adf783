/* mcp-text-edits.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-text-edits.h"

typedef struct
{
  gsize  offset;
  gsize  length;
  guint  number;   /* in the order they came */
  char  *insert;   /* (nullable) */
} Edit;

struct _McpTextEdits
{
  GArray *edits;
};

static void
edit_clear (gpointer data)
{
  g_free (((Edit *) data)->insert);
}

McpTextEdits *
mcp_text_edits_new (void)
{
  McpTextEdits *self = g_new0 (McpTextEdits, 1);

  self->edits = g_array_new (FALSE, FALSE, sizeof (Edit));
  g_array_set_clear_func (self->edits, edit_clear);

  return self;
}

/**
 * mcp_text_edits_add:
 * @offset: in the text, in bytes
 * @length: how many bytes go
 * @insert: (transfer full) (nullable): what stands there instead
 *
 * Adds a change. What goes twice goes once.
 */
void
mcp_text_edits_add (McpTextEdits *self,
                    gsize         offset,
                    gsize         length,
                    char         *insert)
{
  Edit edit = { offset, length, 0, insert };

  g_return_if_fail (self != NULL);

  edit.number = self->edits->len;
  g_array_append_val (self->edits, edit);
}

static int
compare_edits (gconstpointer a,
               gconstpointer b)
{
  const Edit *one = a;
  const Edit *two = b;

  if (one->offset != two->offset)
    return one->offset < two->offset ? -1 : 1;
  /* What is put in comes before what begins there is taken away. */
  if ((one->length == 0) != (two->length == 0))
    return one->length == 0 ? -1 : 1;

  return (one->number > two->number) - (one->number < two->number);
}

/**
 * mcp_text_edits_apply:
 * @text: the text they are for
 *
 * Returns: (transfer full): the changed text
 */
char *
mcp_text_edits_apply (McpTextEdits *self,
                      const char   *text)
{
  GString *out;
  gsize done = 0;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (text != NULL, NULL);

  out = g_string_new (NULL);
  g_array_sort (self->edits, compare_edits);
  for (guint i = 0; i < self->edits->len; i++)
    {
      const Edit *edit = &g_array_index (self->edits, Edit, i);

      if (edit->offset > done)
        g_string_append_len (out, text + done, edit->offset - done);
      if (edit->insert != NULL)
        g_string_append (out, edit->insert);
      done = MAX (done, edit->offset + edit->length);
    }
  g_string_append (out, text + done);

  return g_string_free (out, FALSE);
}

void
mcp_text_edits_free (McpTextEdits *self)
{
  if (self == NULL)
    return;

  g_array_unref (self->edits);
  g_free (self);
}
