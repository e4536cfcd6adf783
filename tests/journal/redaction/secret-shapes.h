/* secret-shapes.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

/* A text, and what of it must not leave. */
typedef struct
{
  const char *text;
  const char *secret;
} SecretShape;

extern const SecretShape secret_shapes[];
extern const guint       n_secret_shapes;
extern const char *const ordinary_texts[];
extern const guint       n_ordinary_texts;
