/* sounder-rendering.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  SOUNDER_RENDERING_EMPTY,
  SOUNDER_RENDERING_JSON,
  SOUNDER_RENDERING_TEXT,
  SOUNDER_RENDERING_HEX,
} SounderRenderingKind;

#define SOUNDER_HEX_BYTES_PER_LINE 16

/* Bytes made fit for a text view: bounded, printable, no endless lines. */
typedef struct
{
  SounderRenderingKind  kind;
  char                 *text;              /* UTF-8 */
  gsize                 length;
  guint                 n_elided_strings;  /* of JSON: longer than was asked for */
  gboolean              truncated;         /* there is more than the limit */
  gboolean              folded;            /* lines were broken that have no break */
  gsize                 from;              /* of a part: which bytes it is made of */
  gsize                 to;
  gsize                 mark;              /* of a part: where in @text the place is */
  gsize                 mark_length;
} SounderRendering;

SounderRendering *sounder_rendering_new     (GBytes           *bytes,
                                             gsize             max_bytes,
                                             gsize             max_string_bytes);
SounderRendering *sounder_rendering_new_part (GBytes          *bytes,
                                             gsize             max_bytes,
                                             gsize             place,
                                             gsize             place_length);
void              sounder_rendering_free    (SounderRendering *self);
char             *sounder_rendering_dup_hex (const guint8     *data,
                                             gsize             from,
                                             gsize             to);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SounderRendering, sounder_rendering_free)

G_END_DECLS
