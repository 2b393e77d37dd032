import type { OrderShow } from './admin-lists.ts'

/** Lists of orders that wait for somebody. */
export const WAITING_ORDERS = [
  'to-pack',
  'not-confirmed',
  'cancellations',
  'not-delivered',
  'coming-back',
] as const satisfies readonly OrderShow[]

/** How many rows of each list wait, and since when the first of them does, ISO 8601; null: that is not known. */
export type ToDoFacts = Record<
  | (typeof WAITING_ORDERS)[number]
  | 'disputes'
  | 'messages'
  | 'reviews'
  | 'returns'
  | 'approvals'
  | 'requests'
  | 'emails'
  | 'wrongStates',
  { count: number; oldest: string | null }
>

export type ToDo = {
  text: string
  /** The list, filtered to what waits. */
  to: string
  /** Since when the first of it waits, ISO 8601; null: that is not known. */
  oldest: string | null
}

const ORDERS = '/adminDashboard/orders'

/** The name of each kind of waiting task, one and many, and the page where it is worked off. */
const KINDS: Record<keyof ToDoFacts, [one: string, many: string, to: string]> = {
  'to-pack': ['order to pack', 'orders to pack', `${ORDERS}?view=to-pack`],
  'not-confirmed': ['cash order not confirmed', 'cash orders not confirmed', `${ORDERS}?view=not-confirmed`],
  cancellations: ['cancellation asked', 'cancellations asked', `${ORDERS}?view=cancellations`],
  'not-delivered': ['order not delivered', 'orders not delivered', `${ORDERS}?show=not-delivered`],
  'coming-back': ['order with a parcel coming back', 'orders with parcels coming back', `${ORDERS}?show=coming-back`],
  disputes: ['dispute to answer', 'disputes to answer', `${ORDERS}?view=disputes`],
  wrongStates: ['address to correct', 'addresses to correct', `${ORDERS}?view=problems`],
  messages: ['message without an answer', 'messages without an answer', '/adminDashboard/messages?state=new'],
  returns: ['return to settle', 'returns to settle', '/adminDashboard/returns?state=open'],
  reviews: ['review to read', 'reviews to read', '/adminDashboard/reviews?state=waiting'],
  approvals: ['product to approve', 'products to approve', '/adminDashboard?view=to-approve'],
  requests: ['request for a sold product', 'requests for sold products', '/adminDashboard/requests'],
  emails: ['message not sent', 'messages not sent', '/adminDashboard/emails?state=not-sent'],
}

type Known = {
  facts: ToDoFacts
  /** `total` of `choices`, which are some of them. Undefined: the shop counts nothing. */
  lowStock: { total: number; choices: readonly { free: number }[] } | undefined
  toSell: number
}

/** Oldest first; what has no age comes last. */
export function listToDo({ facts, lowStock, toSell }: Known): ToDo[] {
  const waiting = Object.entries(KINDS).flatMap(([kind, [one, many, to]]) => {
    const { count, oldest } = facts[kind as keyof ToDoFacts]
    return count > 0 ? [{ text: counted(count, one, many), to, oldest }] : []
  })
  const soldOut = lowStock?.choices.filter(({ free }) => free <= 0).length ?? 0
  const low = (lowStock?.total ?? 0) - soldOut
  const stock = [
    soldOut > 0 ? counted(soldOut, 'sold-out variant', 'sold-out variants') : '',
    low > 0 ? counted(low, 'variant low on stock', 'variants low on stock') : '',
  ].filter(Boolean)
  return [
    ...waiting.sort((a, b) => (a.oldest ?? LAST).localeCompare(b.oldest ?? LAST)),
    ...(stock.length > 0 ? [{ text: stock.join(', '), to: '/adminDashboard?view=low-stock', oldest: null }] : []),
    ...(toSell > 0
      ? [
          {
            text: counted(toSell, 'step of the setup', 'steps of the setup'),
            to: '/adminDashboard/ready',
            oldest: null,
          },
        ]
      : []),
  ]
}

/** After every date. */
const LAST = '9999'

export function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en-IN')} ${count === 1 ? one : many}`
}
