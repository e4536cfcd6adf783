/* demo-modern.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "demo-server.h"

G_BEGIN_DECLS

typedef struct _DemoModern DemoModern;

DemoModern *demo_modern_new            (gboolean      only);   /* older revisions are refused */
void        demo_modern_free           (DemoModern   *self);
gboolean    demo_modern_take           (DemoModern   *self,
                                        DemoServer   *server,
                                        const char   *method,
                                        McpId        *id,
                                        const char   *params);
char       *demo_modern_dup_version    (const char   *params);  /* (nullable) */
char       *demo_modern_finish         (DemoModern   *self,
                                        McpId        *id,
                                        const char   *result);  /* (nullable) */
void        demo_modern_forget         (DemoModern   *self,
                                        McpId        *id);
gboolean    demo_modern_ask            (DemoModern   *self,
                                        DemoServer   *server,
                                        McpId        *call,
                                        const char   *method,
                                        const char   *params);  /* (nullable) */
void        demo_modern_notify         (DemoModern   *self,
                                        DemoServer   *server,
                                        const char   *method,
                                        const char   *params);  /* (nullable) */
gboolean    demo_modern_has            (DemoModern   *self,
                                        McpId        *id);
gboolean    demo_modern_cancel         (DemoModern   *self,
                                        McpId        *id);

G_END_DECLS
