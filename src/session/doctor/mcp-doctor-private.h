/* mcp-doctor-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-doctor.h"
#include "mcp-error-cause.h"

G_BEGIN_DECLS

/* What is always said of an error, a status or a step. */
typedef struct
{
  int         key;
  const char *outcome;
  const char *remedy;
} McpDoctorWords;

/* The key of a last row that stands for all others. */
#define MCP_DOCTOR_ANY (-1)

const McpDoctorWords *
         mcp_doctor_find_words     (const McpDoctorWords *words,
                                    guint              n_words,
                                    int                key);
void     mcp_diagnosis_set         (McpDiagnosis      *self,
                                    McpStep            step,
                                    int                code,
                                    const char        *outcome,
                                    const char        *remedy);
void     mcp_diagnosis_take        (McpDiagnosis      *self,
                                    McpStep            step,
                                    int                code,
                                    char              *outcome,
                                    char              *remedy);

void     mcp_diagnosis_take_action (McpDiagnosis      *self,
                                    McpRemedyAction    action,
                                    char              *target);

char    *mcp_doctor_dup_host       (const McpSymptoms *symptoms);
char    *mcp_doctor_dup_url        (const McpSymptoms *symptoms,
                                    const char        *scheme,
                                    const char        *path);
gboolean mcp_doctor_has_scheme     (const McpSymptoms *symptoms,
                                    const char        *scheme);
gboolean mcp_doctor_body_has       (const McpSymptoms *symptoms,
                                    const char        *needle);
gboolean mcp_doctor_body_has_any   (const McpSymptoms *symptoms,
                                    const char * const *needles);
const char *
         mcp_doctor_get_other_path (const McpSymptoms *symptoms);
gboolean mcp_doctor_body_starts    (const McpSymptoms *symptoms,
                                    const char        *start);
gboolean mcp_doctor_has_word       (const char        *text,
                                    const char        *word);

void     mcp_doctor_diagnose_error  (const McpSymptoms *symptoms,
                                     McpDiagnosis      *diagnosis);
const char *
         mcp_doctor_get_proxy_remedy (McpProxyTrouble  trouble,
                                     const char        *challenge);  /* (nullable) */
gboolean mcp_doctor_diagnose_proxy  (const McpSymptoms *symptoms,
                                     McpDiagnosis      *diagnosis);
gboolean mcp_doctor_diagnose_tls    (const McpSymptoms *symptoms,
                                     McpDiagnosis      *diagnosis);
void     mcp_doctor_diagnose_status (const McpSymptoms *symptoms,
                                     McpDiagnosis      *diagnosis);
void     mcp_doctor_diagnose_body   (const McpSymptoms *symptoms,
                                     McpDiagnosis      *diagnosis);

G_END_DECLS
