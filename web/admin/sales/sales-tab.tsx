import { data, Form, Link, useNavigation } from 'react-router'
import { findPreset, listPresets, type Period, parsePeriod, periodBefore } from '#domain/billing/sales-period.ts'
import { formatAmount } from '#domain/money.ts'
import {
  changeOf,
  isSalesGroup,
  keptOf,
  returnRateOf,
  SALES_GROUPS,
  SALES_MEANINGS,
  SALES_STAGES,
  type Sales,
  type SalesGroup,
  type Sold,
  sumSales,
} from '#domain/orders/revenue.ts'
import { calendarDay, formatDay } from '#domain/time.ts'
import { readSalesBy, readSalesTotals, type SalesRow } from '#server/admin/sales-queries.ts'
import { shopContext } from '#server/contexts.ts'
import { readOrFallback, statusFor } from '#server/http/degraded-reads.ts'
import { countOrders } from '#server/orders/admin-queries.ts'
import { useMayOpen } from '#web/admin/frame-data.ts'
import { useRetryFailures } from '#web/client/admin/retry-loader.ts'
import { privateMeta } from '#web/page-meta.ts'
import { type Column, Table } from '#web/ui/admin/table.tsx'
import { Button, LinkButton } from '#web/ui/forms/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import type { Route } from './+types/sales-tab'

const FAILED = 'Failed to load sales'

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const params = new URL(request.url).searchParams
  const period = parsePeriod(params, shop.now())
  const chosen = params.get('by')
  const by: SalesGroup = isSalesGroup(chosen) ? chosen : 'product'
  const failures: string[] = []
  const report = await readOrFallback(shop, {
    read: async () => {
      const [before, parts, uncounted] = await Promise.all([
        readSalesTotals(shop.db, periodBefore(period)),
        readSalesBy(shop.db, period, by),
        countOrders(shop.db, 'coming-back'),
      ])
      // The parts add up to the whole, and reading a large period twice takes seconds.
      return { sales: sumSales(parts.map((part) => part.sales)), before, parts, uncounted }
    },
    fallback: undefined,
    failures,
    message: FAILED,
  })
  return data({ report, period, by, today: calendarDay(shop.now()), failures }, statusFor(failures))
}

export const handle = { needsHeading: true }

export const meta = privateMeta({
  title: 'Sales',
  description: 'What was ordered, sent, returned and kept in any period.',
})

export default function SalesTab({ loaderData: { report, period, by, today, failures } }: Route.ComponentProps) {
  useRetryFailures(failures)
  return (
    <div className="stack gap-6">
      <ChoosePeriod period={period} by={by} today={today} />
      {report ? (
        <>
          <Totals {...report} period={period} />
          <section className="stack">
            <nav className="cluster gap-2" aria-label="Divided by">
              {SALES_GROUPS.map((group) => (
                <Link
                  key={group}
                  className="choice"
                  to={hrefOf(period, group)}
                  aria-current={group === by ? 'page' : undefined}
                  preventScrollReset
                >
                  {GROUP_LABELS[group]}
                </Link>
              ))}
            </nav>
            <SalesParts label={GROUP_LABELS[by]} heading={GROUP_HEADINGS[by]} parts={report.parts} />
          </section>
        </>
      ) : (
        <EmptyState heading={FAILED} text="This page retries automatically." />
      )}
    </div>
  )
}

const GROUP_LABELS: Record<SalesGroup, string> = {
  product: 'By product',
  size: 'By size',
  state: 'By State',
  payment: 'By payment',
}
const GROUP_HEADINGS: Record<SalesGroup, string> = {
  product: 'Product',
  size: 'Size',
  state: 'State',
  payment: 'Payment',
}

function hrefOf({ from, until }: Period, by: SalesGroup): string {
  return `?${new URLSearchParams({ from, until, ...(by !== 'product' && { by }) })}`
}

function ChoosePeriod({ period, by, today }: { period: Period; by: SalesGroup; today: string }) {
  const busy = useNavigation().location?.pathname === '/adminDashboard/sales'
  const mayOpen = useMayOpen()
  const { from, until } = period
  const chosen = findPreset(period, today)
  return (
    <div className="stack">
      <nav className="cluster gap-2" aria-label="Periods">
        {listPresets(today).map((preset) => (
          <Link
            key={preset.label}
            className="choice"
            to={hrefOf(preset.period, by)}
            aria-current={preset.label === chosen?.label ? 'page' : undefined}
          >
            {preset.label}
          </Link>
        ))}
      </nav>
      <div className="cluster spread bottom gap-4">
        <Form method="get" className="cluster bottom gap-3" key={`${from} ${until}`} aria-label="Period">
          <Field label="From" type="date" name="from" required defaultValue={from} />
          <Field label="Until" type="date" name="until" required defaultValue={until} />
          {by !== 'product' && <input type="hidden" name="by" value={by} />}
          <Button type="submit" variant="quiet" busy={busy}>
            Show
          </Button>
        </Form>
        {mayOpen('/adminDashboard/export/sales') && (
          <LinkButton
            to={`/adminDashboard/export/sales?${new URLSearchParams({ from, until })}`}
            variant="quiet"
            reloadDocument
          >
            Export CSV
          </LinkButton>
        )}
      </div>
    </div>
  )
}

const LABELS = {
  ordered: 'Ordered',
  dispatched: 'Dispatched',
  delivered: 'Delivered',
  returned: 'Returned',
  kept: 'Kept',
} as const

type Figure = { name: keyof typeof LABELS; now: { units: number; amount: number }; before: { amount: number } }

type TotalsProps = { sales: Sales; before: Sales; uncounted: number; period: Period }

function Totals({ sales, before, uncounted, period }: TotalsProps) {
  const earlier = periodBefore(period)
  const now = { ...sales, kept: keptOf(sales) }
  const then = { ...before, kept: keptOf(before) }
  const figures = [...SALES_STAGES, 'kept' as const].map((name) => ({ name, now: now[name], before: then[name] }))
  return (
    <section className="stack">
      <Table label="Sales" rows={figures} keyOf={({ name }) => name} columns={columnsFor(earlier)} />
      <p>
        Return rate: <strong>{percentOf(returnRateOf(sales))}</strong>{' '}
        <span className="quiet">
          of the units dispatched. Before: {percentOf(returnRateOf(before))}.
          {uncounted > 0 &&
            ` ${uncounted === 1 ? 'An order' : `${uncounted} orders`} came back and ${uncounted === 1 ? 'is' : 'are'} not counted yet, so ${uncounted === 1 ? 'it is' : 'they are'} in Kept.`}
        </span>
      </p>
    </section>
  )
}

function columnsFor({ from, until }: Period): Column<Figure>[] {
  const note = from === until ? formatDay(from) : `${formatDay(from)} – ${formatDay(until)}`
  return [
    {
      heading: 'What',
      kind: 'row',
      cell: ({ name }) => (
        <div className="stack gap-0">
          <span>{LABELS[name]}</span>
          <span className="fine">{SALES_MEANINGS[name]}</span>
        </div>
      ),
    },
    { heading: 'Units', kind: 'number', cell: ({ now }) => now.units.toLocaleString('en-IN') },
    { heading: 'Amount', kind: 'number', cell: ({ now }) => <strong>{formatAmount(now.amount)}</strong> },
    { heading: 'Before', note, kind: 'number', cell: ({ before }) => formatAmount(before.amount) },
    {
      heading: 'Change',
      kind: 'number',
      cell: ({ now, before }) => {
        const change = changeOf(now.amount, before.amount)
        return change === undefined ? '–' : `${change > 0 ? '+' : ''}${percentOf(change)}`
      },
    },
  ]
}

/** The whole list is in the CSV file. */
const PARTS_SHOWN = 100

type SalesPartsProps = { label: string; heading: string; parts: SalesRow[] }

/** Sales divided by product, size, State or payment; what was kept most comes first. */
function SalesParts({ label, heading, parts }: SalesPartsProps) {
  if (parts.length === 0) return <p className="quiet">No sales in these days.</p>
  return (
    <>
      <Table
        label={label}
        rows={parts.slice(0, PARTS_SHOWN)}
        keyOf={({ key }) => key}
        columns={[
          { heading, kind: 'row', cell: ({ name }) => name },
          { heading: 'Ordered', kind: 'number', cell: ({ sales }) => <Cell sold={sales.ordered} /> },
          { heading: 'Dispatched', kind: 'number', cell: ({ sales }) => <Cell sold={sales.dispatched} /> },
          { heading: 'Delivered', kind: 'number', cell: ({ sales }) => <Cell sold={sales.delivered} /> },
          { heading: 'Returned', kind: 'number', cell: ({ sales }) => <Cell sold={sales.returned} /> },
          { heading: 'Kept', kind: 'number', cell: ({ sales }) => <Cell sold={keptOf(sales)} /> },
          { heading: 'Return rate', kind: 'number', cell: ({ sales }) => percentOf(returnRateOf(sales)) },
        ]}
      />
      {parts.length > PARTS_SHOWN && (
        <p className="quiet">
          The first {PARTS_SHOWN} of {parts.length}. The CSV file has all.
        </p>
      )}
    </>
  )
}

function Cell({ sold: { units, amount } }: { sold: Sold }) {
  return (
    <div className="stack gap-0">
      <span>{formatAmount(amount)}</span>
      <span className="fine">{units === 1 ? '1 unit' : `${units.toLocaleString('en-IN')} units`}</span>
    </div>
  )
}

/** `12.5%`; a dash where there is nothing to divide by. */
function percentOf(share: number | undefined): string {
  return share === undefined ? '–' : `${(100 * share).toFixed(1)}%`
}
