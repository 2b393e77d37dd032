import { Link } from 'react-router'
import { formatAmount } from '#domain/money.ts'
import { plural } from '#domain/text.ts'
import { formatDateTime, formatDay } from '#domain/time.ts'
import type { Difference, RemittanceImport } from '#server/parcels/remittance-queries.ts'
import { DeskForm } from '#web/admin/desk-form.tsx'
import { RowAction } from '#web/admin/table/row-action.tsx'
import { Table } from '#web/ui/admin/table.tsx'
import { Field } from '#web/ui/forms/field.tsx'

const KINDS: Record<Difference['kind'], string> = {
  unknown: 'Unknown AWB',
  returned: 'Paid for a returned parcel',
  less: 'Paid less',
  more: 'Paid more',
}

type DifferencesProps = {
  differences: Difference[]
  imports: RemittanceImport[]
  /** Made by the loader, so that a repeated press closes a difference once. */
  formKey: string
}

/** The differences between the money received and the parcels, and the form that closes each of them. */
export function Differences({ differences, imports, formKey }: DifferencesProps) {
  return (
    <section className="stack">
      <h2 id="cash-differences">Differences</h2>
      {differences.length === 0 ? (
        <p className="quiet">None. Couriers paid exactly what their parcels cost.</p>
      ) : (
        <Table
          label="Differences"
          rows={differences}
          keyOf={({ kind, awb, shipmentId }) => `${kind} ${awb} ${shipmentId}`}
          columns={[
            { heading: 'AWB', kind: 'row', cell: ({ awb }) => awb || 'By hand' },
            { heading: 'Difference', cell: ({ kind }) => KINDS[kind] },
            {
              heading: 'Order',
              cell: ({ orderId }) => orderId && <Link to={`/adminDashboard/orders/${orderId}`}>{orderId}</Link>,
            },
            { heading: 'To collect', kind: 'number', cell: ({ expected }) => formatAmount(expected) },
            { heading: 'Paid', kind: 'number', cell: ({ paid }) => formatAmount(paid) },
            {
              heading: 'Paid on',
              cell: ({ paidOn }) => paidOn && <time dateTime={paidOn}>{formatDay(paidOn)}</time>,
            },
            {
              heading: 'Close',
              kind: 'action',
              cell: (difference) => (
                <Close
                  // Another amount is another difference.
                  key={difference.outstanding}
                  difference={difference}
                  file={imports.find(({ id }) => id === difference.importId)}
                  formKey={formKey}
                />
              ),
            },
          ]}
        />
      )}
    </section>
  )
}

type CloseProps = { difference: Difference; file: RemittanceImport | undefined; formKey: string }

function Close({ difference: { kind, shipmentId, awb, outstanding }, file, formKey }: CloseProps) {
  const which: Record<string, string | number> = shipmentId === null ? { awb } : { shipment: shipmentId }
  const fields = { ...which, key: formKey, seen: outstanding }
  const inLine = { fields, className: 'cluster bottom gap-2', variant: 'quiet', small: true } as const
  return (
    <div className="stack gap-3">
      <div className="cluster gap-2">
        <DeskForm intent="accept" fields={fields} className="" submit="Accept" variant="quiet" small />
        {file && <RemoveImport file={file} />}
      </div>
      {kind === 'less' && (
        <DeskForm {...inLine} intent="write-off" submit="Write off">
          {({ field }) => <Field label="Reason" maxLength={500} required {...field('reason')} />}
        </DeskForm>
      )}
      {kind === 'unknown' && (
        <DeskForm {...inLine} intent="assign" submit="Belongs to order">
          {({ field }) => <Field label="Belongs to order" inputMode="numeric" required {...field('order')} />}
        </DeskForm>
      )}
    </div>
  )
}

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

function RemoveImport({ file: { id, fileName, rows, amount } }: { file: RemittanceImport }) {
  return (
    <RowAction
      action="/adminDashboard/cash"
      fields={{ intent: 'remove-import', import: id }}
      confirm={{
        question: 'Remove this import?',
        text: `${fileName || 'This file'} added ${plural(rows, 'row')} of ${formatAmount(amount)}. They are deleted, and what was accepted or written off for their parcels is open again. You can import the file again.`,
        action: 'Remove this import',
      }}
    >
      Remove this import
    </RowAction>
  )
}
