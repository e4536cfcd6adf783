/* demo-breaks.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <libsoup/soup.h>

#include "mcp-message.h"

G_BEGIN_DECLS

/* How far a connection has come. */
typedef enum {
  DEMO_PHASE_ANY,
  DEMO_PHASE_NEW,      /* nothing was said */
  DEMO_PHASE_GREETED,  /* initialize was answered */
  DEMO_PHASE_READY,    /* and the client has said that it is ready */
} DemoPhase;

/* What is done in place of what is right. */
typedef enum {
  DEMO_REACT_RESULT,   /* @with is the result */
  DEMO_REACT_ERROR,    /* @with is the code of an error */
  DEMO_REACT_SAY,      /* @with is the message */
  DEMO_REACT_FIRST,    /* @with is a message, and then comes what is right */
  DEMO_REACT_TWICE,    /* the right answer, two times */
  DEMO_REACT_CHANGE,   /* the right answer, with @with for each @from */
  DEMO_REACT_END,      /* the process ends */
  DEMO_REACT_STATUS,   /* HTTP: @status with the body @with, where @id@ is the request's id */
} DemoReaction;

/* One way to break the rule of a probe of "sounder-cli probe". */
typedef struct
{
  const char   *probe;
  const char   *method;  /* (nullable): of the protocol; or GET or DELETE */
  const char   *text;    /* (nullable): a regular expression that the whole message has to match */
  DemoReaction  reaction;
  const char   *with;    /* (nullable) */
  const char   *from;    /* (nullable) */
  DemoPhase     phase;
  gboolean      is_every_other; /* only the second, the fourth … time */
  const char   *head;    /* (nullable): "NAME: VALUE" or "!NAME" in lines, which all have to hold; it is about HTTP */
  guint         status;
  const char   *reply_head; /* (nullable): "NAME: VALUE" of the answer */
} DemoProbeBreak;

char                 *demo_breaks_set     (const char        *text);     /* (nullable): what is no probe */
void                  demo_breaks_print   (void);
/* Of the rules that are to be broken, that of a message; NULL: none. */
const DemoProbeBreak *demo_breaks_find    (McpMessage        *message,
                                           DemoPhase          phase);
McpMessage           *demo_breaks_change  (const DemoProbeBreak *rule,
                                           McpMessage        *answer);   /* (transfer full) */
gboolean              demo_breaks_serve   (SoupServerMessage *message);  /* TRUE: it is answered */
gboolean              demo_breaks_let_in  (SoupServerMessage *message);  /* by its head alone */

G_END_DECLS
