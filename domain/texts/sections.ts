import { type Block, type Inline, plainText } from './document.ts'

export type Reading<T> = { value: T; problems: string[] }

export type Section = { heading: string; blocks: Block[] }

/** The parts before each `##`, and under it. */
export function splitSections(blocks: readonly Block[]): { before: Block[]; sections: Section[] } {
  const before: Block[] = []
  const sections: Section[] = []
  for (const block of blocks) {
    if (block.type === 'heading' && block.level === 2) sections.push({ heading: plainText(block.children), blocks: [] })
    else (sections.at(-1)?.blocks ?? before).push(block)
  }
  return { before, sections }
}

/** Readers and screen readers tell parts by their headings. */
export function repeatedHeadings(sections: readonly Section[]): string[] {
  const headings = sections.map(({ heading }) => heading)
  const repeated = headings.filter((heading, index) => headings.indexOf(heading) !== index)
  return repeated.map((heading) => `“${heading}” stands there twice.`)
}

/** A title, a line for search engines and an introduction, in this order; the last two may be missing. */
export function startOfDocument(blocks: readonly Block[]) {
  const rest = [...blocks]
  const title = rest[0]?.type === 'heading' && rest[0].level === 1 ? rest.shift() : undefined
  const description = rest[0]?.type === 'quote' ? rest.shift() : undefined
  const intro = rest[0]?.type === 'paragraph' ? rest.shift() : undefined
  const problems = title ? [] : ['Begin with a title: “#” and its words.']
  if (rest.some((block) => block.type === 'heading' && block.level === 1))
    problems.push('A text has one title. Use “##” for the headings below it.')
  return {
    title: title?.type === 'heading' ? plainText(title.children) : '',
    description: description?.type === 'quote' ? description.blocks.map(textOfBlock).join(' ') : '',
    intro: intro?.type === 'paragraph' ? intro.children : [],
    body: rest,
    problems,
  }
}

function textOfBlock(block: Block): string {
  return block.type === 'paragraph' ? plainText(block.children) : ''
}

export type SectionParts = {
  heading: string
  picture: { src: string; alt: string } | undefined
  text: Inline[]
  link: { to: string; label: string } | undefined
  problems: string[]
}

/** The picture, the paragraphs and the link on a line of its own of a section of the home page. */
export function partsOf({ heading, blocks }: Section): SectionParts {
  const parts: SectionParts = { heading, picture: undefined, text: [], link: undefined, problems: [] }
  for (const block of blocks) {
    if (block.type !== 'paragraph') {
      parts.problems.push(`“${heading}”: write sentences here, without lists, tables or smaller headings.`)
      continue
    }
    const { picture, children } = takePicture(block.children)
    parts.picture ??= picture
    const link = onlyLink(children)
    if (link) parts.link ??= link
    else if (children.length > 0)
      parts.text = parts.text.length > 0 ? [...parts.text, { type: 'break' }, ...children] : children
  }
  if (heading === '') parts.problems.push('A heading is empty.')
  return parts
}

/** The first picture of a line, and the line without it. */
export function takePicture(inlines: readonly Inline[]) {
  const isPicture = (inline: Inline) => typeof inline === 'object' && inline.type === 'picture'
  const picture = inlines.find(isPicture)
  const rest = inlines.filter((inline) => !isPicture(inline))
  const [first, ...others] = rest
  // The space between a picture and its text.
  const children = typeof first === 'string' ? [first.trimStart(), ...others].filter((inline) => inline !== '') : rest
  return {
    picture:
      typeof picture === 'object' && picture.type === 'picture' ? { src: picture.src, alt: picture.alt } : undefined,
    children,
  }
}

function onlyLink(inlines: readonly Inline[]) {
  const [first, ...others] = inlines
  if (typeof first !== 'object' || first.type !== 'link' || others.length > 0) return undefined
  return { to: first.to, label: plainText(first.children) }
}
