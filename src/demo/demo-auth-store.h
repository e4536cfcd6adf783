/* demo-auth-store.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Things by their names; when there are too many, the oldest goes. */
typedef struct _DemoStore DemoStore;

DemoStore *demo_store_new  (guint           max,
                            GDestroyNotify  free_func);
void       demo_store_free (DemoStore      *self);
void       demo_store_put  (DemoStore      *self,
                            const char     *name,
                            gpointer        thing);  /* (transfer full) */
gpointer   demo_store_find (DemoStore      *self,
                            const char     *name);   /* (nullable) */
gpointer   demo_store_take (DemoStore      *self,
                            const char     *name);   /* (nullable) */

G_END_DECLS
