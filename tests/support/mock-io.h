/* mock-io.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What the mock server knows of a message that came in: raw tokens, as the client spelled them. */
typedef struct
{
  char *line;     /* without its end */
  char *method;   /* (nullable): the text between the quotes */
  char *id;       /* (nullable): the token, with its quotes if it has any */
  char *version;  /* (nullable): params.protocolVersion */
} MockMessage;

MockMessage *mock_read_message   (void);
gint64       mock_get_read_usec  (void);
void         mock_message_free   (MockMessage *self);
gboolean     mock_wait_eof       (void);
void         mock_log_stdin      (const char  *path);

gboolean     mock_write          (int          fd,
                                  const char  *data,
                                  gsize        length);
void         mock_write_each     (int          fd,
                                  const char  *data,
                                  gsize        length,
                                  gulong       gap_usec);
void         mock_write_repeated (int          fd,
                                  const char  *text,
                                  guint64      n_lines);
void         mock_write_fill     (int          fd,
                                  char         fill,
                                  guint64      n_bytes);
char        *mock_decode_bytes   (const char  *text,
                                  gsize       *length);
char        *mock_replace        (const char  *text,
                                  const char  *what,
                                  const char  *with);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (MockMessage, mock_message_free)

G_END_DECLS
