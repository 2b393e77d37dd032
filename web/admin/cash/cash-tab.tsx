import { Form, Link, useNavigation } from 'react-router'
import { formatAmount, formatPaise } from '#domain/money.ts'
import { calendarDay, formatDay } from '#domain/time.ts'
import { getUser, shopContext } from '#server/contexts.ts'
import { readUpload } from '#server/http/forms.ts'
import {
  listDifferences,
  listOutstanding,
  listRemittanceImports,
  type OutstandingParcel,
  sumOutstanding,
} from '#server/parcels/remittance-queries.ts'
import { listOwed } from '#server/payments/by-hand-queries.ts'
import { type DisputeRow, listLostDisputes } from '#server/payments/dispute-queries.ts'
import { readPayouts } from '#server/returns/payout.ts'
import { sendDesk, skipRevalidationOnFailure } from '#web/admin/action-result.ts'
import { CsvFileField } from '#web/admin/csv/csv-file-field.tsx'
import { LastDeskResult } from '#web/admin/desk-form.tsx'
import { ActionResultMessage } from '#web/admin/table/action-result-message.tsx'
import { OrderCell } from '#web/admin/table/cells.tsx'
import { useProblems } from '#web/client/problems.ts'
import { privateMeta } from '#web/page-meta.ts'
import { Table } from '#web/ui/admin/table.tsx'
import { Button, LinkButton } from '#web/ui/forms/button.tsx'
import { useLastResult } from '#web/ui/forms/use-last-result.ts'
import type { Route } from './+types/cash-tab'
import { type CashResult, runCashAction } from './cash-actions.ts'
import { Differences, Imports } from './differences.tsx'
import { ToPayBack } from './to-pay-back.tsx'

/** The whole list is in the CSV file. */
const PARCELS_SHOWN = 50
const DISPUTES_SHOWN = 50

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { db, now } = shop
  const [ages, parcels, owed, differences, imports, lost] = await Promise.all([
    sumOutstanding(db, now()),
    listOutstanding(db, now(), PARCELS_SHOWN),
    listOwed(db),
    listDifferences(db),
    listRemittanceImports(db),
    listLostDisputes(db, DISPUTES_SHOWN),
  ])
  const payouts = await readPayouts(
    shop,
    owed.flatMap(({ requestId }) => requestId ?? []),
  )
  const unreadable = [...payouts].flatMap(([id, payout]) => (payout === 'unreadable' ? id : []))
  const money = { ages, parcels, owed, unreadable, differences, imports, lost }
  return { ...money, today: calendarDay(now()), formKey: crypto.randomUUID() }
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const admin = getUser(context)
  const upload = await readUpload(context, request)
  return runCashAction({ shop, admin, upload, request })
}

export async function clientAction(args: Route.ClientActionArgs): Promise<CashResult> {
  const form = await args.request.clone().formData()
  // The form shows what an import has done, and which rows are wrong.
  return form.get('intent') === 'import' ? args.serverAction() : sendDesk(args)
}

export const shouldRevalidate = skipRevalidationOnFailure

export const handle = { needsHeading: true }

export const meta = privateMeta({
  title: 'Cash',
  description: 'Cash that couriers have collected and not handed over.',
})

export default function CashTab({ loaderData, actionData }: Route.ComponentProps) {
  const { ages, parcels, owed, unreadable, differences, imports, lost, today, formKey } = loaderData
  const last = useLastResult(actionData)
  const imported = last?.intent === 'import' ? last : undefined
  return (
    <LastDeskResult value={last}>
      <div className="stack gap-6">
        {last && !imported && <ActionResultMessage answer={last} />}
        <Outstanding ages={ages} parcels={parcels} />
        <ToPayBack owed={owed} unreadable={unreadable} today={today} />
        <Differences differences={differences} imports={imports} formKey={formKey} />
        <LostDisputes lost={lost} />
        <ImportForm imported={imported} />
        {imports.length > 0 && <Imports imports={imports} />}
      </div>
    </LastDeskResult>
  )
}

function ImportForm({ imported }: { imported: CashResult | undefined }) {
  const busy = useNavigation().formAction === '/adminDashboard/cash'
  const { form, problems } = useProblems(imported?.ok === false ? imported : undefined)
  return (
    <section className="stack" aria-labelledby="cash-import">
      <h2 id="cash-import">Import a remittance</h2>
      <Form
        ref={form}
        method="post"
        encType="multipart/form-data"
        className="form"
        preventScrollReset
        aria-labelledby="cash-import"
      >
        <input type="hidden" name="intent" value="import" />
        <CsvFileField
          label="CSV file"
          name="file"
          hint="The courier’s file with the columns AWB, amount, date and reference or UTR. A row that was imported before is left out."
          error={problems.file}
          problems={(imported?.rows ?? []).map(({ row, problem }) => `Row ${row}: ${problem}`)}
          done={imported?.ok ? imported.message : undefined}
        />
        <div>
          <Button type="submit" busy={busy}>
            Import
          </Button>
        </div>
      </Form>
    </section>
  )
}

/** Online payments that the bank has given back to buyers; nothing where there are none. */
function LostDisputes({ lost }: { lost: DisputeRow[] }) {
  if (lost.length === 0) return null
  return (
    <section className="stack" aria-labelledby="lost-disputes">
      <h2 id="lost-disputes">Lost disputes</h2>
      <p className="quiet">Taken from your payouts by the payment provider. Sales and invoices stay as they are.</p>
      <Table
        label="Lost disputes"
        rows={lost}
        keyOf={({ id }) => id}
        columns={[
          {
            heading: 'Order',
            kind: 'row',
            cell: ({ orderId, paymentId }) => (orderId === undefined ? paymentId : <OrderCell id={orderId} />),
          },
          { heading: 'Taken', kind: 'number', cell: ({ deducted, amount }) => formatPaise(deducted || amount) },
          {
            heading: 'Lost on',
            cell: ({ reportedAt }) => <time dateTime={reportedAt}>{formatDay(calendarDay(reportedAt))}</time>,
          },
          { heading: 'Dispute', cell: ({ disputeId }) => <code>{disputeId}</code> },
        ]}
      />
    </section>
  )
}

type OutstandingProps = { ages: Awaited<ReturnType<typeof sumOutstanding>>; parcels: OutstandingParcel[] }

function Outstanding({ ages, parcels }: OutstandingProps) {
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
