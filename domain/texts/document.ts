/** HTML that the shop has made from Markdown: elements of an allow-list, without pictures. */
export type Html = string

export type Picture = { src: string; alt: string }

/** A paragraph and what pages take out of it. */
export type Paragraph = {
  type: 'paragraph'
  /** As plain text. */
  text: string
  /** Without the `<p>`. */
  inline: Html
  picture: Picture | undefined
  /** Set if the paragraph is a link and nothing else. */
  link: { to: string; label: string } | undefined
}

/** A top-level part of a text. `html`: as its page shows it. */
export type Block = { html: Html } & (
  | { type: 'heading'; level: 1 | 2 | 3; text: string }
  | Paragraph
  /** A list item that is more than one paragraph is undefined. */
  | { type: 'list'; items: (Paragraph | undefined)[] }
  | { type: 'quote'; text: string }
  | { type: 'table' }
)

export function htmlOf(blocks: readonly Block[]): Html {
  return blocks.map(({ html }) => html).join('')
}

export type Reading<T> = { value: T; problems: string[] }

export type Section = { heading: string; blocks: Block[] }

/** The parts before each `##`, and under it. */
export function splitSections(blocks: readonly Block[]): { before: Block[]; sections: Section[] } {
  const before: Block[] = []
  const sections: Section[] = []
  for (const block of blocks) {
    if (block.type === 'heading' && block.level === 2) sections.push({ heading: block.text, blocks: [] })
    else (sections.at(-1)?.blocks ?? before).push(block)
  }
  return { before, sections }
}

/** Readers and screen readers tell parts by their headings. */
export function repeatedHeadings(sections: readonly Section[]): string[] {
  const headings = sections.map(({ heading }) => heading)
  const repeated = headings.filter((heading, index) => headings.indexOf(heading) !== index)
  return repeated.map((heading) => `“${heading}” is there twice. Give each its own heading.`)
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
    title: title?.type === 'heading' ? title.text : '',
    description: (description?.type === 'quote' && description.text) || (intro?.type === 'paragraph' ? intro.text : ''),
    intro: intro?.type === 'paragraph' ? intro.inline : '',
    body: rest,
    problems,
  }
}

export type SectionParts = {
  heading: string
  picture: Picture | undefined
  text: Html
  link: Paragraph['link']
  problems: string[]
}

/** The picture, the paragraphs and the link on a line of its own of a section of the home page. */
export function partsOf({ heading, blocks }: Section): SectionParts {
  const parts: SectionParts = { heading, picture: undefined, text: '', link: undefined, problems: [] }
  for (const block of blocks) {
    if (block.type !== 'paragraph') {
      parts.problems.push(`“${heading}”: write sentences here, without lists, tables or smaller headings.`)
      continue
    }
    parts.picture ??= block.picture
    if (block.link) parts.link ??= block.link
    else if (block.inline !== '') parts.text = parts.text === '' ? block.inline : `${parts.text}<br>${block.inline}`
  }
  if (heading === '') parts.problems.push('A heading is empty.')
  return parts
}
