import { Link } from 'react-router'
import { formatAmount } from '#domain/money.ts'
import { formatDay } from '#domain/time.ts'
import type { Difference, RemittanceImport } from '#server/parcels/remittance-queries.ts'
import { DeskForm } from '#web/admin/desk-form.tsx'
import { Table } from '#web/ui/admin/table.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { RemoveImport } from './imports.tsx'

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

/** Where the money that came disagrees with the parcels, and what closes each difference. */
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
  return (
    <div className="stack gap-3">
      <div className="cluster gap-2">
        <DeskForm intent="accept" fields={fields} className="">
          {({ busy }) => (
            <Button type="submit" variant="quiet" small busy={busy}>
              Accept
            </Button>
          )}
        </DeskForm>
        {file && <RemoveImport file={file} />}
      </div>
      {kind === 'less' && (
        <DeskForm intent="write-off" fields={fields} className="cluster bottom gap-2">
          {({ field, busy }) => (
            <>
              <Field label="Reason" maxLength={500} required {...field('reason')} />
              <Button type="submit" variant="quiet" small busy={busy}>
                Write off
              </Button>
            </>
          )}
        </DeskForm>
      )}
      {kind === 'unknown' && (
        <DeskForm intent="assign" fields={fields} className="cluster bottom gap-2">
          {({ field, busy }) => (
            <>
              <Field label="Belongs to order" inputMode="numeric" required {...field('order')} />
              <Button type="submit" variant="quiet" small busy={busy}>
                Belongs to order
              </Button>
            </>
          )}
        </DeskForm>
      )}
    </div>
  )
}
