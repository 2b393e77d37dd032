import { Parser } from 'htmlparser2'
import { cleanText } from '#domain/text.ts'

/** Elements whose content is no text for readers. */
const HIDDEN = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object', 'svg', 'head', 'select'])
const PARAGRAPHS = /^(p|div|section|article|h[1-6]|ul|ol|dl|table|blockquote|pre|hr|figure)$/
const BEFORE: Record<string, string> = { br: '\n', tr: '\n', li: '\n• ', dt: '\n', dd: '\n', td: ' ', th: ' ' }
/** Some themes store HTML that is escaped again; it is unescaped at most this many times. */
const MAX_PASSES = 3
/** Text in more elements than this is not read, because each one makes every further one slower. */
const MAX_DEPTH = 500

/** A description in HTML as plain text: paragraphs, lines and `• ` before list items stay, everything else goes. */
export function htmlToText(html: string): string {
  let text = html
  for (let pass = 0; pass < MAX_PASSES && (pass === 0 || hasTag(text)); pass += 1) text = readOnce(text)
  const lines = cleanText(text)
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
  const kept = lines.filter((line, index) => line !== '•' && (line !== '' || lines[index - 1] !== ''))
  const tidied = kept.join('\n').trim()
  // Removing one tag may join a `<` before it with the text behind it into a new tag.
  return hasTag(tidied) ? tidied.replaceAll('<', '') : tidied
}

function hasTag(text: string): boolean {
  return /<[a-z/!]/i.test(text)
}

function readOnce(html: string): string {
  // Without tags it is plain text, whose line breaks count.
  const collapse = hasTag(html)
  const parts: string[] = []
  let depth = 0
  let hidden = 0
  const parser = new Parser({
    onopentagname(name) {
      depth += 1
      if (depth > MAX_DEPTH) parser.pause()
      if (HIDDEN.has(name)) hidden += 1
      parts.push(PARAGRAPHS.test(name) ? '\n\n' : (BEFORE[name] ?? ''))
    },
    ontext(text) {
      if (hidden === 0) parts.push(collapse ? text.replace(/[ \t\r\n\f]+/g, ' ') : text)
    },
    onclosetag(name) {
      depth -= 1
      if (HIDDEN.has(name)) hidden -= 1
      if (PARAGRAPHS.test(name)) parts.push('\n\n')
    },
  })
  parser.end(html)
  return parts.join('')
}
