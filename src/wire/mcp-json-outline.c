/* mcp-json-outline.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-json-outline.h"
#include "mcp-json-private.h"

typedef enum {
  PHASE_CHILD,   /* before a child, a comma or the end */
  PHASE_KEY,     /* in its key */
  PHASE_COLON,   /* behind its key */
  PHASE_VALUE,   /* before its value */
  PHASE_WORD,    /* in a number, true, false or null */
  PHASE_STRING,  /* in a string that is the value */
  PHASE_NESTED,  /* in an object or array that is the value */
  PHASE_DONE,
} Phase;

/* What a run of a nested value stops at; everything else is stepped over without a look. */
static const gboolean is_sign[256] = {
  ['"'] = TRUE, ['{'] = TRUE, ['}'] = TRUE, ['['] = TRUE, [']'] = TRUE,
};

/**
 * mcp_json_outline_init:
 * @self: (out caller-allocates): an outline
 * @text: (array length=length): the whole text
 * @container: where in it an object or array begins
 *
 * Begins with the first child of a container.
 *
 * Returns: %FALSE when there is no container; the outline then ends at once
 */
gboolean
mcp_json_outline_init (McpJsonOutline *self,
                       const char     *text,
                       gsize           length,
                       gsize           container)
{
  gboolean is_container = container < length && (text[container] == '{' || text[container] == '[');

  g_return_val_if_fail (self != NULL, FALSE);

  *self = (McpJsonOutline) { .data = text, .end = length, .position = container + 1 };
  self->phase = is_container ? PHASE_CHILD : PHASE_DONE;
  self->is_object = is_container && text[container] == '{';

  return is_container;
}

/**
 * mcp_json_outline_resume:
 * @self: (out caller-allocates): an outline
 * @text: (array length=length): the whole text
 * @child: where in it a child begins: its key, in an array its value
 * @is_object: what the child is in
 *
 * Begins with a child that was found before.
 */
void
mcp_json_outline_resume (McpJsonOutline *self,
                         const char     *text,
                         gsize           length,
                         gsize           child,
                         gboolean        is_object)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (child <= length);

  *self = (McpJsonOutline) { .data = text, .end = length, .position = child };
  self->phase = PHASE_CHILD;
  self->is_object = is_object;
}

static void
skip_space (McpJsonOutline *self,
            gsize           limit)
{
  self->position = mcp_json_skip_space (self->data, self->position, limit);
}

/* From inside a string to behind its quote; FALSE when the limit came first. */
static gboolean
skip_string (McpJsonOutline *self,
             gsize           limit)
{
  const char *data = self->data;
  const char *quote = NULL;

  while (self->position < limit)
    {
      const char *from = data + self->position;
      const char *escape;

      /* Kept while it is ahead: a text full of escapes is not searched again and again. */
      if (quote < from)
        quote = memchr (from, '"', limit - self->position);
      if (quote == NULL)
        quote = data + limit;

      escape = memchr (from, '\\', quote - from);
      if (escape == NULL)
        {
          self->position = quote - data + (quote < data + limit);
          return quote < data + limit;
        }
      self->position = MIN ((gsize) (escape - data) + 2, self->end);
    }

  return FALSE;
}

/* Inside a nested value; FALSE when the limit came before its end. */
static gboolean
skip_nested (McpJsonOutline *self,
             gsize           limit)
{
  const guchar *data = (const guchar *) self->data;

  while (self->position < limit)
    {
      if (self->in_string)
        {
          if (!skip_string (self, limit))
            return FALSE;
          self->in_string = FALSE;
          continue;
        }

      while (self->position < limit && !is_sign[data[self->position]])
        self->position++;
      if (self->position >= limit)
        return FALSE;

      switch (data[self->position++])
        {
        case '"':
          self->in_string = TRUE;
          break;
        case '{':
        case '[':
          self->depth++;
          break;
        default:
          if (--self->depth == 0)
            return TRUE;
          break;
        }
    }

  return FALSE;
}

static gboolean
skip_word (McpJsonOutline *self,
           gsize           limit)
{
  while (self->position < limit && !mcp_json_ends_word[(guchar) self->data[self->position]])
    self->position++;

  return self->position < limit || limit == self->end;
}

static McpJsonOutlineEvent
stop (McpJsonOutline *self,
      gboolean        is_broken)
{
  self->phase = PHASE_DONE;
  self->is_broken = is_broken;

  return MCP_JSON_OUTLINE_END;
}

/* A value is whole. */
static McpJsonOutlineEvent
complete (McpJsonOutline *self)
{
  self->child.value.length = self->position - self->child.value.offset;
  self->phase = PHASE_CHILD;

  return MCP_JSON_OUTLINE_WHOLE;
}

static McpJsonOutlineEvent
begin_value (McpJsonOutline *self)
{
  char first = self->data[self->position];

  self->child.value = (McpSpan) { self->position, 0 };
  if (first == '"')
    {
      self->phase = PHASE_STRING;
      self->position++;
    }
  else if (first == '{' || first == '[')
    {
      self->phase = PHASE_NESTED;
      self->depth = 1;
      self->in_string = FALSE;
      self->position++;
    }
  else if (mcp_json_ends_word[(guchar) first])
    {
      return stop (self, TRUE);
    }
  else
    {
      self->phase = PHASE_WORD;
    }

  return MCP_JSON_OUTLINE_CHILD;
}

/* Looks at what stands before a child. */
static McpJsonOutlineEvent
begin_child (McpJsonOutline *self)
{
  char first = self->data[self->position];

  if (first == '}' || first == ']')
    {
      self->position++;
      return stop (self, (first == '}') != self->is_object);
    }
  if (first == ',')
    {
      self->position++;
      return MCP_JSON_OUTLINE_MORE;
    }

  self->child = (McpJsonChild) { { self->position, 0 }, { 0, 0 } };
  if (!self->is_object)
    return begin_value (self);
  if (first != '"')
    return stop (self, TRUE);

  self->phase = PHASE_KEY;
  self->position++;

  return MCP_JSON_OUTLINE_MORE;
}

/* One step of the present phase; MORE also between two of them. */
static McpJsonOutlineEvent
step (McpJsonOutline *self,
      gsize           limit)
{
  switch ((Phase) self->phase)
    {
    case PHASE_CHILD:
      skip_space (self, limit);
      return self->position < limit ? begin_child (self) : MCP_JSON_OUTLINE_MORE;
    case PHASE_KEY:
      if (skip_string (self, limit))
        {
          self->child.key.length = self->position - self->child.key.offset;
          self->phase = PHASE_COLON;
        }
      return MCP_JSON_OUTLINE_MORE;
    case PHASE_COLON:
      skip_space (self, limit);
      if (self->position >= limit)
        return MCP_JSON_OUTLINE_MORE;
      if (self->data[self->position] != ':')
        return stop (self, TRUE);
      self->position++;
      self->phase = PHASE_VALUE;
      return MCP_JSON_OUTLINE_MORE;
    case PHASE_VALUE:
      skip_space (self, limit);
      return self->position < limit ? begin_value (self) : MCP_JSON_OUTLINE_MORE;
    case PHASE_WORD:
      return skip_word (self, limit) ? complete (self) : MCP_JSON_OUTLINE_MORE;
    case PHASE_STRING:
      return skip_string (self, limit) ? complete (self) : MCP_JSON_OUTLINE_MORE;
    case PHASE_NESTED:
      return skip_nested (self, limit) ? complete (self) : MCP_JSON_OUTLINE_MORE;
    case PHASE_DONE:
    default:
      return MCP_JSON_OUTLINE_END;
    }
}

/**
 * mcp_json_outline_next:
 * @max_bytes: how many bytes to read at most, 1 or more
 *
 * Goes on to the next event.
 *
 * Returns: what came
 */
McpJsonOutlineEvent
mcp_json_outline_next (McpJsonOutline *self,
                       gsize           max_bytes)
{
  McpJsonOutlineEvent event = MCP_JSON_OUTLINE_MORE;
  gsize limit;

  g_return_val_if_fail (self != NULL, MCP_JSON_OUTLINE_END);
  g_return_val_if_fail (max_bytes > 0, MCP_JSON_OUTLINE_END);

  if (self->phase == PHASE_DONE)
    return MCP_JSON_OUTLINE_END;

  limit = self->end - MIN (self->position, self->end) > max_bytes ? self->position + max_bytes
                                                                   : self->end;
  while (event == MCP_JSON_OUTLINE_MORE && self->position < limit)
    event = step (self, limit);

  if (event != MCP_JSON_OUTLINE_MORE || self->position < self->end)
    return event;

  /* The text is over. A last word ends with it, everything else is not whole. */
  if (self->phase == PHASE_WORD)
    return complete (self);

  return stop (self, TRUE);
}
