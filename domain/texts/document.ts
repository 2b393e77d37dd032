/** The elements that Markdown may become. Nothing else exists, so nothing else can reach a page. */
export type Inline =
  | string
  | { type: 'strong' | 'emphasis'; children: Inline[] }
  /** `to`: `https:`, `http:`, `mailto:`, `tel:`, or a path of this shop. */
  | { type: 'link'; to: string; children: Inline[] }
  /** `src`: a name that the text allows, or the folder of an uploaded picture. */
  | { type: 'picture'; src: string; alt: string }
  | { type: 'break' }

export type Block =
  | { type: 'heading'; level: 1 | 2 | 3; children: Inline[] }
  | { type: 'paragraph'; children: Inline[] }
  | { type: 'list'; start: number | undefined; items: Block[][] }
  | { type: 'quote'; blocks: Block[] }
  | { type: 'table'; head: Inline[][]; rows: Inline[][][] }

export function plainText(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => {
      if (typeof inline === 'string') return inline
      if (inline.type === 'break') return ' '
      return inline.type === 'picture' ? '' : plainText(inline.children)
    })
    .join('')
    .trim()
}

/** Changes every piece of text that readers see. */
export function mapText(blocks: readonly Block[], change: (text: string) => string): Block[] {
  return blocks.map((block): Block => {
    switch (block.type) {
      case 'list':
        return { ...block, items: block.items.map((item) => mapText(item, change)) }
      case 'quote':
        return { ...block, blocks: mapText(block.blocks, change) }
      case 'table': {
        const cells = (row: readonly Inline[][]) => row.map((cell) => mapInlines(cell, change))
        return { ...block, head: cells(block.head), rows: block.rows.map(cells) }
      }
      default:
        return { ...block, children: mapInlines(block.children, change) }
    }
  })
}

function mapInlines(inlines: readonly Inline[], change: (text: string) => string): Inline[] {
  return inlines.map((inline) => {
    if (typeof inline === 'string') return change(inline)
    if (inline.type === 'break') return inline
    if (inline.type === 'picture') return { ...inline, alt: change(inline.alt) }
    return { ...inline, children: mapInlines(inline.children, change) }
  })
}
