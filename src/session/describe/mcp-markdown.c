/* mcp-markdown.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <md4c.h>
#include <string.h>

#include "mcp-markdown.h"
#include "mcp-summary.h"

/*
 * Markdown (CommonMark with GitHub's tables, strikethrough, task lists and bare addresses) as a flat
 * list of blocks. Md4c reads it; here its calls become text that is safe to show. HTML stays text.
 * A picture is never fetched: it is a link that says what it shows.
 */

#define MAX_DEPTH    16     /* of lists and of spans: what is deeper is there, and not deeper */
#define MAX_COLUMNS  64
#define MAX_CELLS    2000

typedef struct
{
  gboolean ordered;
  guint    number;
} List;

typedef struct
{
  GPtrArray        *blocks;
  McpMarkdownBlock *block;        /* (nullable): being filled */
  GString          *markup;       /* of it, or of the cell */
  GPtrArray        *row;          /* (nullable) */
  guint             n_cells;

  List              lists[MAX_DEPTH];
  guint             list_depth;
  guint             quote_depth;
  char             *marker;       /* (nullable): of the next block */

  const char       *closers[MAX_DEPTH];
  guint             span_depth;
  guint             image_depth;
  guint             link_depth;
} Reader;

static void
block_free (gpointer data)
{
  McpMarkdownBlock *block = data;

  g_free (block->marker);
  g_free (block->markup);
  g_free (block->picture);
  g_free (block->code);
  g_free (block->language);
  g_clear_pointer (&block->rows, g_ptr_array_unref);
  g_free (block);
}

/* What is shown, with what steers or deceives made visible. */
static void
append_text (GString    *out,
             const char *text,
             gsize       length,
             gboolean    is_code)
{
  g_autofree char *shown = mcp_format_visible (text, (gssize) length, is_code);
  g_autofree char *escaped = g_markup_escape_text (shown, -1);

  g_string_append (out, escaped);
}

static void
end_block (Reader *self)
{
  McpMarkdownBlock *block = g_steal_pointer (&self->block);

  if (block == NULL)
    return;

  /* What a text left open, for it was cut, or too deep. */
  if (block->kind == MCP_MARKDOWN_CODE)
    block->code = g_strdup (self->markup->str);
  else if (block->kind != MCP_MARKDOWN_TABLE && block->kind != MCP_MARKDOWN_RULE)
    block->markup = g_strdup (self->markup->str);

  g_string_truncate (self->markup, 0);
  g_ptr_array_add (self->blocks, block);
}

static void
begin_block (Reader          *self,
             McpMarkdownKind  kind)
{
  end_block (self);

  self->block = g_new0 (McpMarkdownBlock, 1);
  self->block->kind = kind;
  self->block->list_depth = self->list_depth;
  self->block->quote_depth = self->quote_depth;
  self->block->marker = g_steal_pointer (&self->marker);
}

static char *
dup_attribute (const MD_ATTRIBUTE *attribute)
{
  return attribute->text != NULL ? g_strndup (attribute->text, attribute->size) : NULL;
}

static void
begin_item (Reader             *self,
            const MD_BLOCK_LI_DETAIL *item)
{
  List *list = &self->lists[MIN (self->list_depth, MAX_DEPTH) - 1];

  end_block (self);
  g_free (self->marker);
  if (item->is_task)
    self->marker = g_strdup (item->task_mark == ' ' ? "☐" : "☑");
  else if (list->ordered)
    self->marker = g_strdup_printf ("%u.", list->number);
  else
    self->marker = g_strdup ("•");
  list->number++;
}

static void
begin_list (Reader   *self,
            gboolean  ordered,
            guint     number)
{
  end_block (self);
  self->list_depth++;
  if (self->list_depth <= MAX_DEPTH)
    self->lists[self->list_depth - 1] = (List) { ordered, number };
}

/* Md4c does not always end when it is told to: what comes after the last block is nothing. */
static gboolean
is_full (Reader *self)
{
  return self->blocks->len >= MCP_MARKDOWN_MAX_BLOCKS || self->n_cells >= MAX_CELLS;
}

static int
enter_block_cb (MD_BLOCKTYPE  type,
                void         *detail,
                void         *user_data)
{
  Reader *self = user_data;

  if (is_full (self))
    return 1;

  switch (type)
    {
    case MD_BLOCK_QUOTE:
      end_block (self);
      self->quote_depth++;
      break;
    case MD_BLOCK_UL:
      begin_list (self, FALSE, 0);
      break;
    case MD_BLOCK_OL:
      begin_list (self, TRUE, ((MD_BLOCK_OL_DETAIL *) detail)->start);
      break;
    case MD_BLOCK_LI:
      begin_item (self, detail);
      break;
    case MD_BLOCK_HR:
      begin_block (self, MCP_MARKDOWN_RULE);
      break;
    case MD_BLOCK_H:
      begin_block (self, MCP_MARKDOWN_HEADING);
      self->block->level = ((MD_BLOCK_H_DETAIL *) detail)->level;
      break;
    case MD_BLOCK_CODE:
      begin_block (self, MCP_MARKDOWN_CODE);
      self->block->language = dup_attribute (&((MD_BLOCK_CODE_DETAIL *) detail)->lang);
      break;
    case MD_BLOCK_P:
      begin_block (self, MCP_MARKDOWN_PARAGRAPH);
      break;
    case MD_BLOCK_TABLE:
      begin_block (self, MCP_MARKDOWN_TABLE);
      self->block->rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
      break;
    case MD_BLOCK_TR:
      self->row = g_ptr_array_new_with_free_func (g_free);
      g_ptr_array_add (self->block->rows, self->row);
      break;
    default:
      break;
    }

  return 0;
}

static void
end_cell (Reader *self)
{
  if (self->row != NULL && self->row->len < MAX_COLUMNS)
    {
      g_ptr_array_add (self->row, g_strdup (self->markup->str));
      self->n_cells++;
    }
  g_string_truncate (self->markup, 0);
}

static int
leave_block_cb (MD_BLOCKTYPE  type,
                void         *detail,
                void         *user_data)
{
  Reader *self = user_data;

  switch (type)
    {
    case MD_BLOCK_QUOTE:
      end_block (self);
      self->quote_depth--;
      break;
    case MD_BLOCK_UL:
    case MD_BLOCK_OL:
      end_block (self);
      self->list_depth--;
      break;
    case MD_BLOCK_TH:
    case MD_BLOCK_TD:
      end_cell (self);
      break;
    case MD_BLOCK_TR:
      self->row = NULL;
      break;
    case MD_BLOCK_DOC:
    case MD_BLOCK_LI:
    case MD_BLOCK_HR:
    case MD_BLOCK_H:
    case MD_BLOCK_CODE:
    case MD_BLOCK_P:
    case MD_BLOCK_TABLE:
      end_block (self);
      break;
    default:
      break;
    }

  return 0;
}

/* Text of a tight list stands in no paragraph. */
static void
ensure_block (Reader *self)
{
  if (self->block == NULL)
    begin_block (self, MCP_MARKDOWN_PARAGRAPH);
}

static void
open_link (Reader             *self,
           const MD_ATTRIBUTE *address)
{
  g_autofree char *href = dup_attribute (address);
  g_autofree char *escaped = g_markup_escape_text (href != NULL ? href : "", -1);

  if (self->link_depth++ == 0)
    g_string_append_printf (self->markup, "<a href=\"%s\">", escaped);
}

/* What is not of the picture makes a paragraph that is not a picture alone. */
static void
note_other (Reader *self)
{
  if (self->image_depth == 0)
    g_clear_pointer (&self->block->picture, g_free);
}

static void
open_picture (Reader             *self,
              const MD_ATTRIBUTE *address)
{
  if (self->image_depth++ == 0 && self->block->kind == MCP_MARKDOWN_PARAGRAPH
      && self->markup->len == 0)
    self->block->picture = dup_attribute (address);
  open_link (self, address);
}

static void
close_link (Reader *self)
{
  if (--self->link_depth == 0)
    g_string_append (self->markup, "</a>");
}

static int
enter_span_cb (MD_SPANTYPE  type,
               void        *detail,
               void        *user_data)
{
  static const struct
  {
    const char *opener;
    const char *closer;
  } tags[] = {
    [MD_SPAN_EM] = { "<i>", "</i>" },
    [MD_SPAN_STRONG] = { "<b>", "</b>" },
    [MD_SPAN_CODE] = { "<tt>", "</tt>" },
    [MD_SPAN_DEL] = { "<s>", "</s>" },
    [MD_SPAN_U] = { "<u>", "</u>" },
  };
  Reader *self = user_data;
  const char *closer = "";

  if (is_full (self))
    return 1;

  ensure_block (self);
  note_other (self);
  if (type == MD_SPAN_A)
    open_link (self, &((MD_SPAN_A_DETAIL *) detail)->href);
  else if (type == MD_SPAN_IMG)
    open_picture (self, &((MD_SPAN_IMG_DETAIL *) detail)->src);
  else if (type < G_N_ELEMENTS (tags) && tags[type].opener != NULL && self->span_depth < MAX_DEPTH)
    {
      g_string_append (self->markup, tags[type].opener);
      closer = tags[type].closer;
    }

  if (self->span_depth < MAX_DEPTH)
    self->closers[self->span_depth] = closer;
  self->span_depth++;

  return 0;
}

static int
leave_span_cb (MD_SPANTYPE  type,
               void        *detail,
               void        *user_data)
{
  Reader *self = user_data;

  self->span_depth--;
  if (type == MD_SPAN_IMG)
    self->image_depth--;
  if (type == MD_SPAN_A || type == MD_SPAN_IMG)
    close_link (self);
  else if (self->span_depth < MAX_DEPTH)
    g_string_append (self->markup, self->closers[self->span_depth]);

  return 0;
}

/* Those that people write; any other stays as it stands in the text. */
static void
append_entity (Reader     *self,
               const char *text,
               gsize       length)
{
  static const struct
  {
    const char *name;
    const char *value;
  } entities[] = {
    { "&amp;", "&amp;" }, { "&lt;", "&lt;" }, { "&gt;", "&gt;" }, { "&quot;", "\"" },
    { "&apos;", "'" }, { "&nbsp;", "\u00a0" }, { "&ndash;", "–" }, { "&mdash;", "—" },
    { "&hellip;", "…" }, { "&copy;", "©" }, { "&rarr;", "→" }, { "&larr;", "←" },
    { "&times;", "×" }, { "&deg;", "°" }, { "&euro;", "€" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (entities); i++)
    {
      if (strlen (entities[i].name) == length && memcmp (entities[i].name, text, length) == 0)
        {
          g_string_append (self->markup, entities[i].value);
          return;
        }
    }

  if (length > 3 && text[1] == '#')
    {
      gboolean is_hex = text[2] == 'x' || text[2] == 'X';
      guint64 c = g_ascii_strtoull (text + (is_hex ? 3 : 2), NULL, is_hex ? 16 : 10);
      char utf8[6];

      if (c > 0 && c <= 0x10ffff && g_unichar_validate ((gunichar) c))
        {
          append_text (self->markup, utf8, (gsize) g_unichar_to_utf8 ((gunichar) c, utf8), FALSE);
          return;
        }
    }

  append_text (self->markup, text, length, FALSE);
}

static int
text_cb (MD_TEXTTYPE    type,
         const MD_CHAR *text,
         MD_SIZE        length,
         void          *user_data)
{
  Reader *self = user_data;

  if (is_full (self))
    return 1;

  ensure_block (self);
  note_other (self);
  switch (type)
    {
    case MD_TEXT_NULLCHAR:
      g_string_append (self->markup, "\ufffd");
      break;
    case MD_TEXT_BR:
      g_string_append_c (self->markup, '\n');
      break;
    case MD_TEXT_SOFTBR:
      g_string_append_c (self->markup, ' ');
      break;
    case MD_TEXT_ENTITY:
      append_entity (self, text, length);
      break;
    case MD_TEXT_CODE:
      if (self->block->kind == MCP_MARKDOWN_CODE)
        g_string_append_len (self->markup, text, length);
      else
        append_text (self->markup, text, length, TRUE);
      break;
    default:
      append_text (self->markup, text, length, FALSE);
      break;
    }

  return 0;
}

/* YAML between two lines of three hyphens, at the beginning, as code; to Markdown it would be a heading. */
static gsize
take_frontmatter (Reader     *self,
                  const char *text)
{
  const char *start = g_str_has_prefix (text, "---\n") ? text + strlen ("---\n") : NULL;
  const char *end = start != NULL ? strstr (start - 1, "\n---\n") : NULL;

  if (end == NULL || end < start)
    return 0;

  begin_block (self, MCP_MARKDOWN_CODE);
  self->block->language = g_strdup ("yaml");
  g_string_append_len (self->markup, start, end + 1 - start);
  end_block (self);

  return (gsize) (end - text) + strlen ("\n---\n");
}

/**
 * mcp_markdown_parse:
 * @text: Markdown, UTF-8
 *
 * Reads Markdown. The markup is well-formed and escaped, whatever the text has.
 *
 * Returns: (transfer full) (nullable) (element-type McpMarkdownBlock): its blocks; %NULL when it is too
 *   large, by %MCP_MARKDOWN_MAX_BYTES or by what is in it, so that its source has to do
 */
GPtrArray *
mcp_markdown_parse (const char *text)
{
  MD_PARSER parser = {
    .flags = MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH | MD_FLAG_TASKLISTS | MD_FLAG_PERMISSIVEURLAUTOLINKS
             | MD_FLAG_NOHTML | MD_FLAG_NOINDENTEDCODEBLOCKS,
    .enter_block = enter_block_cb,
    .leave_block = leave_block_cb,
    .enter_span = enter_span_cb,
    .leave_span = leave_span_cb,
    .text = text_cb,
  };
  g_autoptr (GPtrArray) blocks = g_ptr_array_new_with_free_func (block_free);
  Reader reader = { .blocks = blocks };
  gsize length = strlen (text);
  gsize start;
  int status;

  if (length > MCP_MARKDOWN_MAX_BYTES || !g_utf8_validate (text, (gssize) length, NULL))
    return NULL;

  reader.markup = g_string_new (NULL);
  start = take_frontmatter (&reader, text);
  status = md_parse (text + start, (MD_SIZE) (length - start), &parser, &reader);
  g_string_free (reader.markup, TRUE);
  g_clear_pointer (&reader.block, block_free);
  g_free (reader.marker);

  return status == 0 && !is_full (&reader) ? g_steal_pointer (&blocks) : NULL;
}

/* One line: a heading, a fence, the rule of a table. */
static gboolean
is_strong_mark (const char *line)
{
  guint n = 0;

  while (line[n] == '#')
    n++;
  if (n >= 1 && n <= 6 && line[n] == ' ')
    return TRUE;
  if (g_str_has_prefix (line, "```"))
    return TRUE;

  return *line == '|' && strstr (line, "---") != NULL
         && strspn (line, "|:- \r") == strlen (line);
}

static gboolean
is_weak_mark (const char *line)
{
  const char *bracket = strstr (line, "](");

  return ((*line == '-' || *line == '*' || *line == '>') && line[1] == ' ')
         || (bracket != NULL && strchr (bracket, ')') != NULL) || strstr (line, "**") != NULL;
}

/**
 * mcp_markdown_is_likely:
 * @text: a text of which nobody says what it is
 *
 * Guesses whether a text is Markdown, from its first lines: a heading, a fence or a table, or two of
 * lists, quotes, links and bold words.
 *
 * Returns: whether it seems to be
 */
gboolean
mcp_markdown_is_likely (const char *text)
{
  g_auto (GStrv) lines = NULL;
  g_autofree char *start = g_strndup (text, 8192);
  guint n_weak = 0;

  lines = g_strsplit (start, "\n", 200);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (is_strong_mark (lines[i]))
        return TRUE;
      n_weak += is_weak_mark (lines[i]);
    }

  return n_weak >= 2;
}

static void
plain_text_cb (GMarkupParseContext *context,
               const char          *text,
               gsize                length,
               gpointer             user_data,
               GError             **error)
{
  g_string_append_len (user_data, text, (gssize) length);
}

char *
mcp_markdown_dup_plain (const char *markup)
{
  static const GMarkupParser parser = { .text = plain_text_cb };
  GString *plain = g_string_new (NULL);
  g_autoptr (GMarkupParseContext) context = g_markup_parse_context_new (&parser, 0, plain, NULL);

  g_return_val_if_fail (markup != NULL, g_string_free (plain, FALSE));

  /* Markup has several elements side by side; a document is one. */
  if (!g_markup_parse_context_parse (context, "<b>", -1, NULL)
      || !g_markup_parse_context_parse (context, markup, -1, NULL)
      || !g_markup_parse_context_parse (context, "</b>", -1, NULL))
    g_string_assign (plain, markup);

  return g_string_free (plain, FALSE);
}
