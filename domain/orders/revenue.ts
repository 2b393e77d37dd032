import type { Paise } from '#domain/money.ts'
import type { Cancellation, OrderState, OrderStatus } from './order-state.ts'

/**
 * Which orders count as revenue in a shop that makes no invoices: confirmed and delivered ones, unless they are cancelled. A
 * cancellation that is only requested may still be refused; a pending order waits for its payment.
 */
const REVENUE: Record<OrderStatus, Record<Cancellation, boolean>> = {
  pending: { none: false, requested: false, cancelled: false },
  confirmed: { none: true, requested: true, cancelled: false },
  delivered: { none: true, requested: true, cancelled: false },
}

export function countsAsRevenue({ status, cancel }: OrderState): boolean {
  return REVENUE[status][cancel]
}

/** Units of goods and what they cost. */
export type Sold = { units: number; amount: Paise }

/** The stages that the sales report counts. */
export const SALES_STAGES = ['ordered', 'dispatched', 'delivered', 'returned'] as const
export type SalesStage = (typeof SALES_STAGES)[number]
export type Sales = Record<SalesStage, Sold>

export const SALES_MEANINGS: Record<SalesStage | 'kept', string> = {
  ordered: 'Placed in these days and not cancelled.',
  dispatched: 'Left in these days, less parcels that were cancelled in them. The invoices of the sales ledger.',
  delivered: 'Arrived in these days.',
  returned: 'Came back in these days, at the price that was credited. The credit notes of the sales ledger.',
  kept: 'Dispatched less returned: the total of the sales ledger.',
}

export const NO_SALES: Sales = {
  ordered: { units: 0, amount: 0 },
  dispatched: { units: 0, amount: 0 },
  delivered: { units: 0, amount: 0 },
  returned: { units: 0, amount: 0 },
}

export function sumSales(parts: readonly Sales[]): Sales {
  const sum = structuredClone(NO_SALES)
  for (const part of parts)
    for (const stage of SALES_STAGES) {
      sum[stage].units += part[stage].units
      sum[stage].amount += part[stage].amount
    }
  return sum
}

/** The part of the dispatched goods that shoppers kept. */
export function keptOf({ dispatched, returned }: Sales): Sold {
  return { units: dispatched.units - returned.units, amount: dispatched.amount - returned.amount }
}

/** Of each unit that was dispatched, how much came back in the same days; undefined: nothing was dispatched. */
export function returnRateOf({ dispatched, returned }: Sales): number | undefined {
  return dispatched.units > 0 ? returned.units / dispatched.units : undefined
}

/** How much more than before; undefined: there was nothing before. */
export function changeOf(now: number, before: number): number | undefined {
  return before > 0 ? now / before - 1 : undefined
}

export const SALES_GROUPS = ['product', 'size', 'state', 'payment'] as const
export type SalesGroup = (typeof SALES_GROUPS)[number]

export function isSalesGroup(name: string | null): name is SalesGroup {
  return SALES_GROUPS.some((group) => group === name)
}
