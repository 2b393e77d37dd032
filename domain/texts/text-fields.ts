import { cleanLine, cleanText } from '#domain/text.ts'
import type { TextName } from './texts.ts'

/** A slide, a tip, or a question with its answer. Texts are Markdown inside a line or paragraph, placeholders included. */
export type TextPart = {
  heading: string
  text: string
  /** Name or address of the picture; empty: none. */
  picture: string
  alt: string
  /** The label of the button, and where it leads. */
  button: string
  to: string
}

/** A text as a form has it. What a text cannot have is empty. */
export type TextFields = { title: string; description: string; intro: string; parts: TextPart[] }

type Shape = {
  /** The name of one part, and the labels of its heading and its text. */
  part: string
  heading: string
  text: string
  description?: true
  intro?: true
  picture?: true
  button?: true
}

export const FIELD_TEXTS = {
  banner: { part: 'slide', heading: 'Headline', text: 'Text', picture: true, button: true },
  tips: { part: 'tip', heading: 'Headline', text: 'Text', intro: true, picture: true },
  faq: { part: 'question', heading: 'Question', text: 'Answer', description: true, intro: true },
} as const satisfies Partial<Record<TextName, Shape>>

export type FieldTextName = keyof typeof FIELD_TEXTS

export function isFieldText(name: string): name is FieldTextName {
  return Object.hasOwn(FIELD_TEXTS, name)
}

export function shapeOf(name: FieldTextName): Shape {
  return FIELD_TEXTS[name]
}

export const EMPTY_PART: TextPart = { heading: '', text: '', picture: '', alt: '', button: '', to: '' }

/** The document of these fields, as the Markdown editor shows it and the shop stores it. */
export function writeText({ title, description, intro, parts }: TextFields): string {
  const blocks = [
    title && `# ${cleanLine(title)}`,
    description && `> ${cleanLine(description)}`,
    cleanText(intro),
    ...parts.flatMap(writePart),
  ]
  return blocks.filter(Boolean).join('\n\n')
}

function writePart({ heading, text, picture, alt, button, to }: TextPart): string[] {
  return [
    `## ${cleanLine(heading)}`.trim(),
    picture && `![${cleanLine(alt)}](${cleanLine(picture)})`,
    cleanText(text),
    button || to ? `[${cleanLine(button)}](${cleanLine(to)})` : '',
  ]
}

const PICTURE = /^!\[([^\]]*)\]\(([^()\s]*)\)$/
const LINK = /^\[([^\][]*)\]\(([^()\s]*)\)$/

/**
 * The fields of a document. Undefined: it has something that the fields do not have, so that writing them would lose it.
 */
export function readText(name: FieldTextName, markdown: string): TextFields | undefined {
  const fields: TextFields = { title: '', description: '', intro: '', parts: [] }
  const shape = shapeOf(name)
  const blocks = cleanText(markdown)
    .split(/\n{2,}/)
    .filter(Boolean)
  if (blocks[0]?.startsWith('# ')) fields.title = blocks.shift()?.slice(2) ?? ''
  if (shape.description && blocks[0]?.startsWith('> ')) fields.description = blocks.shift()?.slice(2) ?? ''
  while (shape.intro && blocks[0] && !blocks[0].startsWith('#'))
    fields.intro = [fields.intro, blocks.shift()].filter(Boolean).join('\n\n')
  for (const block of blocks) {
    const part = fields.parts.at(-1)
    if (/^##( |$)/.test(block)) fields.parts.push({ ...EMPTY_PART, heading: block.slice(3) })
    else if (part) addBlock(part, block, shape)
    else return undefined
  }
  return writeText(fields) === cleanText(markdown).replace(/\n{3,}/g, '\n\n') ? fields : undefined
}

function addBlock(part: TextPart, block: string, shape: Shape): void {
  const [, alt = '', picture] = (shape.picture && PICTURE.exec(block)) || []
  if (picture !== undefined && part.picture === '') return void Object.assign(part, { alt, picture })
  const [, button = '', to] = (shape.button && LINK.exec(block)) || []
  if (to !== undefined && part.to === '') return void Object.assign(part, { button, to })
  part.text = part.text ? `${part.text}\n\n${block}` : block
}

/** A change to the parts of a form: add one at the end, remove one, or move it by one place. */
export type Arrangement = { move: 'add' } | { move: 'remove' | 'up' | 'down'; index: number }

export function arrange(parts: readonly TextPart[], arrangement: Arrangement): TextPart[] {
  if (arrangement.move === 'add') return [...parts, EMPTY_PART]
  const { move, index } = arrangement
  const part = parts[index]
  if (!part) return [...parts]
  const others = parts.filter((each) => each !== part)
  if (move === 'remove') return others
  return others.toSpliced(Math.max(0, index + (move === 'up' ? -1 : 1)), 0, part)
}

/** `remove 2` → its arrangement. */
export function parseArrangement(text: string): Arrangement | undefined {
  if (text === 'add') return { move: 'add' }
  const [, move, index] = /^(remove|up|down) (\d{1,4})$/.exec(text) ?? []
  return move ? { move: move as 'remove' | 'up' | 'down', index: Number(index) } : undefined
}

export function partField(index: number, field: keyof TextPart): string {
  return `part-${index}-${field}`
}

export function typedText(form: { get(name: string): unknown }): TextFields {
  const textOf = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  const parts: TextPart[] = []
  const names = Object.keys(EMPTY_PART) as (keyof TextPart)[]
  for (let index = 0; form.get(partField(index, 'heading')) !== null; index += 1)
    parts.push(Object.fromEntries(names.map((name) => [name, textOf(partField(index, name))])) as TextPart)
  return { title: textOf('title'), description: textOf('description'), intro: textOf('intro'), parts }
}
