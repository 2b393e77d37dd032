import { data, Link } from 'react-router'
import { parseCursor, parseInvoiceFilter } from '#domain/admin-lists.ts'
import { INVOICE_TITLES } from '#domain/billing/invoice.ts'
import { type MonthReturn, missingForReturns, quarterOf, returnFilesOf } from '#domain/billing/return-period.ts'
import { formatPaise } from '#domain/money.ts'
import { STATES, STATES_BY_NAME } from '#domain/states.ts'
import { calendarDay, daysOfMonth, formatDay, formatMonth, monthsSince } from '#domain/time.ts'
import { findFirstInvoiceDay, listInvoices, listReturns } from '#server/billing/queries.ts'
import { shopContext } from '#server/contexts.ts'
import { readOrFallback, statusFor } from '#server/http/degraded-reads.ts'
import type { Choice } from '#web/admin/table/filter.tsx'
import { LiveTable } from '#web/admin/table/live-table.tsx'
import { emptyPage } from '#web/admin/table/load-table.ts'
import { privateMeta } from '#web/page-meta.ts'
import type { Column } from '#web/ui/admin/table.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Options } from '#web/ui/forms/options.tsx'
import type { Route } from './+types/invoices-tab'
import { noGstr1 } from './asked-documents.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const params = new URL(request.url).searchParams
  const filter = parseInvoiceFilter(params)
  const today = calendarDay(shop.now())
  const month = filter.month ?? today.slice(0, 7)
  const failures: string[] = []
  const read = async () => {
    const [firstMonth, , lastMonth] = quarterOf(month)
    const quarter = { first: daysOfMonth(firstMonth).first, last: daysOfMonth(lastMonth).last }
    const [page, first, settings, returns] = await Promise.all([
      listInvoices(shop.db, filter, parseCursor(params)),
      findFirstInvoiceDay(shop.db),
      shop.settings.read(),
      listReturns(shop.db, quarter),
    ])
    const reason = returns.length > 0 ? undefined : noGstr1(settings.taxRegime)
    return { page, months: monthsSince(first ?? today, today), reason, returns }
  }
  const fallback = { page: emptyPage, months: [month], reason: undefined, returns: [] }
  const list = await readOrFallback<Awaited<ReturnType<typeof read>>>(shop, {
    read,
    fallback,
    failures,
    message: 'Failed to load invoices',
  })
  return data({ ...list, month, failures }, statusFor(failures))
}

export const meta = privateMeta({
  title: 'Invoices',
  description: 'Invoices and credit notes, and the files for the accountant.',
})

type Row = Route.ComponentProps['loaderData']['page']['rows'][number]

export default function InvoicesTab({ loaderData }: Route.ComponentProps) {
  const { months, month, reason, returns, ...list } = loaderData
  const choices: Choice[] = [
    { label: 'Month', name: 'month', options: Object.fromEntries(months.map((it) => [it, formatMonth(it)])) },
    { label: 'State', name: 'state', options: STATES_BY_NAME },
  ]
  return (
    <>
      <LiveTable
        {...list}
        title="Invoices"
        filter={{ search: 'GSTIN', name: 'gstin', choices }}
        actions={<ExportMonth month={month} reason={reason} returns={returns} />}
        noun="invoice"
        keyOf={({ id }) => id}
        columns={() => COLUMNS}
        empty={{ heading: 'No invoices yet', text: 'An invoice is made when a parcel is dispatched.' }}
      />
      <MissingForReturns returns={returns} />
    </>
  )
}

const COLUMNS: readonly Column<Row>[] = [
  { heading: 'Number', kind: 'row', cell: ({ id, number }) => <Link to={`/bills/${id}`}>{number}</Link> },
  { heading: 'Date', cell: ({ date }) => <time dateTime={date}>{formatDay(date)}</time> },
  { heading: 'Kind', cell: ({ kind }) => INVOICE_TITLES[kind] },
  { heading: 'Order', cell: ({ orderId }) => <Link to={`/adminDashboard/orders/${orderId}`}>{orderId}</Link> },
  { heading: 'Buyer', cell: ({ buyer }) => buyer },
  { heading: 'GSTIN', cell: ({ buyerGstin }) => buyerGstin || <span className="quiet">Consumer</span> },
  {
    heading: 'Place of supply',
    cell: ({ placeOfSupply }) => (placeOfSupply === '' ? <span className="quiet">None</span> : STATES[placeOfSupply]),
  },
  {
    heading: 'Total',
    kind: 'number',
    cell: ({ kind, total }) =>
      kind === 'delivery-challan'
        ? 'None'
        : formatPaise(kind === 'credit-note' || kind === 'refund-voucher' ? -total : total),
  },
  { heading: 'PDF', kind: 'action', cell: (row) => <PdfLink row={row} /> },
]

function PdfLink({ row: { id, number } }: { row: Row }) {
  return (
    <a className="button quiet small" href={`/bills/${id}/pdf`} aria-label={`PDF of ${number}`}>
      PDF
    </a>
  )
}

type ExportMonthProps = {
  month: string
  /** Why there is no GSTR-1. */
  reason: string | undefined
  /** One for each registration and month of the quarter. */
  returns: readonly MonthReturn[]
}

/** The files of a month, or of its quarter, for the accountant. */
function ExportMonth({ month, reason, returns }: ExportMonthProps) {
  return (
    <>
      <p className="quiet" id="export-month">
        {formatMonth(month)}
      </p>
      <div className="cluster gap-2">
        {!reason && <Gstr1 month={month} gstins={gstinsOf(month, returns)} />}
        {/* Plain forms, because the router cannot handle downloads. */}
        <form action="/adminDashboard/sales-ledger">
          <input type="hidden" name="month" value={month} />
          <Button type="submit" variant="quiet" small aria-describedby="export-month">
            Sales ledger
          </Button>
        </form>
      </div>
      {reason && <p className="quiet">{reason}</p>}
    </>
  )
}

/** Warnings to read before the export. */
function MissingForReturns({ returns }: Pick<ExportMonthProps, 'returns'>) {
  return missingForReturns(returns).map((sentence) => <p key={sentence}>{sentence}</p>)
}

/** Those of this month first, so that one of them is chosen. */
function gstinsOf(month: string, returns: readonly MonthReturn[]): string[] {
  const [inMonth, others] = [true, false].map((isIn) => returns.filter((each) => (each.month === month) === isIn))
  return [...new Set([...(inMonth ?? []), ...(others ?? [])].map(({ gstin }) => gstin))]
}

function Gstr1({ month, gstins }: { month: string; gstins: readonly string[] }) {
  return (
    <form action="/adminDashboard/gstr1" className="cluster gap-2">
      <input type="hidden" name="month" value={month} />
      <Field label="File" name="file" as="select">
        <Options of={returnFilesOf(month)} />
      </Field>
      {gstins.length > 1 && (
        <Field label="Seller’s GSTIN" name="gstin" as="select">
          <Options of={gstins} />
        </Field>
      )}
      <Button type="submit" variant="quiet" small aria-describedby="export-month">
        Export GSTR-1
      </Button>
    </form>
  )
}
