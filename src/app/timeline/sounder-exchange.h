/* sounder-exchange.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-journal.h"

G_BEGIN_DECLS

/* When each part of an exchange was over, in microseconds from its start; -1: did not happen. */
typedef enum {
  SOUNDER_PHASE_RESOLVED,
  SOUNDER_PHASE_CONNECTED,
  SOUNDER_PHASE_SECURED,
  SOUNDER_PHASE_SENT,
  SOUNDER_PHASE_FIRST_BYTE,
  SOUNDER_PHASE_ENDED,
  SOUNDER_N_PHASES,
} SounderPhase;

/* What HTTP said around the messages of one exchange, read back from the journal. */
typedef struct
{
  guint      number;
  guint      resumes;          /* the exchange whose stream goes on here; 0 for none */
  guint      request_serial;   /* 0: its request is not in the journal */
  char      *method;           /* (nullable), and so all strings */
  char      *url;
  char      *purpose;          /* "send", "listen", "resume", "end", "upgrade" */
  GPtrArray *request_headers;  /* names and values in turn */
  char     **secret_headers;   /* (nullable): names of those that came from the keyring */

  guint      head_serial;      /* 0: no answer yet */
  guint      status;
  char      *reason;
  char      *http_version;
  char      *peer;
  char      *tls;
  GPtrArray *response_headers;

  guint      end_serial;       /* 0: it goes on */
  char      *error;
  gboolean   cancelled;
  gint64     body_bytes;
  gint64     wire_bytes;
  gint64     n_events;
  gint64     phases[SOUNDER_N_PHASES];

  GArray    *parts;            /* of guint serials: messages, events and comments, in order */
  gboolean   is_cut;           /* in the middle of @parts, some are left out */
} SounderExchange;

SounderExchange *sounder_exchange_read          (McpJournal      *journal,
                                                 guint            number,
                                                 guint            max_parts); /* (nullable): not known */
void             sounder_exchange_free          (SounderExchange *self);
guint            sounder_exchange_find_resumed  (McpJournal      *journal,
                                                 guint            number);    /* the one that goes on; 0 */
guint            sounder_exchange_peek_status   (McpRecord       *record);    /* of the answer to what it sent; 0 */
char            *sounder_exchange_dup_event_field (GBytes        *raw,
                                                 const char      *field);     /* (nullable): "id" of an event as it came */
const char      *sounder_phase_get_title        (SounderPhase     phase);     /* translated */
gboolean         sounder_exchange_get_phase     (SounderExchange *self,
                                                 SounderPhase     phase,
                                                 gint64          *start_usec,
                                                 gint64          *end_usec);  /* FALSE: it took no time of its own */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SounderExchange, sounder_exchange_free)

G_END_DECLS
