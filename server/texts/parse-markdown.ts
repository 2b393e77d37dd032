import MarkdownIt, { type Token } from 'markdown-it'
import type { Block, Html, Paragraph } from '#domain/texts/document.ts'
import { findPictureProblem, isLinkAddress, isUploaded, type MarkdownName, specOf } from '#domain/texts/texts.ts'

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
const { renderer } = markdownIt
// Pages draw pictures in sizes of their own.
renderer.rules.image = () => ''
// A scrollable region must be reachable by keyboard.
renderer.rules.table_open = () => '<section class="table-scroll" aria-label="Table" tabindex="0"><table>'
renderer.rules.table_close = () => '</table></section>'

/** @param fill puts values in place of the placeholders in a piece of text */
export function parseMarkdown(
  name: MarkdownName,
  markdown: string,
  fill: (text: string) => string = (text) => text,
): ParsedMarkdown {
  const problems = new Set<string>()
  const uploads = new Set<string>()
  let line = 1
  const below = name === 'description' ? 1 : 0

  /** Reports what is not allowed and returns the tokens without it. */
  function check(tokens: readonly Token[]): Token[] {
    const isDropped: boolean[] = []
    return tokens.filter((token) => {
      if (token.map) line = token.map[0] + 1
      if (token.type === 'heading_open' && Number(token.tag.slice(1)) > 3)
        problems.add(`Line ${line}: use “#”, “##” or “###” for headings.`)
      // The title of its page is above a description.
      if (token.type.startsWith('heading_')) token.tag = `h${Math.min(3, Number(token.tag.slice(1))) + below}`
      if (token.type === 'th_open') token.attrSet('scope', 'col')
      if (token.type === 'text') token.content = fill(token.content)
      if (token.type === 'softbreak') token.content = ' '
      if (token.type === 'image') return isPicture(token)
      if (token.type === 'link_open') {
        const href = String(token.attrGet('href'))
        const isAllowed = isLinkAddress(href)
        // Without a title, which few readers see.
        token.attrs = [['href', href]]
        isDropped.push(!isAllowed)
        if (!isAllowed)
          problems.add(`Line ${line}: a link leads to https://…, mailto:…, tel:… or a page such as /contactUs.`)
        return isAllowed
      }
      if (token.type === 'link_close') return !isDropped.pop()
      if (token.children) token.children = check(token.children)
      return true
    })
  }

  function isPicture(token: Token): boolean {
    const src = String(token.attrGet('src'))
    const problem = findPictureProblem(name, src)
    if (problem) problems.add(`Line ${line}: ${problem}`)
    else if (isUploaded(src)) uploads.add(src)
    token.content = fill(token.content)
    return problem === undefined
  }

  const tokens = check(markdownIt.parse(markdown, {}))
  const blocks = topLevel(tokens).flatMap((block) => {
    if (block.filter(({ type }) => type === 'th_open').length > MAX_COLUMNS)
      problems.add(`Line ${(block[0]?.map?.[0] ?? 0) + 1}: a table has at most ${MAX_COLUMNS} columns.`)
    return toBlock(block, specOf(name).hasCards === true)
  })
  return { blocks, problems: [...problems], uploads: [...uploads] }
}

/** The tokens of each top-level element. */
function topLevel(tokens: readonly Token[]): Token[][] {
  const blocks: Token[][] = []
  for (const token of tokens) {
    if (token.level === 0 && token.nesting === 1) blocks.push([])
    blocks.at(-1)?.push(token)
  }
  return blocks
}

function toBlock(tokens: Token[], hasCards: boolean): Block | [] {
  const html = render(tokens)
  const [first, second] = tokens
  switch (first?.type) {
    case 'heading_open':
      return { type: 'heading', html, level: Number(first.tag.slice(1)) as 1 | 2 | 3, text: textOf(second) }
    case 'paragraph_open':
      return second?.children?.length ? { html, ...toParagraph(second) } : []
    case 'bullet_list_open':
    case 'ordered_list_open':
      return { type: 'list', html, items: itemsOf(tokens) }
    case 'blockquote_open':
      return {
        type: 'quote',
        html,
        text: tokens
          .filter(({ type }) => type === 'inline')
          .map(textOf)
          .join(' '),
      }
    case 'table_open':
      return { type: 'table', html: hasCards ? cardsOf(tokens) : html }
    default:
      return []
  }
}

function toParagraph(inline: Token): Paragraph {
  const children = inline.children ?? []
  const image = children.find(({ type }) => type === 'image')
  const [first, ...others] = children.filter(
    ({ type, content }) => type !== 'image' && !(type === 'text' && !content.trim()),
  )
  const isLink =
    first?.type === 'link_open' && others.findIndex(({ type }) => type === 'link_close') === others.length - 1
  const text = textOf(inline)
  return {
    type: 'paragraph',
    text,
    inline: renderer.renderInline(children, markdownIt.options, {}).trim(),
    picture: image && { src: String(image.attrGet('src')), alt: image.content },
    link: isLink ? { to: String(first.attrGet('href')), label: text } : undefined,
  }
}

function itemsOf(tokens: readonly Token[]): (Paragraph | undefined)[] {
  return groupsOf(tokens, 'list_item').map(([paragraph, inline, , ...others]) =>
    paragraph?.type === 'paragraph_open' && inline && others.length === 0 ? toParagraph(inline) : undefined,
  )
}

/** A table of three columns as cards: what, for how long, what is covered. */
function cardsOf(tokens: readonly Token[]): Html {
  const cards = groupsOf(tokens, 'tr')
    .slice(1)
    .map((row) => {
      const [what = '', time = '', covers = ''] = groupsOf(row, 'td').map(render)
      return `<li class="tint"><strong>${time}</strong><h3>${what}</h3><p>${covers}</p></li>`
    })
  return `<ul class="grid cover">${cards.join('')}</ul>`
}

/** The tokens inside of the outermost elements of this kind. */
function groupsOf(tokens: readonly Token[], kind: string): Token[][] {
  const groups: Token[][] = []
  let depth = 0
  for (const token of tokens) {
    if (token.type === `${kind}_close`) depth -= 1
    if (depth > 0) groups.at(-1)?.push(token)
    if (token.type !== `${kind}_open`) continue
    if (depth === 0) groups.push([])
    depth += 1
  }
  return groups
}

function render(tokens: Token[]): Html {
  return renderer.render(tokens, markdownIt.options, {})
}

function textOf(inline: Token | undefined): string {
  return (inline?.children ?? [])
    .map(({ type, content }) => (type === 'text' ? content : type === 'softbreak' || type === 'hardbreak' ? ' ' : ''))
    .join('')
    .trim()
}
