/* bounds.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * The ceiling that the time and memory of everything that reads a server's bytes stay under. A
 * family makes input of about a size; a target reads it.
 */

/* Appends about @n bytes. */
typedef void (*BoundsFamilyFunc) (GString *out,
                                  gsize    n);

typedef struct
{
  const char       *name;
  BoundsFamilyFunc  make;
} BoundsFamily;

typedef void (*BoundsTargetFunc) (const char *data,
                                  gsize       length);

/* Each ends with a NULL name. */
extern const BoundsFamily bounds_json[];
extern const BoundsFamily bounds_messages[];
extern const BoundsFamily bounds_schemas[];
extern const BoundsFamily bounds_lines[];
extern const BoundsFamily bounds_events[];
extern const BoundsFamily bounds_http[];
extern const BoundsFamily bounds_templates[];
extern const BoundsFamily bounds_texts[];
extern const BoundsFamily bounds_uris[];
extern const BoundsFamily bounds_queries[];
extern const BoundsFamily bounds_keys[];
extern const BoundsFamily bounds_markdown[];
extern const BoundsFamily bounds_toml[];
extern const BoundsFamily bounds_yaml[];
extern const BoundsFamily bounds_media[];
extern const BoundsFamily bounds_refusals[];
extern const BoundsFamily bounds_tasks[];

/* Targets that stand beside the table. */
void bounds_run_challenge (const char *data,
                           gsize       length);
void bounds_run_metadata (const char *data,
                          gsize       length);
void bounds_run_jwt  (const char *data,
                      gsize       length);
void bounds_run_jwks (const char *data,
                      gsize       length);
void bounds_run_media (const char *data,
                       gsize       length);

/* bounds-clients.c */
void bounds_run_client_servers (const char *data,
                                gsize       length);
void bounds_run_server_link (const char *data,
                             gsize       length);
void bounds_run_client_json (const char *data,
                             gsize       length);
void bounds_run_client_manifest (const char *data,
                                 gsize       length);
void bounds_run_bundle (const char *data,
                        gsize       length);
void bounds_run_client_toml (const char *data,
                             gsize       length);
void bounds_run_client_yaml (const char *data,
                             gsize       length);

/* bounds-requests.c */
void bounds_run_server_text (const char *data,
                             gsize       length);
void bounds_run_error_text  (const char *data,
                             gsize       length);
void bounds_run_own_tasks   (const char *data,
                             gsize       length);

/* bounds-spans.c */
void bounds_run_spans (const char *data,
                       gsize       length);

/* bounds-texts.c */
void bounds_run_template (const char *data,
                          gsize       length);
void bounds_run_header (const char *data,
                        gsize       length);
void bounds_run_search (const char *data,
                        gsize       length);
void bounds_run_visible (const char *data,
                         gsize       length);
void bounds_run_table (const char *data,
                       gsize       length);
void bounds_run_markdown (const char *data,
                          gsize       length);
void bounds_run_redactor (const char *data,
                          gsize       length);
void bounds_run_recording_line (const char *data,
                                gsize       length);
void bounds_run_resource_tree (const char *data,
                               gsize       length);
void bounds_run_frontmatter (const char *data,
                             gsize       length);
void bounds_run_messages (const char *data,
                          gsize       length);
void bounds_run_query (const char *data,
                       gsize       length);

/* What a run costs. */
typedef struct
{
  gint64 cpu_usec;
  gint64 peak_bytes;  /* more than there were before; 0 where nobody counts */
} BoundsCost;

BoundsCost bounds_measure (BoundsTargetFunc  run,
                           const char       *data,
                           gsize             length);

G_END_DECLS
