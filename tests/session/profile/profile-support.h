/* profile-support.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-profile.h"

static inline McpProfile *
profile_from (const char *json)
{
  g_autoptr (GError) error = NULL;
  McpProfile *profile = mcp_profile_new_from_json ("test", json, -1, &error);

  g_assert_no_error (error);

  return profile;
}

static inline void
count_cb (guint *count)
{
  (*count)++;
}
