/* interop-servers.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "interop-http.h"

G_BEGIN_DECLS

/* A pinned server, and one way to it. */
typedef struct
{
  const char *name;
  const char *package;       /* below node_modules; NULL: kubernetes-mcp-server */
  const char *arguments[6];  /* "@PORT@": over HTTP; "@INTEROP@": the folder of the servers */
  const char *env;           /* (nullable) NAME=VALUE */
  const char *url;           /* (nullable): "HOST/PATH" */
} InteropServer;

/* With one whose name is NULL at the end. */
extern const InteropServer interop_servers[];

/* What one needs to run; over HTTP it runs. */
typedef struct _InteropRun InteropRun;

/* NULL when the test was skipped. */
InteropRun *interop_run_new    (const InteropServer *server);
void        interop_run_free   (InteropRun          *self);
/* Whether it listens on all interfaces, as the kernel has it. */
gboolean    interop_run_is_exposed (InteropRun       *self);
/* What it was given to write into, and what may be put there. */
const char *interop_run_folder (InteropRun          *self);
/* Runs sounder-cli with @words and the server behind them; its standard output. */
char       *interop_run_cli    (InteropRun          *self,
                                int                 *status,   /* (out) */
                                const char * const  *words);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (InteropRun, interop_run_free)

G_END_DECLS
