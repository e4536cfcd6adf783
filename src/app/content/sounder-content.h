/* sounder-content.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Of one list so many are read and shown: a server may send more than a window can bear. */
#define SOUNDER_CONTENT_MAX_SHOWN 100

/* How a piece of content can be shown. */
typedef enum {
  SOUNDER_CONTENT_TEXT,
  SOUNDER_CONTENT_IMAGE,
  SOUNDER_CONTENT_AUDIO,
  SOUNDER_CONTENT_VIDEO,
  SOUNDER_CONTENT_BINARY,
  SOUNDER_CONTENT_LINK,   /* to a resource */
  SOUNDER_CONTENT_JSON,   /* of a type that is not known, or broken */
} SounderContentKind;

/*
 * One content block of a result or a prompt, or the contents of a resource, read from its JSON.
 * Plain data.
 */
typedef struct
{
  SounderContentKind  kind;
  const char         *text;        /* (nullable) of TEXT: what is in @bytes */
  GBytes             *bytes;       /* (nullable) of a LINK: decoded data, the text, or the JSON */
  char               *mime_type;   /* (nullable) */
  char               *uri;         /* (nullable) */
  char               *name;        /* (nullable): title or name of a link */
  char               *description; /* (nullable) of a link */
  GPtrArray          *notes;       /* (element-type McpContentNote) (nullable): its annotations */
  char               *problem;     /* (nullable): why it is not shown as what it says it is */
  gboolean            is_embedded; /* a resource inside a result */
  gboolean            is_svg;      /* TEXT that is a picture */
} SounderContent;

SounderContent *sounder_content_new_for_block    (const char           *json,
                                                  gsize                 length);
SounderContent *sounder_content_new_for_resource (const char           *json,
                                                  gsize                 length);
GPtrArray      *sounder_content_read_list        (const char           *json,
                                                  gsize                 length,
                                                  const char           *member);
void            sounder_content_take_text        (SounderContent       *self,
                                                  char                 *text);
void            sounder_content_free             (SounderContent       *self);
char           *sounder_content_dup_file_name    (const SounderContent *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SounderContent, sounder_content_free)

G_END_DECLS
