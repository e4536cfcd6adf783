/* mcp-call-table.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-call.h"
#include "mcp-id.h"

G_BEGIN_DECLS

/* What a call waits for before it is given to the transport. */
typedef enum {
  MCP_CALL_HELD_FOR_SESSION,  /* the server forgot the HTTP session: a new one is being made */
  MCP_CALL_HELD_FOR_WAIT,     /* the server asked to wait */
  MCP_CALL_HELD_FOR_PROBE,    /* whether the server is still there is being asked */
  MCP_N_CALL_HOLDS
} McpCallHold;

/* The pending calls of a connection, and the ids of abandoned calls, for late answers. */
typedef struct _McpCallTable McpCallTable;

/* Their deadlines have come. */
typedef void (*McpCallsDueFunc) (GPtrArray *calls,    /* of McpCall */
                                 gpointer   owner);

McpCallTable *mcp_call_table_new            (McpCallsDueFunc due,
                                             gpointer      owner);
void          mcp_call_table_free           (McpCallTable *self);

void          mcp_call_table_add            (McpCallTable *self,
                                             McpCall      *call);    /* under its id */
McpCall      *mcp_call_table_find           (McpCallTable *self,
                                             McpId        *id);      /* (transfer none) (nullable) */
McpCall      *mcp_call_table_find_kind      (McpCallTable *self,
                                             McpRequestKind kind);   /* (transfer none) (nullable) */
McpCall      *mcp_call_table_find_ticket    (McpCallTable *self,
                                             guint64       ticket);  /* (transfer none) (nullable) */
guint         mcp_call_table_get_n_waiting  (McpCallTable *self);    /* without those of the era */
gboolean      mcp_call_table_has            (McpCallTable *self,
                                             McpCall      *call);
McpCall      *mcp_call_table_take           (McpCallTable *self,
                                             McpId        *id);      /* (transfer full) (nullable) */
McpCall      *mcp_call_table_take_alike     (McpCallTable *self,
                                             McpId        *id);      /* (transfer full) (nullable): "1" for 1 */
GPtrArray    *mcp_call_table_take_all       (McpCallTable *self);    /* (transfer full) */

/* Until when one waits. */
void          mcp_call_table_set_deadline   (McpCallTable *self,
                                             McpCall      *call,
                                             gint64        deadline_usec); /* monotonic */

/* Answers may still come for calls that nobody waits for any more. */
void          mcp_call_table_give_up        (McpCallTable *self,
                                             McpCall      *call);
const char   *mcp_call_table_get_given_up   (McpCallTable *self,
                                             McpId        *id);      /* (nullable): its method */

/* Requests that people wrote by hand: their answers are told to nobody. */
void          mcp_call_table_add_raw        (McpCallTable *self,
                                             McpId        *id);
void          mcp_call_table_set_raw_ticket (McpCallTable *self,
                                             McpId        *id,
                                             guint64       ticket);
gboolean      mcp_call_table_take_raw       (McpCallTable *self,
                                             McpId        *id,
                                             guint64      *ticket);

/* Calls in the table that were not sent yet. */
void          mcp_call_table_hold           (McpCallTable *self,
                                             McpCallHold   hold,
                                             McpCall      *call);
GPtrArray    *mcp_call_table_release        (McpCallTable *self,
                                             McpCallHold   hold);    /* (transfer full): in order */
gboolean      mcp_call_table_drop_held      (McpCallTable *self,
                                             McpCall      *call);

/* Answers that were cut and named no call: see mcp-call-table.c. */
void          mcp_call_table_add_cut        (McpCallTable *self);
gboolean      mcp_call_table_is_suspect     (McpCallTable *self,
                                             McpCall      *call);
void          mcp_call_table_clear_suspect  (McpCallTable *self,
                                             McpId        *id,
                                             gboolean      answered);
GPtrArray    *mcp_call_table_take_suspects  (McpCallTable *self);    /* (transfer full) (nullable): those that must be cut */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpCallTable, mcp_call_table_free)

G_END_DECLS
