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
