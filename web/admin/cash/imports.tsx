import { formatAmount } from '#domain/money.ts'
import { formatDateTime } from '#domain/time.ts'
import type { RemittanceImport } from '#server/parcels/remittance-queries.ts'
import { RowAction } from '#web/admin/table/row-action.tsx'
import { Table } from '#web/ui/admin/table.tsx'

/** The files that were imported last. */
export function Imports({ imports }: { imports: RemittanceImport[] }) {
  return (
    <section className="stack">
      <h2 id="cash-imports">Imports</h2>
      <Table
        label="Imports"
        rows={imports}
        keyOf={({ id }) => id}
        columns={[
          { heading: 'File', kind: 'row', cell: ({ fileName }) => fileName || 'Remittance' },
          { heading: 'Imported', cell: ({ time }) => formatDateTime(time) },
          { heading: 'Rows', kind: 'number', cell: ({ rows }) => rows },
          { heading: 'Amount', kind: 'number', cell: ({ amount }) => formatAmount(amount) },
          { heading: 'Remove', kind: 'action', cell: (file) => <RemoveImport file={file} /> },
        ]}
      />
    </section>
  )
}

export function RemoveImport({ file: { id, fileName, rows, amount } }: { file: RemittanceImport }) {
  return (
    <RowAction
      action="/adminDashboard/cash"
      fields={{ intent: 'remove-import', import: id }}
      confirm={{
        question: 'Remove this import?',
        text: (
          <p>
            {fileName || 'This file'} added {rows === 1 ? '1 row' : `${rows} rows`} of {formatAmount(amount)}. They are
            deleted, and what was accepted or written off for their parcels is open again. You can import the file
            again.
          </p>
        ),
        action: 'Remove this import',
        variant: 'danger',
      }}
    >
      Remove this import
    </RowAction>
  )
}
