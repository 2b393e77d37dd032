import type { ReactNode } from 'react'
import type { Block } from '#domain/texts/document.ts'
import { Inlines } from './inlines.tsx'

export type TableBlock = Extract<Block, { type: 'table' }>

type BlocksProps = {
  blocks: readonly Block[]
  /** Draws tables in another way. */
  drawTable?: (table: TableBlock) => ReactNode
}

/** A text that an admin has written: what `Block` does not know cannot be drawn. */
export function Blocks({ blocks, drawTable = drawPlainTable }: BlocksProps) {
  // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no other identity
  return blocks.map((block, index) => <BlockOf key={index} block={block} drawTable={drawTable} />)
}

function BlockOf({ block, drawTable }: { block: Block; drawTable: (table: TableBlock) => ReactNode }) {
  switch (block.type) {
    case 'heading': {
      const Heading = block.level === 3 ? 'h3' : 'h2'
      return (
        <Heading>
          <Inlines of={block.children} />
        </Heading>
      )
    }
    case 'paragraph':
      return (
        <p>
          <Inlines of={block.children} />
        </p>
      )
    case 'list': {
      const List = block.start === undefined ? 'ul' : 'ol'
      return (
        <List start={block.start === 1 ? undefined : block.start}>
          {block.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: items have no other identity
            <li key={index}>{itemOf(item)}</li>
          ))}
        </List>
      )
    }
    case 'quote':
      return (
        <blockquote>
          <Blocks blocks={block.blocks} />
        </blockquote>
      )
    case 'table':
      return drawTable(block)
  }
}

/** A list item that is a single paragraph is drawn without a `<p>`. */
function itemOf(item: readonly Block[]) {
  const [first, ...others] = item
  return first?.type === 'paragraph' && others.length === 0 ? <Inlines of={first.children} /> : <Blocks blocks={item} />
}

function drawPlainTable({ head, rows }: TableBlock) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className="table-scroll" aria-label="Table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other identity
              <th key={index} scope="col">
                <Inlines of={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity
            <tr key={index}>
              {row.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other identity
                <td key={column}>
                  <Inlines of={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
