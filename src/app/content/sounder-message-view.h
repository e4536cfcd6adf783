/* sounder-message-view.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-find-bar.h"
#include "sounder-json-tree.h"
#include "sounder-json-view.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_MESSAGE_VIEW (sounder_message_view_get_type ())

/*
 * One message as printed text, as it came, or as a tree, and what finds something in it. Property:
 * view ("pretty", "exact" or "tree").
 */
G_DECLARE_FINAL_TYPE (SounderMessageView, sounder_message_view, SOUNDER, MESSAGE_VIEW, AdwBin)

SounderJsonView *sounder_message_view_get_text     (SounderMessageView *self);  /* takes the bytes */
SounderJsonTree *sounder_message_view_get_tree     (SounderMessageView *self);
void             sounder_message_view_set_view     (SounderMessageView *self,
                                                    const char         *view);
const char      *sounder_message_view_get_view     (SounderMessageView *self);
void             sounder_message_view_clear        (SounderMessageView *self);
void             sounder_message_view_find         (SounderMessageView *self);  /* opens the search */

G_END_DECLS
