/* proxy-resolver.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Stands in for the system's settings of proxies. Before anybody asks for one. */
void test_proxy_init (void);
void test_proxy_set  (const char *uri);  /* (nullable): "http://127.0.0.1:3128"; NULL for none */

G_END_DECLS
