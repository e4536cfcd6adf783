/* mcp-journal-archive.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-journal-open.h"

G_BEGIN_DECLS

#define MCP_TYPE_JOURNAL_INFO (mcp_journal_info_get_type ())

/* A spool in the user's state folder. */
typedef struct
{
  char     *path;
  char     *name;              /* what the session was called; never NULL */
  char     *origin;            /* (nullable): "window", "cli", "tap" */
  char     *profile_json;      /* (nullable) */
  gint64    started_wall_usec;
  gint64    changed_wall_usec;
  guint64   bytes;
  gboolean  has_records;
  gboolean  live;              /* another program, or this one, writes it */
  gboolean  ended;             /* whoever wrote it closed it */
} McpJournalInfo;

GType           mcp_journal_info_get_type       (void) G_GNUC_CONST;
McpJournalInfo *mcp_journal_info_copy           (const McpJournalInfo *self);
void            mcp_journal_info_free           (McpJournalInfo       *self);

/*
 * The spools in $XDG_STATE_HOME/sounder/journals: each is locked by whoever writes it. Nothing
 * here keeps state; the folder is looked at when asked.
 */
char           *mcp_journal_archive_get_folder  (void);                  /* (transfer full) */
McpJournal     *mcp_journal_archive_create      (const char  *profile_json,
                                                 GError     **error);
GPtrArray      *mcp_journal_archive_list        (void);                  /* (transfer full) of McpJournalInfo, newest first */
McpJournalInfo *mcp_journal_archive_look_at     (const char  *path);     /* (transfer full) (nullable) */
gboolean        mcp_journal_archive_remove      (const char  *path,
                                                 GError     **error);
gboolean        mcp_journal_archive_settle      (const char  *path,
                                                 GError     **error);    /* as if it had been closed: not to be recovered */
guint           mcp_journal_archive_clean_up    (gint64       max_age_usec,
                                                 guint64      max_bytes); /* how many were removed */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpJournalInfo, mcp_journal_info_free)

G_END_DECLS
