import { Link } from 'react-router'
import { formatAmount } from '#domain/money.ts'
import type { OutstandingParcel, sumOutstanding } from '#server/parcels/remittance-queries.ts'
import { Table } from '#web/ui/admin/table.tsx'
import { LinkButton } from '#web/ui/forms/button.tsx'

type OutstandingProps = { ages: Awaited<ReturnType<typeof sumOutstanding>>; parcels: OutstandingParcel[] }

export function Outstanding({ ages, parcels }: OutstandingProps) {
  const total = ages.reduce((sum, age) => sum + age.parcels, 0)
  return (
    <section className="stack">
      <h2 id="cash-outstanding">Cash outstanding</h2>
      <Table
        label="Cash outstanding"
        rows={ages}
        keyOf={({ label }) => label}
        columns={[
          { heading: 'Age', kind: 'row', cell: ({ label }) => label },
          { heading: 'Parcels', kind: 'number', cell: (age) => age.parcels },
          { heading: 'Amount', kind: 'number', cell: ({ amount }) => formatAmount(amount) },
        ]}
      />
      <p className="quiet">Delivered parcels whose cash the courier has not handed over, by days since delivery.</p>
      {parcels.length > 0 && (
        <>
          <p className="quiet">
            {total > parcels.length ? `The ${parcels.length} oldest of ${total} parcels.` : 'Oldest first.'} Open an
            order to enter its cash.
          </p>
          <Table
            label="Parcels with cash outstanding"
            rows={parcels}
            keyOf={({ id }) => id}
            columns={[
              {
                heading: 'Order',
                kind: 'row',
                cell: ({ id, orderId }) => (
                  <Link to={`/adminDashboard/orders/${orderId}#shipment-${id}`}>{orderId}</Link>
                ),
              },
              { heading: 'Courier', cell: ({ courier, awb }) => [courier, awb].filter(Boolean).join(' ') || 'By hand' },
              { heading: 'Days', kind: 'number', cell: ({ days }) => days },
              { heading: 'To collect', kind: 'number', cell: ({ cash }) => formatAmount(cash) },
              { heading: 'Received', kind: 'number', cell: ({ paid }) => formatAmount(paid) },
              { heading: 'Outstanding', kind: 'number', cell: ({ outstanding }) => formatAmount(outstanding) },
            ]}
          />
        </>
      )}
      <div className="cluster">
        <LinkButton to="/adminDashboard/export/cash" variant="quiet" reloadDocument>
          Export CSV
        </LinkButton>
      </div>
    </section>
  )
}
