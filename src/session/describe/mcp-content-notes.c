/* mcp-content-notes.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-content-notes.h"
#include "mcp-json.h"

/* What is longer than anybody would write is cut where it is shown, and whole in the raw message. */
#define MAX_TEXT 200

static void
add (GPtrArray  *notes,
     char       *text,
     const char *detail,
     gboolean    is_wrong)
{
  McpContentNote *note = g_new0 (McpContentNote, 1);

  note->text = text;
  note->detail = g_strdup (detail);
  note->is_wrong = is_wrong;
  g_ptr_array_add (notes, note);
}

static char *
dup_cut (const char *text,
         gsize       length)
{
  const char *end = text + MIN (length, MAX_TEXT);

  if (length > MAX_TEXT)
    end = g_utf8_find_prev_char (text, end + 1);

  return g_strdup_printf ("%.*s%s", (int) (end - text), text, length > MAX_TEXT ? "…" : "");
}

/* Something of another type: its name and its own token. */
static void
add_token (GPtrArray  *notes,
           const char *name,
           const char *token,
           gsize       length,
           const char *problem)
{
  g_autofree char *cut = dup_cut (token, length);

  add (notes, g_strdup_printf ("%s: %s", name, cut), problem, TRUE);
}

static void
read_audience (GPtrArray  *notes,
               const char *list,
               gsize       length)
{
  McpSpan value;
  McpJsonIter iter;
  gboolean is_known = TRUE;
  g_autoptr (GString) names = g_string_new (NULL);

  if (mcp_json_get_type (list, length) == MCP_JSON_ARRAY && mcp_json_iter_init (&iter, list, length))
    {
      while (names->len < MAX_TEXT && mcp_json_iter_next (&iter, NULL, &value))
        {
          g_autofree char *name = mcp_json_dup_string (list + value.offset, value.length);

          if (name == NULL)
            {
              add_token (notes, "audience", list, length, _("Each of the audience must be a string"));
              return;
            }
          is_known &= g_str_equal (name, "user") || g_str_equal (name, "assistant");
          g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", name);
        }
    }

  if (names->len > 0)
    {
      g_autofree char *cut = dup_cut (names->str, names->len);

      /* Translators: whom the server meant content for, such as “user, assistant”. */
      add (notes, g_strdup_printf (_("For %s"), cut),
           is_known ? NULL : _("The audience can be “user” and “assistant”"), !is_known);
    }
  else
    {
      add_token (notes, "audience", list, length, _("The audience must be a list of roles"));
    }
}

static void
read_priority (GPtrArray  *notes,
               const char *token,
               gsize       length)
{
  g_autofree char *cut = NULL;
  gboolean is_inside;

  if (mcp_json_get_type (token, length) != MCP_JSON_NUMBER)
    {
      add_token (notes, "priority", token, length, _("The priority must be a number"));
      return;
    }

  is_inside = mcp_json_compare_numbers (token, length, "0", 1) >= 0
              && mcp_json_compare_numbers (token, length, "1", 1) <= 0;
  cut = dup_cut (token, length);
  /* Translators: how important the server calls something, a number from 0 to 1. */
  add (notes, g_strdup_printf (_("Priority %s"), cut),
       is_inside ? NULL : _("The priority must be from 0 to 1"), !is_inside);
}

static void
read_time (GPtrArray  *notes,
           const char *token,
           gsize       length)
{
  g_autofree char *text = mcp_json_dup_string (token, length);
  g_autofree char *cut = text != NULL ? dup_cut (text, strlen (text)) : NULL;
  g_autofree char *readable = NULL;
  g_autoptr (GDateTime) time = NULL;
  g_autoptr (GDateTime) local = NULL;

  if (text == NULL)
    {
      add_token (notes, "lastModified", token, length, _("The time must be a string"));
      return;
    }

  time = g_date_time_new_from_iso8601 (text, NULL);
  local = time != NULL ? g_date_time_to_local (time) : NULL;
  readable = local != NULL ? g_date_time_format (local, _("%-e %B %Y, %H:%M %Z")) : NULL;
  /* Translators: when something was last modified. */
  add (notes, g_strdup_printf (_("Modified %s"), cut),
       readable != NULL ? readable : _("The time must be ISO 8601 with its zone"), readable == NULL);
}

/**
 * mcp_content_notes_read:
 * @json: a content block, a resource or what describes one, valid JSON
 * @length: length of @json in bytes
 *
 * Reads the annotations of content (server/resources, Annotations): for whom it is, how important
 * and how old. A value of the wrong type is there with its token and says so; numbers and times are
 * as they were sent.
 *
 * Returns: (transfer full) (element-type McpContentNote): the notes, empty without annotations
 */
GPtrArray *
mcp_content_notes_read (const char *json,
                        gsize       length)
{
  static const struct
  {
    const char *path;
    void      (*read) (GPtrArray *notes, const char *token, gsize length);
  } members[] = {
    { "annotations.audience", read_audience },
    { "annotations.priority", read_priority },
    { "annotations.lastModified", read_time },
  };
  GPtrArray *notes = g_ptr_array_new_with_free_func ((GDestroyNotify) mcp_content_note_free);
  McpSpan span;

  if (!mcp_json_lookup (json, length, "annotations", &span))
    return notes;
  if (mcp_json_get_type (json + span.offset, span.length) != MCP_JSON_OBJECT)
    {
      add_token (notes, "annotations", json + span.offset, span.length,
                 _("The annotations must be an object"));
      return notes;
    }

  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    {
      if (mcp_json_lookup (json, length, members[i].path, &span))
        members[i].read (notes, json + span.offset, span.length);
    }

  return notes;
}

/**
 * mcp_content_note_free:
 * @self: (transfer full): a note
 *
 * Frees a note.
 */
void
mcp_content_note_free (McpContentNote *self)
{
  g_free (self->text);
  g_free (self->detail);
  g_free (self);
}
