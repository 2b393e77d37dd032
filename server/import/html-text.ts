import { cleanText } from '#domain/text.ts'

/** Elements whose content is no text for readers. */
const HIDDEN = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object', 'svg', 'head', 'select'])
const PARAGRAPHS = /^(p|div|section|article|h[1-6]|ul|ol|dl|table|blockquote|pre|hr|figure)$/
const LINES = /^(br|tr|li|dt|dd)$/
/** Some themes store HTML that is escaped again; it is unescaped at most this many times. */
const MAX_PASSES = 3

/** A description in HTML as plain text: paragraphs, lines and `• ` before list items stay, everything else goes. */
export function htmlToText(html: string): string {
  let text = html
  for (let pass = 0; pass < MAX_PASSES && (pass === 0 || hasTag(text)); pass += 1) text = readOnce(text)
  const tidied = tidy(text)
  // Removing one tag may join a `<` before it with the text behind it into a new tag.
  return hasTag(tidied) ? tidied.replaceAll('<', '') : tidied
}

function hasTag(text: string): boolean {
  return /<[a-z/!]/i.test(text)
}

function readOnce(html: string): string {
  // Without tags it is plain text, whose line breaks count.
  const collapse = hasTag(html)
  const lower = html.toLowerCase()
  const parts: string[] = []
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    const textEnd = open === -1 ? html.length : open
    const text = html.slice(at, textEnd)
    parts.push(decodeEntities(collapse ? text.replace(/[ \t\r\n\f]+/g, ' ') : text))
    if (open === -1) break
    const tag = readTag(html, open)
    if (!tag) {
      // A lone sign such as in `5 < 6` stays; one that begins a tag without an end goes.
      if (!/[a-z/!?]/i.test(html.charAt(open + 1))) parts.push('<')
      at = open + 1
      continue
    }
    parts.push(breakOf(tag))
    at = tag.end
    if (HIDDEN.has(tag.name) && !tag.isClosing) {
      const close = lower.indexOf(`</${tag.name}`, at)
      at = close === -1 ? html.length : close
    }
  }
  return parts.join('')
}

/** Undefined: no tag begins here, or it has no end. */
function readTag(html: string, open: number): { name: string; isClosing: boolean; end: number } | undefined {
  if (html.startsWith('<!--', open)) {
    const close = html.indexOf('-->', open + 4)
    return { name: '!', isClosing: false, end: close === -1 ? html.length : close + 3 }
  }
  const first = html.charAt(open + 1)
  if (!/[a-z/!?]/i.test(first)) return undefined
  const end = endOfTag(html, open + 1)
  if (end === undefined) return undefined
  const isClosing = first === '/'
  const name = /^[a-z0-9]{0,20}/i.exec(html.slice(open + (isClosing ? 2 : 1), open + 24))?.[0] ?? ''
  return { name: name.toLowerCase(), isClosing, end }
}

/** A `>` within quotation marks is part of an attribute; a quotation mark that is never closed is none. */
function endOfTag(html: string, from: number): number | undefined {
  const plain = html.indexOf('>', from)
  if (plain === -1) return undefined
  let quote = ''
  for (let at = from; at < Math.min(html.length, from + MAX_TAG); at += 1) {
    const character = html.charAt(at)
    if (quote) quote = character === quote ? '' : quote
    else if (character === '"' || character === "'") quote = character
    else if (character === '>') return at + 1
  }
  return plain + 1
}

/** Longer tags end at their first `>`, so that reading stays linear. */
const MAX_TAG = 5000

function breakOf({ name, isClosing }: { name: string; isClosing: boolean }): string {
  if (PARAGRAPHS.test(name)) return '\n\n'
  if (isClosing) return ''
  if (name === 'li') return '\n• '
  if (LINES.test(name)) return '\n'
  return name === 'td' || name === 'th' ? ' ' : ''
}

const NAMED: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  bull: '•',
  middot: '·',
  deg: '°',
  times: '×',
  frac12: '½',
  frac14: '¼',
  frac34: '¾',
  sup2: '²',
  copy: '©',
  reg: '®',
  trade: '™',
  eacute: 'é',
  rupee: '₹',
  shy: '',
  zwj: '\u200d',
  zwnj: '\u200c',
}

export function decodeEntities(text: string): string {
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,8}\d{0,2});?/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return NAMED[name.toLowerCase()] ?? whole
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}

function tidy(text: string): string {
  const lines = cleanText(text)
    .split('\n')
    .map((line) => line.replace(/ {2,}/g, ' ').trim())
  const kept = lines.filter((line, index) => line !== '•' && (line !== '' || lines[index - 1] !== ''))
  return kept.join('\n').trim()
}
