import { type Html, htmlOf } from '#domain/texts/document.ts'
import { parseMarkdown } from './parse-markdown.ts'

/** `html`: undefined when it has no Markdown, so that its lines are shown as they were typed. */
export type Description = { text: string; html: Html | undefined }

/** Without one of these a text is plain, and need not be parsed. */
const MARKS = /[*_#>|<[\\]|^\s{0,9}(?:[-+]|\d{1,9}[.)])\s/m

/** The description of a product, which may have Markdown. `text`: without it, for programs that take no HTML. */
export function readDescription(description: string): Description {
  const plain = { text: description, html: undefined }
  if (!MARKS.test(description)) return plain
  const { blocks } = parseMarkdown('description', measuresKept(description))
  const isFormatted = blocks.some((block) => block.type !== 'paragraph' || /<(?:a|em|strong)\b/.test(block.inline))
  if (!isFormatted) return plain
  const html = htmlOf(blocks)
  return { text: textOf(html), html }
}

/** The reasons this description cannot be saved. */
export function listDescriptionProblems(description: string): string[] {
  return MARKS.test(description) ? parseMarkdown('description', measuresKept(description)).problems : []
}

/** `20*20*30` is a measure, and no emphasis. */
function measuresKept(text: string): string {
  return text.replace(/(?<=\d)\s?\*\s?(?=\d)/g, (found) => found.replace('*', '\\*'))
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

function textOf(html: Html): string {
  return html
    .replace(/<li>/g, '• ')
    .split('<')
    .map((part, index) => (index === 0 ? part : part.slice(part.indexOf('>') + 1)))
    .join('')
    .replace(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
