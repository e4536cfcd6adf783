/* cli-output.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "cli-options.h"

G_BEGIN_DECLS

typedef enum {
  CLI_STYLE_NONE,
  CLI_STYLE_BOLD,
  CLI_STYLE_DIM,
  CLI_STYLE_RED,
  CLI_STYLE_GREEN,
  CLI_STYLE_YELLOW,
  CLI_STYLE_BLUE,
  CLI_STYLE_MAGENTA,
  CLI_STYLE_CYAN,
} CliStyle;

/* Standard output, buffered until the main loop is idle; and notes on standard error. */
typedef struct _CliOutput CliOutput;

CliOutput  *cli_output_new          (int         fd,
                                     CliFormat   format,
                                     CliColor    color);
void        cli_output_free         (CliOutput  *self);
CliFormat   cli_output_get_format   (CliOutput  *self);
gboolean    cli_output_is_text      (CliOutput  *self);
gboolean    cli_output_is_terminal  (CliOutput  *self);
guint       cli_output_get_columns  (CliOutput  *self);
void        cli_output_write        (CliOutput  *self,
                                     const char *data,
                                     gsize       length);
void        cli_output_print        (CliOutput  *self,
                                     const char *format,
                                     ...) G_GNUC_PRINTF (2, 3);
void        cli_output_write_tokens (CliOutput  *self,
                                     const char *text,
                                     gsize       length);
void        cli_output_print_json   (CliOutput  *self,
                                     const char *text,
                                     gsize       length);
void        cli_output_print_wrapped_json (CliOutput  *self,
                                           const char *member,
                                           const char *text,
                                           gsize       length);
void        cli_output_style        (CliOutput  *self,
                                     GString    *out,
                                     CliStyle    style,
                                     const char *text);
gboolean    cli_output_flush        (CliOutput  *self);
gboolean    cli_output_is_used      (CliOutput  *self);
int         cli_output_get_fd       (CliOutput  *self);
void        cli_output_set_errno    (CliOutput  *self,
                                     int         number);
int         cli_output_get_errno    (CliOutput  *self);

void        cli_note                (const char *format,
                                     ...) G_GNUC_PRINTF (1, 2);
void        cli_status              (const char *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliOutput, cli_output_free)

G_END_DECLS
