import type { ImportPreview } from '#server/import/plan.ts'
import { type Column, Table } from '#web/ui/admin/table.tsx'
import { RowNumber } from './row-number.tsx'

/** New, changed and skipped products, and why they are skipped. */
export function PreviewTables({ preview: { products, skipped, counts } }: { preview: ImportPreview }) {
  const all = counts.add + counts.change + counts.unchanged
  return (
    <>
      {products.length > 0 && (
        <section aria-labelledby="products-heading" className="stack">
          <h3 id="products-heading">Products</h3>
          {all > products.length && (
            <p className="quiet">
              The first {products.length} of {all}.
            </p>
          )}
          <Table label="Products of the file" rows={products} keyOf={({ row }) => row} columns={PRODUCTS} />
        </section>
      )}
      {skipped.length > 0 && (
        <section aria-labelledby="skipped-heading" className="stack">
          <h3 id="skipped-heading">Skipped rows</h3>
          {counts.skip > skipped.length && (
            <p className="quiet">
              The first {skipped.length} of {counts.skip}.
            </p>
          )}
          <Table
            label="Skipped"
            rows={skipped}
            keyOf={({ row, note }) => `${row} ${note}`}
            columns={[
              { heading: 'Row', kind: 'row', cell: RowNumber },
              { heading: 'Title', cell: ({ title }) => title || '–' },
              { heading: 'Why', kind: 'wide', cell: ({ note }) => note },
            ]}
          />
        </section>
      )}
    </>
  )
}

const PRODUCTS: readonly Column<ImportPreview['products'][number]>[] = [
  { heading: 'Row', kind: 'row', cell: RowNumber },
  { heading: 'Title', kind: 'wide', cell: ({ title }) => title },
  { heading: 'Price', cell: ({ price }) => price },
  { heading: 'Choices', kind: 'number', cell: ({ choices }) => choices },
  { heading: 'What happens', kind: 'wide', cell: Outcome },
]

const FIELDS: Record<string, string> = {
  productImageUrl: 'pictures',
  altTexts: 'alt texts',
  sizeCode: 'size',
  sizeLabel: 'size',
  onSale: 'on sale',
  sku: 'SKU',
  mrp: 'MRP',
}

function Outcome({ kind, id, fields, isOffSale, notes }: ImportPreview['products'][number]) {
  const changed = [...new Set(fields.map((field) => FIELDS[field] ?? field))].join(', ')
  const words = { add: 'New', change: `Changes product ${id}`, unchanged: `Product ${id} stays as it is` }
  return (
    <>
      {words[kind]}
      {changed && `: ${changed}`}
      {isOffSale && ', off sale'}
      {notes.map((note) => (
        <p key={note} className="field-warning">
          {note}
        </p>
      ))}
    </>
  )
}
