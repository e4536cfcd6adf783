/* mcp-settings-json.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-json-edit.h"

G_BEGIN_DECLS

/* An object that is being read, and what to call it in errors. */
typedef struct
{
  const char *server;
  const char *parent;  /* (nullable): "sounder", "sounder.ping" */
  const char *text;
  gsize       length;
} McpSettingsReader;

#define MCP_SETTINGS_MAX_SECONDS (G_MAXINT / 1000)

gboolean  mcp_settings_fail          (const McpSettingsReader *reader,
                                      const char              *key,
                                      const char              *expected,
                                      GError                 **error);
gboolean  mcp_settings_find          (const McpSettingsReader *reader,
                                      const char              *key,
                                      const char             **text,
                                      gsize                   *length,
                                      McpJsonType             *type);
gboolean  mcp_settings_read_string   (const McpSettingsReader *reader,
                                      const char              *key,
                                      char                   **value,
                                      GError                 **error);
gboolean  mcp_settings_read_boolean  (const McpSettingsReader *reader,
                                      const char              *key,
                                      gboolean                *value,
                                      GError                 **error);
gboolean  mcp_settings_read_number   (const McpSettingsReader *reader,
                                      const char              *key,
                                      double                   minimum,
                                      double                   maximum,
                                      gboolean                 is_whole,
                                      double                  *value,
                                      GError                 **error);
gboolean  mcp_settings_read_seconds  (const McpSettingsReader *reader,
                                      const char              *key,
                                      double                   minimum,
                                      guint                   *msec,
                                      GError                 **error);
gboolean  mcp_settings_read_choice   (const McpSettingsReader *reader,
                                      const char              *key,
                                      const char * const      *names,
                                      int                     *value,
                                      GError                 **error);
gboolean  mcp_settings_read_object   (const McpSettingsReader *reader,
                                      const char              *key,
                                      const char              *name,
                                      McpSettingsReader       *member,
                                      GError                 **error);
gboolean  mcp_settings_read_map      (const McpSettingsReader *reader,
                                      const char              *key,
                                      char                  ***map,
                                      GError                 **error);
gboolean  mcp_settings_read_strings  (const McpSettingsReader *reader,
                                      const char              *key,
                                      char                  ***strings, /* (out) (nullable) */
                                      GError                 **error);
void      mcp_settings_put_string    (char      **object,
                                      const char *key,
                                      const char *was,
                                      const char *now);
void      mcp_settings_put_boolean   (char      **object,
                                      const char *key,
                                      gboolean    was,
                                      gboolean    now);
void      mcp_settings_put_number    (char      **object,
                                      const char *key,
                                      double      was,
                                      double      now);
void      mcp_settings_put_map       (char      **object,
                                      const char *key,
                                      char      **was,
                                      char      **now);
char     *mcp_settings_take_object   (const char *object,
                                      const char *key);
void      mcp_settings_put_object    (char      **object,
                                      const char *key,
                                      const char *was,
                                      const char *now);

G_END_DECLS
