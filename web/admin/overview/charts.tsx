import { Link } from 'react-router'
import { CARD_TITLE, cutTitle } from '#domain/catalog/product.ts'
import { choiceText } from '#domain/catalog/variant.ts'
import { formatRupees } from '#domain/money.ts'
import type { Counts, Figures } from '#server/admin/overview-queries.ts'
import { useMayOpen } from '#web/admin/frame-data.ts'
import { MayLink } from '#web/admin/may-link.tsx'
import { productPaths } from '#web/admin/products/product-paths.ts'
import { BarChart, ColumnChart, type Figure } from '#web/ui/admin/chart.tsx'
import { useWords } from '#web/ui/shop-info.ts'

const number = new Intl.NumberFormat('en-IN')

type ChartsProps = { figures: Figures; waiting: Counts['waiting'] }

/** Revenue, orders by status, best sellers, open tasks and low stock, with the way to the sales of any period. */
export function Charts({ figures, waiting }: ChartsProps) {
  return (
    <>
      <p>
        <Link to="/adminDashboard/sales">Sales report</Link>
      </p>
      <div className="charts">
        <Revenue revenue={figures.revenue} />
        <OrdersByStatus rows={figures.ordersByStatus} />
        <BestSellers rows={figures.bestSellers} />
        <Waiting waiting={waiting} />
      </div>
      {figures.lowStock && <LowStock {...figures.lowStock} />}
    </>
  )
}

const BASES: Record<Figures['revenue']['basis'], string> = {
  ledger: 'invoices less credit notes',
  orders: 'orders less returns',
}

function Revenue({ revenue: { basis, orders, days } }: { revenue: Figures['revenue'] }) {
  const total = days.reduce((sum, { amount }) => sum + amount, 0)
  return (
    <ColumnChart
      heading="Revenue by day"
      summary={`${formatRupees(total)} from ${count(orders, 'order')} in 30 days: ${BASES[basis]}`}
      columns={['Day', 'Revenue']}
      figures={days.map(({ day, amount }) => ({
        label: formatDay(day),
        value: amount,
        text: formatRupees(amount),
      }))}
    />
  )
}

const dayFormat = new Intl.DateTimeFormat('en-IN', { timeZone: 'UTC', day: 'numeric', month: 'short' })

/** @param day of the Indian calendar, `2026-11-21` */
function formatDay(day: string): string {
  return dayFormat.format(new Date(`${day}T00:00:00Z`))
}

const STATES: Record<string, string> = {
  'pending none': 'Pending',
  'confirmed none': 'Confirmed',
  'delivered none': 'Delivered',
  'pending requested': 'Pending, cancellation requested',
  'confirmed requested': 'Cancellation requested',
  'pending cancelled': 'Cancelled while pending',
  'confirmed cancelled': 'Cancelled',
}

function OrdersByStatus({ rows }: { rows: Figures['ordersByStatus'] }) {
  const total = rows.reduce((sum, row) => sum + row.count, 0)
  const figures = rows
    .filter((row) => row.count > 0)
    .map(({ status, cancel, count }) => figureOf(STATES[`${status} ${cancel}`] ?? `${status}, ${cancel}`, count))
    .sort((a, b) => b.value - a.value)
  return (
    <BarChart
      heading="Orders by status"
      summary={total === 0 ? 'No orders yet' : `${count(total, 'order')} in total`}
      columns={['Status', 'Orders']}
      figures={figures}
    />
  )
}

function BestSellers({ rows }: { rows: Figures['bestSellers'] }) {
  const words = useWords()
  const best = rows.slice(0, 5)
  const first = best[0]
  return (
    <BarChart
      heading="Best sellers"
      summary={first ? `Top seller: ${titleOf(first)}` : 'No sales yet'}
      columns={[words.Noun, 'Sold']}
      figures={distinct(best.map((row) => figureOf(titleOf(row), row.quantity)))}
    />
  )
}

function titleOf({ title, productId }: Figures['bestSellers'][number]): string {
  return title ? shorten(title) : `Product ${productId}, deleted`
}

function shorten(title: string): string {
  const short = cutTitle(title, CARD_TITLE)
  return short === title ? title : `${short.trimEnd()}…`
}

/** Numbers repeated labels, because two products may have the same title. */
function distinct(figures: Figure[]): Figure[] {
  const seen = new Map<string, number>()
  return figures.map((figure) => {
    const times = (seen.get(figure.label) ?? 0) + 1
    seen.set(figure.label, times)
    return times === 1 ? figure : { ...figure, label: `${figure.label} (${times})` }
  })
}

function Waiting({ waiting }: { waiting: Counts['waiting'] }) {
  const { approvals, dispatch, confirmations, cancellations, requests } = waiting
  const total = approvals + dispatch + confirmations + cancellations + requests
  return (
    <BarChart
      heading="To review"
      summary={total === 0 ? 'Nothing to review' : `${count(total, 'item')} to review`}
      columns={['To review', 'Number']}
      figures={[
        figureOf('Orders to pack', dispatch),
        ...(confirmations > 0 ? [figureOf('Orders awaiting confirmation', confirmations)] : []),
        figureOf('Products to approve', approvals),
        figureOf('Cancellations to approve', cancellations),
        figureOf('Product requests', requests),
      ]}
    />
  )
}

function LowStock({ limit, choices, total }: NonNullable<Figures['lowStock']>) {
  const mayOpen = useMayOpen()
  const setting = '/adminDashboard/settings/stock'
  return (
    <section className="stack gap-3 apart" aria-labelledby="low-stock">
      <h2 id="low-stock">Low stock</h2>
      <p className="quiet">
        {total === 0
          ? `Every choice has more than ${number.format(limit)}.`
          : `${count(total, 'choice')} with ${number.format(limit)} or fewer left.`}{' '}
        {mayOpen(setting) && <Link to={setting}>Change the number</Link>}
      </p>
      {choices.length > 0 && (
        <ul className="grid grid-large gap-2">
          {choices.map(({ productId, title, sizeCode, finish, free }) => {
            const to = `${productPaths('admin').edit(productId)}#stock`
            return (
              <li key={`${productId}/${sizeCode}/${finish}`} className="cluster spread tint">
                <MayLink to={to}>{title}</MayLink>
                <span>{choiceText({ sizeCode, finish })}</span>
                <strong>{free === 0 ? 'Sold out' : `Only ${free} left`}</strong>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}

function figureOf(label: string, value: number): Figure {
  return { label, value, text: number.format(value) }
}

function count(amount: number, thing: string): string {
  return `${number.format(amount)} ${thing}${amount === 1 ? '' : 's'}`
}
