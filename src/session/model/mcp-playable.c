/* mcp-playable.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-media-private.h"
#include "mcp-playable.h"

/* The head of a movie that leads to other ones, or is packed, so that nobody knows. */
static gboolean
leads_away (const McpMediaFile *file,
            gsize               from,
            gsize               to)
{
  return memmem (file->data + from, to - from, "rmra", 4) != NULL
         || memmem (file->data + from, to - from, "cmov", 4) != NULL;
}

/* MP4 and QuickTime (ISO/IEC 14496-12): boxes, one after the other. */
static gboolean
is_movie (const McpMediaFile *file)
{
  gsize offset = 0;

  if (!mcp_media_has (file, 4, "ftyp"))
    return FALSE;

  while (offset + 8 <= file->length)
    {
      guint64 length = mcp_media_read_be (file->data + offset, 4);
      gsize head = 8;

      if (length == 1 && offset + 16 <= file->length)
        {
          length = mcp_media_read_be (file->data + offset + 8, 8);
          head = 16;
        }
      /* The last one may reach to the end. */
      if (length == 0 || length > file->length - offset)
        length = file->length - offset;
      if (length < head)
        return FALSE;
      if (mcp_media_has (file, offset + 4, "moov") && leads_away (file, offset + head, offset + length))
        return FALSE;
      /* An address in the place of pictures and sound. */
      if (mcp_media_has (file, offset + 4, "mdat") && mcp_media_has (file, offset + head, "rtsptext"))
        return FALSE;
      offset += length;
    }

  return TRUE;
}

static const char *
get_sound_suffix (const McpMediaFile *file)
{
  if (mcp_media_has (file, 0, "RIFF") && mcp_media_has (file, 8, "WAVE"))
    return ".wav";
  if (mcp_media_has (file, 0, "FORM") && mcp_media_has (file, 8, "AIF"))
    return ".aiff";
  if (mcp_media_has (file, 0, "fLaC"))
    return ".flac";
  if (mcp_media_has (file, 0, "#!AMR"))
    return ".amr";
  if (mcp_media_has (file, 0, "ID3"))
    return ".mp3";
  /* The frames of MP3, and those of AAC, which have no layer. */
  if (file->length > 2 && file->data[0] == 0xff && (file->data[1] & 0xe0) == 0xe0)
    return (file->data[1] & 0x06) == 0 ? ".aac" : ".mp3";

  return NULL;
}

/**
 * mcp_playable_get_suffix:
 * @playable: as what it would be played
 * @file: a file
 *
 * Tells by its bytes if a player reads this as what it is said to be. Others, such as lists of what
 * to play, would have it fetch addresses that a server chose.
 *
 * Returns: (nullable): ".mp4", ".webm", ".ogg"; ".avi" of a video; ".wav", ".aiff", ".flac", ".mp3",
 *   ".aac" or ".amr" of a sound; %NULL of anything else
 */
const char *
mcp_playable_get_suffix (McpPlayable  playable,
                         GBytes      *file)
{
  McpMediaFile opened = mcp_media_open (file);

  if (mcp_media_has (&opened, 0, "OggS"))
    return ".ogg";
  if (mcp_media_has (&opened, 0, "\x1a\x45\xdf\xa3"))
    return ".webm";
  if (is_movie (&opened))
    return ".mp4";
  if (playable == MCP_PLAYABLE_VIDEO)
    return mcp_media_has (&opened, 0, "RIFF") && mcp_media_has (&opened, 8, "AVI ") ? ".avi" : NULL;

  return get_sound_suffix (&opened);
}
