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
/* A public key of somebody else's, and what it has signed: ES256 or RS256. */
typedef struct _DemoJwtReader DemoJwtReader;

DemoJwtReader *demo_jwt_reader_new  (const char     *file,   /* PEM */
                                     GError        **error);
void           demo_jwt_reader_free (DemoJwtReader  *self);
/* The claims, as JSON; NULL when the signature is not good. */
char          *demo_jwt_reader_read (DemoJwtReader  *self,
                                     const char     *jwt);

/* The SHA-256 of a text, as PKCE has it (RFC 7636 section 4.2). */
char       *demo_jwt_hash       (const char *text);
/* A name that nobody can guess. */
char       *demo_jwt_random     (void);

G_END_DECLS
