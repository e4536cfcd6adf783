/* mcp-consent-memory.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "mcp-consent.h"
#include "mcp-json-edit.h"
#include "mcp-server-file.h"

/*
 * consent.json in the user's folder for data: what was agreed to, by digest, the oldest first. A file that
 * cannot be read, or that others may write to, agrees to nothing.
 */

#define FILE_VERSION 1
#define MAX_BYTES    (1024 * 1024)
/* More than anybody has; the oldest go. */
#define MAX_ENTRIES  1000
#define MAX_NAME_CHARS 100

static const char * const way_names[] = { "typed", "asked", "before" };

char *
mcp_consent_get_path (void)
{
  return g_build_filename (g_get_user_data_dir (), "sounder", "consent.json", NULL);
}

/* Of a newer format nothing is taken over, and nothing is written. */
static gboolean
is_ours (const char *text)
{
  gint64 version = 0;

  return mcp_json_lookup_int64 (text, strlen (text), "version", &version) && version == FILE_VERSION;
}

/* NULL where there is no file, or none that can be trusted. */
static char *
read_file (const char *path)
{
  g_autofree char *text = NULL;
  GStatBuf status;
  gsize length;

  if (g_stat (path, &status) != 0 || !S_ISREG (status.st_mode) || status.st_uid != geteuid ()
      || (status.st_mode & (S_IWGRP | S_IWOTH)) != 0 || status.st_size > MAX_BYTES)
    return NULL;
  if (!g_file_get_contents (path, &text, &length, NULL) || length > MAX_BYTES
      || strlen (text) != length || !mcp_json_validate (text, length, NULL)
      || mcp_json_get_type (text, length) != MCP_JSON_OBJECT)
    return NULL;

  return g_steal_pointer (&text);
}

static char *
dup_agreed (const char *text)
{
  g_autofree char *agreed = text != NULL && is_ours (text) ? mcp_json_edit_get (text, "agreed") : NULL;

  return agreed != NULL && *agreed == '{' ? g_steal_pointer (&agreed) : g_strdup ("{}");
}

/* Whether the file has this digest. */
gboolean
mcp_consent_memory_has (const char *digest)
{
  g_autofree char *path = mcp_consent_get_path ();
  g_autofree char *text = read_file (path);
  g_autofree char *agreed = dup_agreed (text);
  McpSpan span;

  return mcp_json_edit_find (agreed, strlen (agreed), digest, &span);
}

static char *
make_entry (const char    *name,
            McpConsentWay  way)
{
  g_autofree char *valid = g_utf8_make_valid (name, -1);
  g_autofree char *cut = g_utf8_substring (valid, 0, MIN (g_utf8_strlen (valid, -1), MAX_NAME_CHARS));
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree char *at = g_date_time_format_iso8601 (now);
  GString *entry = g_string_new ("{");

  mcp_json_append_member_string (entry, "way", way_names[way]);
  mcp_json_append_member_string (entry, "name", cut);
  mcp_json_append_member_string (entry, "at", at);
  g_string_append_c (entry, '}');

  return g_string_free (entry, FALSE);
}

static void
drop_oldest (char **agreed)
{
  for (guint n = mcp_json_count (*agreed, strlen (*agreed)); n > MAX_ENTRIES; n--)
    {
      McpJsonIter iter;
      McpSpan key;
      McpSpan value;
      g_autofree char *digest = NULL;

      mcp_json_iter_init (&iter, *agreed, strlen (*agreed));
      if (!mcp_json_iter_next (&iter, &key, &value))
        return;
      digest = mcp_json_dup_string (*agreed + key.offset, key.length);
      mcp_json_edit_set (agreed, digest, NULL);
    }
}

static void
write_file (const char *path,
            const char *agreed)
{
  g_autofree char *text = g_strdup_printf ("{\"version\": %d}", FILE_VERSION);
  g_autofree char *pretty = NULL;
  g_autoptr (GError) error = NULL;

  mcp_json_edit_set (&text, "agreed", agreed);
  pretty = mcp_json_pretty (text, strlen (text), NULL, NULL);
  /* Newer GLib keeps the mode of a file that is there. */
  g_chmod (path, 0600);
  if (!g_file_set_contents_full (path, pretty, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0600, &error))
    g_debug ("what was agreed to could not be remembered: %s", error->message);
}

/* Under the lock: adds digests to what the file says at that moment, or removes them. */
static void
change_all (GPtrArray     *digests,
            GPtrArray     *names,    /* (nullable): removes */
            McpConsentWay  way,
            gboolean       only_first)
{
  g_autofree char *path = mcp_consent_get_path ();
  g_autofree char *text = NULL;
  g_autofree char *agreed = NULL;
  g_autoptr (GError) error = NULL;
  int lock = mcp_server_file_lock (path, &error);

  if (lock < 0)
    {
      g_debug ("what was agreed to could not be remembered: %s", error->message);
      return;
    }

  text = read_file (path);
  if ((text == NULL || is_ours (text)) && !(only_first && g_file_test (path, G_FILE_TEST_EXISTS)))
    {
      agreed = dup_agreed (text);
      for (guint i = 0; i < digests->len; i++)
        {
          g_autofree char *entry = names != NULL ? make_entry (names->pdata[i], way) : NULL;

          /* To the end: it is the newest again. */
          mcp_json_edit_set (&agreed, digests->pdata[i], NULL);
          if (entry != NULL)
            mcp_json_edit_set (&agreed, digests->pdata[i], entry);
        }
      drop_oldest (&agreed);
      write_file (path, agreed);
    }
  close (lock);
}

/* Remembers a digest. A file that is broken begins anew. */
void
mcp_consent_memory_add (const char    *digest,
                        const char    *name,
                        McpConsentWay  way)
{
  g_autoptr (GPtrArray) digests = g_ptr_array_new ();
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  g_ptr_array_add (digests, (char *) digest);
  g_ptr_array_add (names, (char *) name);
  change_all (digests, names, way, FALSE);
}

/* Forgets a digest. */
void
mcp_consent_memory_remove (const char *digest)
{
  g_autoptr (GPtrArray) digests = g_ptr_array_new ();

  g_ptr_array_add (digests, (char *) digest);
  change_all (digests, NULL, MCP_CONSENT_ASKED, FALSE);
}

/* Makes the file, unless there is one. */
void
mcp_consent_memory_begin (GPtrArray *digests,
                          GPtrArray *names)
{
  change_all (digests, names, MCP_CONSENT_BEFORE, TRUE);
}
