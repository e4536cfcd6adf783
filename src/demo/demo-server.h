/* demo-server.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

#include "mcp-json.h"
#include "mcp-message.h"

G_BEGIN_DECLS

/* How many items a page of a list holds: few, so that paging is seen. */
#define DEMO_PAGE_SIZE 6

typedef struct _DemoServer DemoServer;

/* A request that is not answered yet. */
typedef struct
{
  McpId *id;
  char  *progress_token;  /* (nullable) JSON */
  guint  source;          /* the timer that goes on with it, 0 for none */
  guint  step;
  guint  n_steps;
  guint  reported;
} DemoJob;

DemoServer *demo_server_new            (void);
void        demo_server_free           (DemoServer   *self);
int         demo_server_run            (DemoServer   *self);

/* Answers. @result and @data are JSON. */
void        demo_server_reply          (DemoServer   *self,
                                        McpId        *id,
                                        const char   *result);
void        demo_server_reply_error    (DemoServer   *self,
                                        McpId        *id,
                                        gint64        code,
                                        const char   *data,     /* (nullable) */
                                        const char   *format,
                                        ...) G_GNUC_PRINTF (5, 6);
void        demo_server_notify         (DemoServer   *self,
                                        const char   *method,
                                        const char   *params);  /* (nullable) */
void        demo_server_log            (DemoServer   *self,
                                        const char   *level,
                                        const char   *format,
                                        ...) G_GNUC_PRINTF (3, 4);
gboolean    demo_server_wants_level    (DemoServer   *self,
                                        const char   *level);
void        demo_server_delay_pings    (DemoServer   *self,
                                        guint         msec,
                                        guint         n_pings);

/* Jobs: requests that take their time and can be cancelled. */
DemoJob    *demo_server_add_job        (DemoServer   *self,
                                        McpId        *id,
                                        const char   *params);
void        demo_server_end_job        (DemoServer   *self,
                                        DemoJob      *job);

/* Params of a request, as text of their own; "{}" when there are none. */
void        demo_tools_list            (DemoServer   *self,
                                        McpId        *id,
                                        const char   *params);
void        demo_tools_call            (DemoServer   *self,
                                        McpId        *id,
                                        const char   *params);
gboolean    demo_tools_call_slow       (DemoServer   *self,
                                        McpId        *id,
                                        const char   *name,
                                        const char   *arguments,
                                        const char   *params);
void        demo_resources_list        (DemoServer   *self,
                                        McpId        *id,
                                        const char   *params);
void        demo_resources_templates   (DemoServer   *self,
                                        McpId        *id,
                                        const char   *params);
void        demo_resources_read        (DemoServer   *self,
                                        McpId        *id,
                                        const char   *params);
void        demo_resources_subscribe   (DemoServer   *self,
                                        McpId        *id,
                                        const char   *params);
void        demo_resources_unsubscribe (DemoServer   *self,
                                        McpId        *id,
                                        const char   *params);
void        demo_prompts_list          (DemoServer   *self,
                                        McpId        *id,
                                        const char   *params);
void        demo_prompts_get           (DemoServer   *self,
                                        McpId        *id,
                                        const char   *params);
void        demo_complete              (DemoServer   *self,
                                        McpId        *id,
                                        const char   *params);

/* demo-content.c */
char       *demo_string                (const char   *params,
                                        const char   *path);    /* (nullable) decoded */
gint64      demo_int                   (const char   *params,
                                        const char   *path,
                                        gint64        fallback,
                                        gint64        min,
                                        gint64        max);
void        demo_reply_text            (DemoServer   *self,
                                        McpId        *id,
                                        gboolean      is_error,
                                        const char   *format,
                                        ...) G_GNUC_PRINTF (4, 5);
void        demo_reply_page            (DemoServer   *self,
                                        McpId        *id,
                                        const char   *params,
                                        const char   *member,
                                        const char  * const *items,
                                        guint         n_items);
char       *demo_icons                 (const char   *colour);

/* demo-media.c: a picture and a sound made on the spot, as base64. */
char       *demo_media_png             (guint         size);
char       *demo_media_wav             (double        hertz,
                                        guint         msec);

G_END_DECLS
