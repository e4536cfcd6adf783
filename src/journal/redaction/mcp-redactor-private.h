/* mcp-redactor-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-redactor.h"
#include "mcp-redactor-marks.h"

G_BEGIN_DECLS

#define MCP_REDACTOR_N_CHANNELS 32

/* What goes on behind the end of a text: in the next line of a stream. */
typedef enum {
  MCP_TAIL_NONE,
  MCP_TAIL_PEM,
  MCP_TAIL_BLOCK,   /* lines of YAML that are further in than @indent are the value */
  MCP_TAIL_VALUE,   /* "value: …" gives that of a name */
  MCP_TAIL_QUOTES,  /* until three quotes */
  MCP_TAIL_HEADER,  /* a table whose next line may say that this one was its header */
  MCP_TAIL_TABLE,   /* of whose rows @columns are secrets */
} McpTailKind;

typedef struct
{
  McpTailKind kind;
  gsize       indent;
  char        separator;  /* of columns; or the quote of three */
  guint       n_columns;
  guint64     columns;    /* a bit for each */
} McpRedactorTail;

/* Shared by the files of the redactor. */
struct _McpRedactor
{
  /* Never changed once it is here, so that a copy for a worker costs nothing. */
  McpMarks *marks;

  /* Of the secrets, what was learned and not told, oldest first. */
  GQueue    learned;

  McpRedactionReport *report;  /* (nullable): who wants to know */
  McpRedactorTail     tail;    /* of the text that was looked at last */
  McpRedactorTail     tails[MCP_REDACTOR_N_CHANNELS];  /* of the last line of each */
  gboolean            is_decoding;
};

/* Something to take out, from @from to @to. @to 0 is no match. */
typedef struct
{
  gsize from;
  gsize to;
  McpRedaction why;
} McpRedactorMatch;

/* A text of which parts are replaced: nothing is copied as long as nothing is. */
typedef struct
{
  McpRedactor *redactor;
  const char  *text;
  gsize        copied;
  GString     *out;      /* (nullable): until something is replaced */
} McpRedactorEdit;

/* How much a name says about its value. */
typedef enum {
  MCP_NAME_HARMLESS,
  MCP_NAME_CODE,    /* that it is secret when it is a number of a few digits */
  MCP_NAME_WEAK,    /* that it is secret when it is a string */
  MCP_NAME_SECRET,
} McpNameSecrecy;

McpRedactor     *mcp_redactor_copy          (McpRedactor *self);
GPtrArray       *mcp_redactor_ref_secrets   (McpRedactor *self);
void             mcp_redactor_follow        (McpRedactor *self,
                                             GPtrArray   *secrets);
char            *mcp_redactor_redact_parts  (McpRedactor *self,
                                             const char  *text,
                                             gsize        length,
                                             gsize        message,
                                             gsize        message_length,
                                             gsize       *out_length);
void             mcp_redactor_tell          (McpRedactor *self,
                                             McpRedaction why,
                                             const char  *text,
                                             gsize        length);
void             mcp_redaction_report_add   (McpRedactionReport *self,
                                             McpRedaction why,
                                             const char  *text,
                                             gsize        length);
void             mcp_redaction_report_merge (McpRedactionReport *self,
                                             McpRedactionReport *other);
void             mcp_redactor_learn         (McpRedactor *self,
                                             const char  *value);

void             mcp_redactor_edit_cut      (McpRedactorEdit *edit,
                                             gsize        from,
                                             gsize        to,
                                             const char  *with,
                                             gssize       with_length);
GString         *mcp_redactor_edit_end      (McpRedactorEdit *edit,
                                             gsize        length);
GString         *mcp_redactor_edit_text     (McpRedactor *self,
                                             const char  *text,
                                             gsize        length);
GString         *mcp_redactor_edit_any      (McpRedactor *self,
                                             const char  *text,
                                             gsize        length,
                                             guint        depth);

/* Names, of which case and "-", "_", "." and " " do not count. */
char            *mcp_redactor_normalize_name (const char *name,
                                              gsize       length);
McpNameSecrecy   mcp_redactor_judge_name    (McpRedactionRules *rules,   /* (nullable) */
                                             const char  *name,
                                             gsize        length);
gboolean         mcp_redactor_is_header     (McpRedactionRules *rules,   /* (nullable) */
                                             const char  *name,
                                             gsize        length);
gboolean         mcp_redactor_is_parameter  (const char  *name,
                                             gsize        length);

gboolean         mcp_redactor_is_vague      (const char  *name,
                                             gsize        length);

/* A text that is looked through. */
typedef struct
{
  McpRedactor           *redactor;
  const McpMarks        *marks;
  const char            *text;
  gsize                  length;
  gsize                  start;        /* what is before it was taken out */
  gsize                  name_end;     /* of the last name: a name has several marks */
  gsize                  encoded_end;  /* of the base64 that was looked into */
  gsize                  command_at;   /* of the last program that has secret options */
  const McpRedactorRule *command;      /* (nullable) */
  gsize                  table_end;    /* of the table whose rows are in @cells */
  GArray                *cells;        /* (nullable): of McpRedactorMatch, in order */
} McpRedactorScan;

/* A quote, with the backslashes that stand before it where a string is in a string. */
typedef struct
{
  gsize n_backslashes;
  char  quote;          /* NUL for none */
} McpRedactorQuote;

/* A character, however it is spelled. */
typedef struct
{
  char c; /* NUL where it is none of ASCII */
  gsize n_bytes;
  char spelling; /* "%" and "&" of addresses and HTML, "\\" of JSON, else NUL */
} McpSpelled;

McpSpelled       mcp_redactor_read_spelled  (const McpRedactorScan *scan,
                                             gsize                  at);

gboolean         mcp_redactor_ends_line     (const McpRedactorScan *scan,
                                             gsize                  at);

/* Where the parts of a text end. */
gboolean         mcp_redactor_begins_word   (const char  *text,
                                             gsize        at,
                                             gsize        start);
gsize            mcp_redactor_find_end      (const char  *text,
                                             gsize        length,
                                             gsize        at,
                                             const char  *stops);
gsize            mcp_redactor_skip_space    (const char  *text,
                                             gsize        length,
                                             gsize        at);
McpRedactorQuote mcp_redactor_read_quote    (const char  *text,
                                             gsize        length,
                                             gsize        at);
McpRedactorQuote mcp_redactor_read_quote_before (const char *text,
                                             gsize        at,
                                             gsize        start);
gsize            mcp_redactor_find_closing  (const char  *text,
                                             gsize        length,
                                             gsize        at,
                                             McpRedactorQuote quote);
gboolean         mcp_redactor_enter_string  (const char  *text,
                                             gsize        length,
                                             gsize       *value,
                                             gsize       *end);

/* What a value looks like. A longer one is judged by how it begins. */
#define MCP_REDACTOR_JUDGED_BYTES 128

gboolean         mcp_redactor_is_random     (const char  *value,
                                             gsize        length);
gboolean         mcp_redactor_is_mixed      (const char  *value,
                                             gsize        length);
gboolean         mcp_redactor_is_code       (const char  *value,
                                             gsize        length);
gboolean         mcp_redactor_is_placeholder (const char *value,
                                              gsize       length);
gboolean         mcp_redactor_is_plain_word (const char  *value,
                                             gsize        length);
gboolean         mcp_redactor_is_expression (const char  *value,
                                             gsize        length);

/* What stands at one place of a text. None looks further back than a word or a line. */
McpRedactorMatch mcp_redactor_match_token   (const McpRedactorScan *scan,
                                             const McpRedactorRule *rule,
                                             gsize                  at);
McpRedactorMatch mcp_redactor_match_middle  (const McpRedactorScan *scan,
                                             const McpRedactorRule *rule,
                                             gsize                  at);
McpRedactorMatch mcp_redactor_match_path    (const McpRedactorScan *scan,
                                             const McpRedactorRule *rule,
                                             gsize                  at);
McpRedactorMatch mcp_redactor_match_scheme  (const McpRedactorScan *scan,
                                             const McpRedactorRule *rule,
                                             gsize                  at);
McpRedactorMatch mcp_redactor_match_phrase  (const McpRedactorScan *scan,
                                             const McpRedactorRule *rule,
                                             gsize                  at);
McpRedactorMatch mcp_redactor_match_userinfo (const McpRedactorScan *scan,
                                              gsize                  at);
McpRedactorMatch mcp_redactor_match_block   (McpRedactorScan       *scan,
                                             gsize                  at);
McpRedactorMatch mcp_redactor_match_encoded (McpRedactorScan       *scan,
                                             const McpMark         *mark,
                                             gsize                  at);
McpRedactorMatch mcp_redactor_match_option  (const McpRedactorScan *scan,
                                             gsize                  at);
McpRedactorMatch mcp_redactor_match_name    (McpRedactorScan       *scan,
                                             gsize                  at,
                                             gsize                  n_bytes);
McpRedactorMatch mcp_redactor_match_escaped (McpRedactorScan       *scan,
                                             gsize                  at);
McpRedactorMatch mcp_redactor_match_word    (McpRedactorScan       *scan,
                                             const McpRedactorRule *rule,
                                             gsize                  at);
McpRedactorMatch mcp_redactor_match_behind  (McpRedactorScan       *scan,
                                             gsize                  name,
                                             gsize                  name_end);
McpRedactorMatch mcp_redactor_match_cell    (McpRedactorScan       *scan,
                                             gsize                  name,
                                             gsize                  name_end);

/* Commands as lists of arguments. */
const McpRedactorRule *mcp_redactor_find_command (const char            *text,
                                                  gsize                  length);
gboolean mcp_redactor_is_secret_option (const McpRedactorRule *command, /* (nullable) */
                                        const char *option,
                                        gsize length,
                                        gsize *value); /* where its value begins in it */

/* Lines of streams. */
gboolean         mcp_redactor_begins_block  (const char  *text,
                                             gsize        length);
gboolean         mcp_redactor_edit_tail     (McpRedactor     *self,
                                             McpRedactorTail *tail,
                                             const char      *line,
                                             gsize            length,
                                             GString        **out);   /* (out) (nullable) */
void             mcp_redactor_add_cells     (McpRedactorTail *tail,
                                             const char      *line,
                                             gsize            from,
                                             gsize            to,
                                             GArray          *cells);

G_END_DECLS
