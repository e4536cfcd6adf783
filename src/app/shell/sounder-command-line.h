/* sounder-command-line.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What the words after "sounder" ask for. */
typedef struct
{
  gboolean   version;
  gboolean   help;
  gboolean   service;            /* started by the bus */
  gboolean   demo;
  gboolean   exit_after_startup; /* hidden: prints when the first frame was drawn */
  char      *page;               /* (nullable) hidden: shows that page */
  char      *file;               /* (nullable): a recording or a list of servers to open */
  char      *link;               /* (nullable): a link that offers a server */
  char      *url;                /* (nullable): the address of a server */
  char     **argv;               /* (nullable): the program to start, with its arguments */
} SounderCommandLine;

gboolean  sounder_command_line_parse    (SounderCommandLine  *self,
                                         char               **arguments,
                                         GError             **error);
char     *sounder_command_line_dup_help (void);
void      sounder_command_line_clear    (SounderCommandLine  *self);

G_END_DECLS
