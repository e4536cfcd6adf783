/* cli-fixture.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* What a run of sounder-cli printed, and how it ended. */
typedef struct
{
  char *out;
  char *err;
  int   status;
} CliRun;

char      **cli_argv        (const char *script,
                             va_list     words);
CliRun     *cli_run         (const char *script,
                             ...) G_GNUC_NULL_TERMINATED;
CliRun     *cli_run_with_input (const char *input,
                                const char *script,
                                ...) G_GNUC_NULL_TERMINATED;
char       *cli_run_on_terminal (guint       columns,
                                 gboolean    with_stderr,
                                 const char *script,
                                 ...) G_GNUC_NULL_TERMINATED;
void        cli_run_free    (CliRun     *self);
const char *cli_get_directory (void);
char       *cli_path        (const char *name);
char       *cli_read        (const char *name);
JsonNode   *cli_parse       (const char *text);
int         cli_test_main   (void);
/* What a browser does with the demo server's login page under --auth-approve: goes there and @returns to the
 * redirect URI, or not. Gets where it was sent back to; (transfer full) (nullable). */
char       *cli_browse      (const char *url,
                             gboolean    returns);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliRun, cli_run_free)

/* The demo server over HTTP, at a port of its own. */
typedef struct
{
  GSubprocess *process; /* NULL when it was stopped */
  char        *url;    /* "http://127.0.0.1:PORT/mcp" */
} CliDemo;

CliDemo    *cli_demo_start_with (const char * const *options);
CliDemo    *cli_demo_start  (gboolean    modern);  /* of both eras */
void        cli_demo_stop   (CliDemo    *self);
void        cli_demo_take_many (CliDemo *self);
void        cli_demo_free   (CliDemo    *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliDemo, cli_demo_free)

#define assert_contains(text, part) \
  G_STMT_START \
  { \
    const char *contains_text = (text), *contains_part = (part); \
    if (strstr (contains_text, contains_part) == NULL) \
      g_error ("%s:%d: no “%s” in: %s", __FILE__, __LINE__, contains_part, contains_text); \
  } \
  G_STMT_END

/* Tells all that the program said when the status is another one. */
#define assert_status(run, expected) \
  G_STMT_START \
  { \
    if ((run)->status != (expected)) \
      g_error ("%s:%d: ended with %d, not %d\nstdout: %s\nstderr: %s", __FILE__, __LINE__, \
               (run)->status, (expected), (run)->out, (run)->err); \
  } \
  G_STMT_END

G_END_DECLS
