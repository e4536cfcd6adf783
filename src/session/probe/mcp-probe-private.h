/* mcp-probe-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-message.h"
#include "mcp-probe-run.h"

G_BEGIN_DECLS

/* --- The table --- */

/* What a step does. */
typedef enum {
  MCP_ACT_END,      /* the end of the steps */
  MCP_ACT_ASK,       /* sends a request, under an id of our own */
  MCP_ACT_TELL,      /* sends a notification */
  MCP_ACT_WRITE,     /* sends @method as it stands */
  MCP_ACT_GIVE_UP,   /* sends a request, and cancels it at once */
  MCP_ACT_LISTEN,    /* sends a request, and cancels it when its first message has come */
  MCP_ACT_GET,       /* HTTP; a stream is closed when its head has come */
  MCP_ACT_DELETE,
} McpProbeAct;

/* What has to come. */
typedef enum {
  MCP_WANT_ANYTHING,  /* a message or none, but not the end of the server */
  MCP_WANT_ANSWER,    /* a result or an error */
  MCP_WANT_RESULT,
  MCP_WANT_ERROR,
  MCP_WANT_REFUSAL,   /* an error, or a tool's result with isError */
  MCP_WANT_NO_RESULT, /* an error or nothing */
  MCP_WANT_SILENCE,   /* nothing that answers it */
} McpProbeWant;

typedef struct _McpProbeVisit McpProbeVisit;
typedef struct _McpProbeReply McpProbeReply;

/* Looks further: what is wrong, translated; NULL: nothing. */
typedef char *(*McpProbeCheck) (McpProbeVisit       *visit,
                                const McpProbeReply *reply);

/* In texts, @NAME@ is replaced by a fact, as it stands. */
struct _McpProbeStep
{
  McpProbeAct    act;
  const char    *method;
  const char    *params;   /* (nullable): a JSON object */
  McpProbeWant    want;
  gint64         code;     /* of an error; 0: any */
  gboolean       code_must; /* another code fails as the rule does; else it is a warning */
  guint          status;   /* of HTTP, 4 for any 4xx; 0: any */
  McpProbeCheck  check;    /* (nullable) */
  const char    *headers;  /* (nullable): HTTP, "NAME: VALUE" or "-NAME" in lines; in place of the usual ones */
  const char    *id;       /* (nullable): of the request, in place of our own; a JSON token */
  const char    *meta;     /* (nullable): from 2026-07-28 on, in place of the usual _meta; "" for none */
};

/* --- Trying one of them --- */

/* What checks see of a run. */
struct _McpProbeVisit
{
  GHashTable *facts;          /* (nullable): before they are known */
  McpVersion  version;
  GHashTable *saved;          /* facts that this probe has changed, as they were; NULL: there was none */
  gboolean    repeat;         /* set by a check: the same step once more */
  char       *not_applicable; /* (nullable) */
};

/* What came back. */
struct _McpProbeReply
{
  guint        first_serial;  /* of the records that the step has seen, */
  guint        last_serial;
  guint        sent_serial;   /* 0: it did not leave */
  guint        serial;        /* of the answer, or of the HTTP head when there is none; 0 for none */
  McpMessage  *answer;        /* (nullable): of the id that was sent, or an error without an id */
  guint        n_answers;     /* with that id */
  const char  *result;        /* (nullable): of the answer */
  gsize        length;
  gint64       code;          /* of its error; 0: it is none */
  guint        status;        /* of HTTP; 0 for none */
  char        *head;          /* (nullable): of HTTP, as the journal has it */
  GPtrArray   *others;        /* McpMessage: all else that came, but the server's pings */
};

/* A fact about the server; NULL: there is no such thing. */
const char *mcp_probe_visit_get_fact       (McpProbeVisit *self,
                                            const char    *name);
void        mcp_probe_visit_set_fact       (McpProbeVisit *self,
                                            const char    *name,
                                            const char    *value);  /* (nullable) */
void        mcp_probe_visit_restore        (McpProbeVisit *self);   /* facts as they were before the probe */
/* From within a check. */
void        mcp_probe_visit_not_applicable (McpProbeVisit *self,
                                            const char    *reason); /* and the probe ends here */
char       *mcp_probe_reply_dup_header     (const McpProbeReply *reply,
                                            const char          *name); /* (nullable) */

/* mcp-probe-facts.c: what probes need to know of a server. Texts are escaped for JSON strings. */
GHashTable *mcp_probe_facts_new            (McpSession         *session,
                                            const char * const *allowed,   /* (nullable): tools */
                                            gboolean            is_http);
char       *mcp_probe_facts_find_missing   (GHashTable         *facts,
                                            const char         *needs);    /* (nullable): why it cannot be tried */
char       *mcp_probe_facts_find_reason    (GHashTable         *facts,
                                            const McpProbe     *probe,
                                            McpVersion          version,
                                            McpProbeReach       reach);
char       *mcp_probe_facts_fill_in        (GHashTable         *facts,
                                            const char         *text);

/* mcp-probe-learn.c: all lists of a server, over an ordinary connection that is opened unless it is. */
void        mcp_probe_learn_async          (McpSession          *session,
                                            GCancellable        *cancellable,
                                            GAsyncReadyCallback  callback,
                                            gpointer             user_data);
gboolean    mcp_probe_learn_finish         (McpSession          *session,
                                            GAsyncResult        *result,
                                            GError             **error);

/* mcp-probe-step.c: one step on a connection that is open. */
typedef struct
{
  McpSession   *session;
  GHashTable   *facts;
  McpVersion    version;
  gboolean      is_http;     /* Streamable HTTP: each message is an exchange */
} McpProbeLink;

typedef void (*McpProbeStepDone) (McpProbeReply *reply,       /* (transfer full) */
                                  const char    *failure,     /* (nullable): why it is not whole */
                                  gpointer       user_data);

typedef struct _McpProbeAttempt McpProbeAttempt;

McpProbeAttempt *mcp_probe_attempt_start   (const McpProbeLink *link,
                                            const McpProbeStep *step,
                                            McpProbeStepDone    done,      /* from the main loop, once */
                                            gpointer            user_data);
void             mcp_probe_attempt_free    (McpProbeAttempt    *self);     /* without a word */
void             mcp_probe_reply_free      (McpProbeReply      *reply);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpProbeReply, mcp_probe_reply_free)

/* mcp-probe-judge.c: what is wrong with an answer; NULL: nothing. */
char *mcp_probe_judge                      (const McpProbeStep  *step,
                                            const McpProbeReply *reply,
                                            gboolean             is_http,
                                            gboolean            *is_mild);  /* (out): a warning whatever the rule is */

/* mcp-probe-checks.c */
char *mcp_probe_check_initialize   (McpProbeVisit *visit, const McpProbeReply *reply);
char *mcp_probe_check_other_version (McpProbeVisit *visit, const McpProbeReply *reply);
char *mcp_probe_check_same_version (McpProbeVisit *visit, const McpProbeReply *reply);
char *mcp_probe_check_session_id   (McpProbeVisit *visit, const McpProbeReply *reply);
char *mcp_probe_check_empty        (McpProbeVisit *visit, const McpProbeReply *reply);
char *mcp_probe_check_one_answer   (McpProbeVisit *visit, const McpProbeReply *reply);
char *mcp_probe_check_batch        (McpProbeVisit *visit, const McpProbeReply *reply);
char *mcp_probe_check_progress     (McpProbeVisit *visit, const McpProbeReply *reply);
char *mcp_probe_check_no_progress  (McpProbeVisit *visit, const McpProbeReply *reply);
char *mcp_probe_check_page         (McpProbeVisit *visit, const McpProbeReply *reply);
char *mcp_probe_check_has_pages    (McpProbeVisit *visit, const McpProbeReply *reply);
char *mcp_probe_check_keep         (McpProbeVisit *visit, const McpProbeReply *reply);
char *mcp_probe_check_kept         (McpProbeVisit *visit, const McpProbeReply *reply);
char *mcp_probe_check_undeclared   (McpProbeVisit *visit, const McpProbeReply *reply);
char *mcp_probe_check_content      (McpProbeVisit *visit, const McpProbeReply *reply);
char *mcp_probe_check_structured   (McpProbeVisit *visit, const McpProbeReply *reply);
char *mcp_probe_check_contents     (McpProbeVisit *visit, const McpProbeReply *reply);
char *mcp_probe_check_messages     (McpProbeVisit *visit, const McpProbeReply *reply);
char *mcp_probe_check_values       (McpProbeVisit *visit, const McpProbeReply *reply);
char *mcp_probe_check_tasks        (McpProbeVisit *visit, const McpProbeReply *reply);
char *mcp_probe_check_discover     (McpProbeVisit *visit, const McpProbeReply *reply);
char *mcp_probe_check_supported    (McpProbeVisit *visit, const McpProbeReply *reply);
char *mcp_probe_check_result_type  (McpProbeVisit *visit, const McpProbeReply *reply);
char *mcp_probe_check_hints        (McpProbeVisit *visit, const McpProbeReply *reply);
char *mcp_probe_check_input        (McpProbeVisit *visit, const McpProbeReply *reply);
char *mcp_probe_check_acknowledged (McpProbeVisit *visit, const McpProbeReply *reply);
char *mcp_probe_check_media_type   (McpProbeVisit *visit, const McpProbeReply *reply);
char *mcp_probe_check_no_body      (McpProbeVisit *visit, const McpProbeReply *reply);
char *mcp_probe_check_get          (McpProbeVisit *visit, const McpProbeReply *reply);
char *mcp_probe_check_delete       (McpProbeVisit *visit, const McpProbeReply *reply);
char *mcp_probe_check_no_session   (McpProbeVisit *visit, const McpProbeReply *reply);
char *mcp_probe_check_not_broken   (McpProbeVisit *visit, const McpProbeReply *reply);

/* The parts of the table. */
extern const McpProbe mcp_probes_base[];
extern const McpProbe mcp_probes_server[];
extern const McpProbe mcp_probes_modern[];
extern const McpProbe mcp_probes_http[];

/* Short names for the parts' columns. */
#define MCP_OLDEST MCP_VERSION_2024_11_05
#define MCP_LEGACY MCP_VERSION_NEWEST_LEGACY
#define MCP_MODERN MCP_VERSION_2026_07_28
#define MCP_NEWEST MCP_VERSION_NEWEST
#define MUST MCP_SEVERITY_ERROR
#define SHOULD MCP_SEVERITY_WARNING
#define ANY MCP_PROBE_OVER_ANY
#define STEPS(...) (const McpProbeStep[]) { __VA_ARGS__, { MCP_ACT_END } }

/* Params that several have. */
#define MCP_PROBE_TOOL "{\"name\":\"@tool@\",\"arguments\":{}}"
#define MCP_PROBE_INITIALIZE(version) \
  "{\"protocolVersion\":\"" version "\",\"capabilities\":{}," \
  "\"clientInfo\":{\"name\":\"sounder-probe\",\"version\":\"" PACKAGE_VERSION "\"}}"

G_END_DECLS
