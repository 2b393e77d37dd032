import type { ImportResult } from '#domain/catalog/import/plan.ts'
import { findBadgeMismatch } from '#domain/catalog/list-price.ts'
import { plural } from '#domain/text.ts'
import type { ImportPlan } from '#server/import/csv.ts'
import type { ImportPreview } from '#server/import/plan.ts'
import { type Column, Table } from '#web/ui/admin/table.tsx'
import { LinkButton } from '#web/ui/forms/button.tsx'
import { FormMessage } from '#web/ui/forms/field.tsx'
import { useShopInfo } from '#web/ui/shop-info.ts'
import { START_PATH } from './action.ts'

type RowTableProps<Row> = { label: string; rows: readonly Row[]; columns: readonly Column<Row>[] }

/** Messages about rows of a file. */
export function RowTable<Row extends { row: number }>({ label, rows, columns }: RowTableProps<Row>) {
  if (rows.length === 0) return null
  const keyOf = (one: Row) => Object.values(one).join(' ')
  return (
    <Table
      label={label}
      rows={rows}
      keyOf={keyOf}
      columns={[{ heading: 'Row', kind: 'row', cell: RowNumber }, ...columns]}
    />
  )
}

/** On phones a row is a card, whose number needs a label. */
function RowNumber({ row }: { row: number }) {
  return (
    <>
      <span className="only-card">Row </span>
      {row}
    </>
  )
}

/** Rows that are listed; a file with more problems than that is wrong as a whole. */
const LISTED = 200

/** The rows of a file that were not imported. */
export function RowProblems({ problems }: { problems: readonly { row: number; problem: string }[] }) {
  if (problems.length === 0) return null
  return (
    <ul className="stack gap-1">
      {problems.slice(0, LISTED).map(({ row, problem }) => (
        <li key={row}>
          Row {row}: {problem}
        </li>
      ))}
    </ul>
  )
}

type NotesProps = { label: string; heading: string; notes: ImportResult['notes'] }

function Notes({ label, heading, notes }: NotesProps) {
  return (
    <RowTable
      label={label}
      rows={notes}
      columns={[
        { heading: 'Title', cell: ({ title }) => title || '–' },
        { heading, kind: 'wide', cell: ({ note }) => note },
      ]}
    />
  )
}

/** The preview and the report of our own file. */
export function CsvReport({ plan, written }: { plan: ImportPlan; written: boolean }) {
  const { rows, added, changed, unchanged, problems, problemCount, changes } = plan
  return (
    <div className="stack" role="status">
      <FormMessage tone={problemCount > 0 ? 'problem' : 'good'}>
        {problemCount > 0
          ? `${plural(problemCount, 'problem')} in ${plural(rows, 'row')}. Nothing was imported. Fix the file and choose it again.`
          : `${written ? 'Imported' : 'Preview'}: ${added} added, ${changed} changed, ${unchanged} unchanged.`}
      </FormMessage>
      <RowTable
        label="Problems"
        rows={problems}
        columns={[
          { heading: 'Column', cell: ({ column }) => column ?? 'Whole row' },
          { heading: 'Problem', kind: 'wide', cell: ({ problem }) => problem },
        ]}
      />
      {problemCount === 0 && (
        <RowTable
          label="Changes"
          rows={changes}
          columns={[
            { heading: 'Product', cell: ({ id }) => id ?? 'New' },
            { heading: 'Title', kind: 'wide', cell: ({ title }) => title },
            { heading: 'Changes', kind: 'wide', cell: Change },
          ]}
        />
      )}
    </div>
  )
}

function Change({ fields, badge }: ImportPlan['changes'][number]) {
  const { listPrice } = useShopInfo()
  const mismatch = badge && findBadgeMismatch(listPrice, badge)
  return (
    <>
      {fields.join(', ') || 'Added'}
      {mismatch && <p className="field-warning">{mismatch}</p>}
    </>
  )
}

/** New, changed and skipped products of another shop, and why they are skipped. */
export function PreviewTables({ preview: { products, skipped, counts } }: { preview: ImportPreview }) {
  return (
    <>
      <Part
        id="products-heading"
        heading="Products"
        shown={products.length}
        all={counts.add + counts.change + counts.unchanged}
      >
        <RowTable label="Products of the file" rows={products} columns={PRODUCTS} />
      </Part>
      <Part id="skipped-heading" heading="Skipped rows" shown={skipped.length} all={counts.skip}>
        <Notes label="Skipped" heading="Why" notes={skipped} />
      </Part>
    </>
  )
}

type PartProps = { id: string; heading: string; shown: number; all: number; children: React.ReactNode }

function Part({ id, heading, shown, all, children }: PartProps) {
  if (shown === 0) return null
  return (
    <section aria-labelledby={id} className="stack">
      <h3 id={id}>{heading}</h3>
      {all > shown && (
        <p className="quiet">
          The first {shown} of {all}.
        </p>
      )}
      {children}
    </section>
  )
}

const PRODUCTS: readonly Column<ImportPreview['products'][number]>[] = [
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

/** The report of an import from another shop. */
export function Report({ result }: { result: ImportResult }) {
  const { added, changed, unchanged, skipped, withoutPictures, redirects, refusedRedirects, notes } = result
  return (
    <div className="stack" role="status">
      <FormMessage tone="good">
        {`Imported: ${added} new, ${changed} changed, ${unchanged} unchanged, ${skipped} skipped. ${plural(redirects, 'old address leads', 'old addresses lead')} here now.`}
      </FormMessage>
      {withoutPictures > 0 && (
        <p>
          {plural(withoutPictures, 'product has', 'products have')} no picture yet and{' '}
          {withoutPictures === 1 ? 'is' : 'are'} off sale. Import the same file again with the pictures, or add them to
          each product and put it on sale.
        </p>
      )}
      <Notes label="To know" heading="To know" notes={notes} />
      {refusedRedirects.length > 0 && (
        <Table
          label="Old addresses without a redirect"
          rows={refusedRedirects}
          keyOf={({ from }) => from}
          columns={[
            { heading: 'Old address', kind: 'row', cell: ({ from }) => from },
            { heading: 'Why', kind: 'wide', cell: ({ why }) => why },
          ]}
        />
      )}
      <div className="cluster">
        <LinkButton to="/adminDashboard">Products</LinkButton>
        <LinkButton to="/adminDashboard/sizes" variant="quiet">
          Sizes
        </LinkButton>
        <LinkButton to="/adminDashboard/redirects" variant="quiet">
          Redirects
        </LinkButton>
        <LinkButton to={START_PATH} variant="quiet">
          Import another file
        </LinkButton>
      </div>
    </div>
  )
}
