/* sounder-argument-list.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-session.h"
#include "sounder-completion.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_ARGUMENT_LIST (sounder_argument_list_get_type ())

/*
 * Arguments that are strings, each with completion: of a prompt, or of a URI template. Signals:
 * changed; activated: Enter was pressed in one.
 */
G_DECLARE_FINAL_TYPE (SounderArgumentList, sounder_argument_list, SOUNDER, ARGUMENT_LIST, AdwBin)

void               sounder_argument_list_set_target     (SounderArgumentList *self,
                                                         McpSession          *session,     /* (nullable) */
                                                         gboolean             is_prompt,
                                                         const char          *ref);
void               sounder_argument_list_add            (SounderArgumentList *self,
                                                         const char          *name,
                                                         const char          *title,       /* (nullable) */
                                                         const char          *description, /* (nullable) */
                                                         gboolean             required);
guint              sounder_argument_list_get_n          (SounderArgumentList *self);
void               sounder_argument_list_set_text       (SounderArgumentList *self,
                                                         const char          *name,
                                                         const char          *text);
void               sounder_argument_list_load           (SounderArgumentList *self,
                                                         const char          *json);
GHashTable        *sounder_argument_list_dup_values     (SounderArgumentList *self);  /* (transfer container) */
char              *sounder_argument_list_to_json        (SounderArgumentList *self);
guint              sounder_argument_list_reveal_missing (SounderArgumentList *self);
SounderCompletion *sounder_argument_list_get_completion (SounderArgumentList *self,
                                                         const char          *name);       /* (nullable) */

G_END_DECLS
