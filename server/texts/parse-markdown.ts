import MarkdownIt, { type Token } from 'markdown-it'
import type { Block, Inline } from '#domain/texts/document.ts'
import { findPictureProblem, isLinkAddress, isUploaded, type TextName } from '#domain/texts/texts.ts'

/** `problems` say by line what `blocks` leave out or change. */
export type ParsedMarkdown = { blocks: Block[]; problems: string[]; uploads: string[] }

/** Deeper nesting is cut off. */
const MAX_NESTING = 20
const MAX_COLUMNS = 8

// An allow-list of Markdown: everything else, such as HTML, code and rules, is shown as plain text.
const markdownIt = new MarkdownIt('zero', { html: false, linkify: false, maxNesting: MAX_NESTING }).enable([
  'paragraph',
  'heading',
  'list',
  'blockquote',
  'table',
  'inline',
  'text_join',
  'text',
  'newline',
  'escape',
  'entity',
  'emphasis',
  'balance_pairs',
  'fragments_join',
  'link',
  'image',
  'autolink',
])
// Accepts every address as a link, so that a forbidden one is reported below instead of being shown as text.
markdownIt.validateLink = () => true

/** Markdown as a tree of `domain/texts/document.ts`, which allows nothing else. */
export function parseMarkdown(name: TextName, markdown: string): ParsedMarkdown {
  const tokens = markdownIt.parse(markdown, {})
  const problems = new Set<string>()
  const uploads = new Set<string>()
  let position = 0
  let line = 1

  function blocksUntil(end: string | undefined): Block[] {
    const blocks: Block[] = []
    while (position < tokens.length) {
      const token = tokens[position++] as Token
      if (token.type === end) break
      if (token.map) line = token.map[0] + 1
      const block = blockOf(token)
      if (block) blocks.push(block)
    }
    return blocks
  }

  function blockOf(token: Token): Block | undefined {
    switch (token.type) {
      case 'heading_open': {
        const level = Number(token.tag.slice(1))
        if (level > 3) problems.add(`Line ${line}: use “#”, “##” or “###” for headings.`)
        return { type: 'heading', level: Math.min(3, level) as 1 | 2 | 3, children: inlinesUntil('heading_close') }
      }
      case 'paragraph_open': {
        const children = inlinesUntil('paragraph_close')
        return children.length > 0 ? { type: 'paragraph', children } : undefined
      }
      case 'bullet_list_open':
        return { type: 'list', start: undefined, items: itemsUntil('bullet_list_close') }
      case 'ordered_list_open':
        return { type: 'list', start: Number(token.attrGet('start') ?? 1), items: itemsUntil('ordered_list_close') }
      case 'blockquote_open':
        return { type: 'quote', blocks: blocksUntil('blockquote_close') }
      case 'table_open':
        return tableUntil('table_close')
      default:
        return undefined
    }
  }

  function itemsUntil(end: string): Block[][] {
    const items: Block[][] = []
    while (position < tokens.length && tokens[position++]?.type !== end) items.push(blocksUntil('list_item_close'))
    return items
  }

  function tableUntil(end: string): Block {
    const rows: Inline[][][] = []
    while (position < tokens.length) {
      const token = tokens[position++] as Token
      if (token.type === end) break
      if (token.map) line = token.map[0] + 1
      if (token.type === 'tr_open') rows.push([])
      if (token.type === 'th_open' || token.type === 'td_open') {
        const cell = inlinesUntil(token.type.replace('open', 'close'))
        const row = rows.at(-1)
        if (row && row.length < MAX_COLUMNS) row.push(cell)
        else problems.add(`Line ${line}: a table has at most ${MAX_COLUMNS} columns.`)
      }
    }
    const [head = [], ...body] = rows
    return { type: 'table', head, rows: body }
  }

  function inlinesUntil(end: string): Inline[] {
    const inlines: Inline[] = []
    while (position < tokens.length) {
      const token = tokens[position++] as Token
      if (token.type === end) break
      if (token.type === 'inline') inlines.push(...inlinesOf(token.children ?? []))
    }
    return inlines
  }

  function inlinesOf(children: readonly Token[]): Inline[] {
    let next = 0
    const until = (end: string | undefined): Inline[] => {
      const inlines: Inline[] = []
      while (next < children.length) {
        const token = children[next++] as Token
        if (token.type === end) break
        addTo(inlines, inlineOf(token, until))
      }
      return inlines
    }
    return until(undefined)
  }

  function inlineOf(token: Token, until: (end: string) => Inline[]): readonly Inline[] {
    switch (token.type) {
      case 'text':
        return [token.content]
      case 'softbreak':
        return [' ']
      case 'hardbreak':
        return [{ type: 'break' }]
      case 'strong_open':
        return [{ type: 'strong', children: until('strong_close') }]
      case 'em_open':
        return [{ type: 'emphasis', children: until('em_close') }]
      case 'link_open':
        return linkTo(String(token.attrGet('href')), until('link_close'))
      case 'image':
        return pictureOf(token)
      default:
        return []
    }
  }

  function linkTo(to: string, children: Inline[]): readonly Inline[] {
    if (isLinkAddress(to)) return [{ type: 'link', to, children }]
    problems.add(`Line ${line}: a link leads to https://…, mailto:…, tel:… or a page such as /contactUs.`)
    return children
  }

  function pictureOf(token: Token): readonly Inline[] {
    const src = String(token.attrGet('src'))
    const problem = findPictureProblem(name, src)
    if (problem) problems.add(`Line ${line}: ${problem}`)
    if (problem) return []
    if (isUploaded(src)) uploads.add(src)
    return [{ type: 'picture', src, alt: token.content }]
  }

  const blocks = blocksUntil(undefined)
  return { blocks, problems: [...problems], uploads: [...uploads] }
}

/** Merges neighbouring texts into one, as React renders them. */
function addTo(inlines: Inline[], added: readonly Inline[]): void {
  for (const inline of added) {
    const last = inlines.at(-1)
    if (inline === '') continue
    if (typeof inline === 'string' && typeof last === 'string') inlines[inlines.length - 1] = last + inline
    else inlines.push(inline)
  }
}
