/* demo-auth-jwt.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A key pair on P-256, and what it signs: ES256 (RFC 7518 section 3.4). */
typedef struct _DemoJwtKey DemoJwtKey;

DemoJwtKey *demo_jwt_key_new    (void);
void        demo_jwt_key_free   (DemoJwtKey *self);
/* The public half, as JSON. */
char       *demo_jwt_key_to_jwk (DemoJwtKey *self);
/* @claims: JSON. */
char       *demo_jwt_sign       (DemoJwtKey *self,
                                 const char *type,
                                 const char *claims);
/* The SHA-256 of a text, as PKCE has it (RFC 7636 section 4.2). */
char       *demo_jwt_hash       (const char *text);
/* A name that nobody can guess. */
char       *demo_jwt_random     (void);

G_END_DECLS
