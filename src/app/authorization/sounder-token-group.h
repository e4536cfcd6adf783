/* sounder-token-group.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-authorizer.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_TOKEN_GROUP (sounder_token_group_get_type ())

/*
 * The token that an authorizer has: how long it lasts, what it grants, and where it is a JWT what it
 * says and whether its signature is right. Not shown without one. Asks for sign-in.step-up.
 */
G_DECLARE_FINAL_TYPE (SounderTokenGroup, sounder_token_group, SOUNDER, TOKEN_GROUP, AdwPreferencesGroup)

void sounder_token_group_set_authorizer (SounderTokenGroup *self,
                                         McpAuthorizer     *authorizer);

G_END_DECLS
