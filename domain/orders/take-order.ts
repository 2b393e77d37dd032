import * as v from 'valibot'
import { line, type Parsed, type Problems, parseWith } from '#domain/form-fields.ts'
import { type DeliveryAddress, parseAddress } from './address.ts'
import { PAYMENT_WORDS } from './cash.ts'
import { parseAdded } from './change-form.ts'
import type { WantedChange } from './change-lines.ts'
import { PICK_UP } from './pick-up.ts'

/** How an order that the desk takes is paid. */
export const DESK_PAYMENTS = { cash: PAYMENT_WORDS.cash, link: PAYMENT_WORDS.link, counter: PAYMENT_WORDS.counter }
export type DeskPayment = keyof typeof DESK_PAYMENTS

/** An order that staff take on the phone or at the counter. */
export type TakenOrder = {
  /** Made by the form, so that a repeated request takes one order. */
  key: string
  /** The account of a customer that was found; empty: a new one. */
  userId: string
  /** Empty: not known, so the customer gets no emails. */
  email: string
  address: DeliveryAddress
  payment: DeskPayment
  /** The customer fetches it. */
  isPickedUp?: boolean
} & Pick<WantedChange, 'added' | 'seenPrices'>

const schema = v.object({
  key: v.pipe(line, v.uuid('Reload the page.')),
  userId: line,
  email: v.union(
    [v.literal(''), v.pipe(v.string(), v.toLowerCase(), v.email(), v.maxLength(254))],
    'Enter a valid email, or leave it empty.',
  ),
  payment: v.picklist(Object.keys(DESK_PAYMENTS) as DeskPayment[], 'Choose how it is paid.'),
})

/** @param form the fields of an address, `email`, `payment`, `pickUp`, and `add:12` and `price:12` of each variant */
export function parseTakenOrder(form: FormData): Parsed<TakenOrder> {
  const parsed = parseWith(schema, { ...Object.fromEntries(form), email: String(form.get('email') ?? '').trim() })
  const address = parseAddress(form)
  const { problems: wrong, ...lines } = parseAdded(form)
  const none: Problems = lines.added.some(({ quantity }) => quantity > 0) ? {} : { find: 'Add at least one product.' }
  const problems = {
    ...(parsed.ok ? {} : parsed.problems),
    ...(address.ok ? {} : address.problems),
    ...(Object.keys(wrong).length > 0 ? wrong : none),
  }
  if (!parsed.ok || !address.ok || Object.keys(problems).length > 0) return { ok: false, problems }
  return {
    ok: true,
    value: { ...parsed.value, ...lines, address: address.value, isPickedUp: form.get(PICK_UP) === 'yes' },
  }
}
