/* demo-server.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

#include "demo-auth.h"
#include "mcp-json.h"
#include "mcp-message.h"

G_BEGIN_DECLS

/* How many items a page of a list holds: few, so that paging is seen. */
#define DEMO_PAGE_SIZE 6

/* Where the name of the tool "harbor" goes. */
#define DEMO_HARBOR_HEADER "Harbor"

typedef struct _DemoServer DemoServer;

/* A request that is not answered yet. */
typedef struct
{
  McpId *id;
  char  *progress_token;  /* (nullable) JSON */
  guint  source;          /* timer for the next step; 0: not running */
  guint  step;
  guint  n_steps;
  guint  reported;
} DemoJob;

typedef void (*DemoOutput) (McpMessage *message,
                            gpointer    user_data);

typedef enum {
  DEMO_LEGACY,       /* the revisions with a handshake */
  DEMO_BOTH,
  DEMO_MODERN_ONLY,  /* 2026-07-28 */
} DemoEras;

DemoServer *demo_server_new            (DemoEras      eras);
void        demo_server_free           (DemoServer   *self);
int         demo_server_run            (DemoServer   *self);
void        demo_server_handle         (DemoServer   *self,
                                        GBytes       *line);
/* Whether revision 2025-03-26 was agreed on. */
gboolean    demo_server_takes_batches  (DemoServer   *self);
void        demo_server_set_output     (DemoServer   *self,
                                        DemoOutput    output,
                                        gpointer      user_data);

/* demo-http.c: serves Streamable HTTP on the loopback until a signal; returns the exit status. */
int         demo_http_run              (guint         port,     /* 0: any that is free */
                                        DemoEras      eras,
                                        const DemoAuthOptions *auth_options); /* (nullable) */

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
void        demo_server_send_notification (DemoServer *self,     /* to the client as it is */
                                           const char *method,
                                           const char *params);  /* (nullable) */
void        demo_server_watch          (DemoServer   *self,
                                        char         *uri);     /* (transfer full) */
gboolean    demo_server_is_modern      (DemoServer   *self,
                                        McpId        *id);      /* a request of 2026-07-28 */
void        demo_server_set_client     (DemoServer   *self,
                                        const char   *client,   /* an object with its capabilities */
                                        const char   *level);   /* (nullable): no log messages */
void        demo_server_log            (DemoServer   *self,
                                        const char   *level,
                                        const char   *format,
                                        ...) G_GNUC_PRINTF (3, 4);
gboolean    demo_server_knows_level    (const char   *level);
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
DemoJob    *demo_server_find_job       (DemoServer   *self,
                                        McpId        *id);      /* (nullable): it was cancelled */

/* Asking the client, for a call. It is taken back when the call is cancelled. */
gboolean    demo_server_client_has     (DemoServer   *self,
                                        const char   *path);    /* below its capabilities */
void        demo_server_ask            (DemoServer   *self,
                                        McpId        *call,
                                        const char   *method,
                                        const char   *params);  /* (nullable) */
void        demo_tools_answered        (DemoServer   *self,
                                        McpId        *call,
                                        const char   *result,   /* (nullable) JSON */
                                        const char   *error);   /* (nullable) JSON */

/* demo-tasks.c: of 2025-11-25. */
GPtrArray  *demo_server_get_tasks      (DemoServer   *self);
void        demo_task_free             (gpointer      data);
void        demo_tasks_create          (DemoServer   *self,
                                        McpId        *id,
                                        const char   *arguments,
                                        const char   *params);
void        demo_tasks_get             (DemoServer   *self,
                                        McpId        *id,
                                        const char   *params);
void        demo_tasks_result          (DemoServer   *self,
                                        McpId        *id,
                                        const char   *params);
void        demo_tasks_list            (DemoServer   *self,
                                        McpId        *id,
                                        const char   *params);
void        demo_tasks_cancel          (DemoServer   *self,
                                        McpId        *id,
                                        const char   *params);

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
gboolean    demo_tools_call_asking     (DemoServer   *self,
                                        McpId        *id,
                                        const char   *name,
                                        const char   *arguments,
                                        const char   *params);
/* demo-directories.c */
void        demo_directories_read      (DemoServer   *self,
                                        McpId        *id,
                                        const char   *params);
char       *demo_directories_dup_text  (const char   *uri);     /* (nullable) */
void        demo_resources_list        (DemoServer   *self,
                                        McpId        *id,
                                        const char   *params);
void        demo_resources_templates   (DemoServer   *self,
                                        McpId        *id,
                                        const char   *params);
void        demo_resources_read        (DemoServer   *self,
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

/* demo-files.c */
const char *demo_file                  (const char   *name);
GStrv       demo_file_read_list        (const char   *name);
void        demo_file_reply_page       (DemoServer   *self,
                                        McpId        *id,
                                        const char   *params,
                                        const char   *member,
                                        const char   *name);

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
char       *demo_icons                 (guint         shape,
                                        guint32       on_light,
                                        guint32       on_dark);

/* demo-media.c: a picture and a sound made on the spot, as base64. */
char       *demo_media_png             (guint         size);
char       *demo_media_icon            (guint         shape,
                                        guint32       colour);
char       *demo_media_wav             (double        hertz,
                                        guint         msec);

G_END_DECLS
