/* sounder-settings.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/*
 * The settings of the window. g_settings_new() aborts when the schema is not installed, as in
 * a test or a broken installation: then every key has its fallback and nothing is kept.
 */

/* How long, and how much, is kept of sessions that are over: the schema says the same. */
#define SOUNDER_SETTINGS_KEEP_DAYS  7
#define SOUNDER_SETTINGS_KEEP_BYTES (G_GUINT64_CONSTANT (4) << 30)

GSettings *sounder_settings_get_default  (void); /* (nullable) (transfer none) */
gboolean   sounder_settings_get_boolean  (const char *key,
                                          gboolean    fallback);
int        sounder_settings_get_int      (const char *key,
                                          int         fallback);
guint      sounder_settings_get_uint     (const char *key,
                                          guint       fallback);
guint64    sounder_settings_get_uint64   (const char *key,
                                          guint64     fallback);
char      *sounder_settings_dup_string   (const char *key,
                                          const char *fallback); /* an enum key gives its nick */
char     **sounder_settings_dup_strings  (const char *key);     /* (transfer full): never NULL */
void       sounder_settings_set          (const char *key,
                                          const char *format,
                                          ...);
void       sounder_settings_bind         (const char *key,
                                          gpointer    object,
                                          const char *property);
int        sounder_settings_get_entry    (const char *key,
                                          const char *name,
                                          int         fallback); /* of a dictionary of numbers */
void       sounder_settings_set_entry    (const char *key,
                                          const char *name,
                                          int         value);

G_END_DECLS
