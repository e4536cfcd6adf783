/* mcp-health-settings.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/* When the monitor probes by itself. The names in servers.json are in brackets. */
typedef enum {
  MCP_STRATEGY_PERIODIC,         /* every interval ("periodic") */
  MCP_STRATEGY_IDLE,             /* after a time without traffic ("idle") */
  MCP_STRATEGY_ADAPTIVE,         /* more often the more failures there are in a row ("adaptive") */
  MCP_STRATEGY_BEFORE_REQUESTS,  /* a request first verifies the connection ("beforeRequests") */
  MCP_STRATEGY_OFF,              /* never ("off") */
} McpHealthStrategy;

/* Where the server is: what interval and timeout make sense there. The numbers are in
 * mcp-health-settings.c. */
typedef enum {
  MCP_PRESET_LOCAL,      /* "local" */
  MCP_PRESET_LAN,        /* "lan" */
  MCP_PRESET_INTERNET,   /* "internet" */
  MCP_PRESET_MOBILE,     /* "mobile" */
  MCP_PRESET_SATELLITE,  /* "satellite" */
  MCP_PRESET_CUSTOM,     /* "custom": the numbers were chosen one by one */
} McpHealthPreset;

/* What to do after failures in a row of the health probe. */
typedef enum {
  MCP_REACTION_MARK,        /* mark the connection stale ("mark") */
  MCP_REACTION_DISCONNECT,  /* "disconnect" */
  MCP_REACTION_RESTART,     /* connect again, with back-off ("restart") */
} McpReaction;

/* Who said a number. */
typedef enum {
  MCP_HEALTH_BY_REACH,   /* nobody: the preset for how the server is reached */
  MCP_HEALTH_BY_PRESET,  /* the preset that was chosen for it */
  MCP_HEALTH_BY_NUMBER,  /* the number itself was set */
} McpHealthSource;

typedef struct
{
  McpHealthStrategy strategy;
  McpHealthPreset   preset;
  McpHealthPreset   base;              /* of the numbers that were not set themselves; never CUSTOM */
  McpHealthSource   interval_source;   /* these three are told, and no part of being equal */
  McpHealthSource   timeout_source;
  guint             interval_msec;     /* from the start of a probe to the start of the next */
  guint             idle_msec;         /* IDLE: how long without traffic before a probe */
  guint             timeout_msec;      /* how long an answer may take */
  guint             throttle_msec;     /* at most one probe by itself in this time; an interval below it rules */
  guint             n_failures;        /* in a row, before the reaction */
  gboolean          adaptive_timeout;  /* the timeout follows what was measured, never below timeout_msec */
  McpReaction       reaction;
} McpHealthSettings;

/* A probe of the adaptive strategy never follows the last sooner, unless the interval is shorter. */
#define MCP_ADAPTIVE_MIN_MSEC  5000
/* A probe that was answered within this time verifies the connection for a request. */
#define MCP_VERIFIED_MSEC      10000
/* An adaptive timeout never grows beyond this, unless the timeout itself is longer. */
#define MCP_TIMEOUT_MAX_MSEC   30000
/* The demo server is probed this often, so that there is something to see. */
#define MCP_DEMO_INTERVAL_MSEC 1000

#define MCP_TYPE_HEALTH_SETTINGS (mcp_health_settings_get_type ())

GType              mcp_health_settings_get_type     (void);
void               mcp_health_settings_init         (McpHealthSettings       *self,
                                                     McpHealthPreset          preset);
McpHealthSettings *mcp_health_settings_copy         (const McpHealthSettings *self);
gboolean           mcp_health_settings_equal        (const McpHealthSettings *a,
                                                     const McpHealthSettings *b);
void               mcp_health_settings_apply_preset (McpHealthSettings       *self,
                                                     McpHealthPreset          preset);
void               mcp_health_settings_settle       (McpHealthSettings       *self); /* a preset whose numbers were changed is custom */
guint              mcp_health_settings_get_throttle_msec
                                                    (const McpHealthSettings *self); /* the one that rules */
char              *mcp_health_settings_describe     (const McpHealthSettings *self); /* one line for people */
char              *mcp_health_settings_describe_source
                                                    (const McpHealthSettings *self,
                                                     McpHealthSource          source); /* for people */
const char        *mcp_health_strategy_get_name     (McpHealthStrategy        strategy); /* for people */
const char        *mcp_health_preset_get_name       (McpHealthPreset          preset);

G_END_DECLS
