import * as v from 'valibot'
import type { Remittance } from '#domain/delivery/remittance-file.ts'
import { formParser, line, type Parsed, parseWith } from '#domain/form-fields.ts'
import { formatAmount, formatRupees, type Paise, parseAmount, type Rupees, toPaise } from '#domain/money.ts'
import { formatDay, isCalendarDay } from '#domain/time.ts'
import { COUNTER } from './pick-up.ts'
import type { Step } from './shipment.ts'

/** The cash of one parcel: what its courier collects, what was received of it, and what will not come. */
export type ParcelCash = {
  /** To be collected by the courier. */
  cash: Rupees
  step: Step
  received: Paise
  /** Below zero: more was received than expected, and accepted. */
  writtenOff: Paise
}

/** A parcel that came back, or never left, has nothing to pay. `PARCEL_CASH` says the same in SQL. */
export function expectedCash({ cash, step }: Pick<ParcelCash, 'cash' | 'step'>): Paise {
  return NOT_PAID.includes(step) ? 0 : toPaise(cash)
}

const NOT_PAID: readonly Step[] = ['returned', 'not-delivered', 'cancelled']

/** The amount to collect, less what was received and written off. Below zero it is a difference. */
export function outstandingCash(parcel: ParcelCash): Paise {
  return expectedCash(parcel) - parcel.received - parcel.writtenOff
}

/** How what was received differs from what the parcel costs. */
export type CashDifference = 'returned' | 'less' | 'more'

/** `changed`: somebody else changed this parcel's cash after the page was opened. */
export type CashConflict = { ok: false; reason: 'not-found' | 'changed' | 'not-delivered' | 'too-much' | 'nothing' }

/**
 * Decides whether this amount can be entered by hand: part of the outstanding cash, or all of it.
 *
 * @param seen the outstanding amount when the form was opened
 */
export function decideReceipt(
  parcel: ParcelCash,
  { amount, seen }: { amount: Paise; seen: Paise },
): { ok: true } | CashConflict {
  const outstanding = outstandingCash(parcel)
  if (outstanding !== seen) return { ok: false, reason: 'changed' }
  if (parcel.step !== 'delivered') return { ok: false, reason: 'not-delivered' }
  return amount > outstanding ? { ok: false, reason: 'too-much' } : { ok: true }
}

/** The amount that closes a parcel's cash: the rest that will not come, or below zero what came too much. */
export function decideWriteOff(
  parcel: ParcelCash,
  { seen }: { seen: Paise },
): { ok: true; amount: Paise } | CashConflict {
  const outstanding = outstandingCash(parcel)
  if (outstanding !== seen) return { ok: false, reason: 'changed' }
  if (outstanding === 0) return { ok: false, reason: 'nothing' }
  // Before anything was paid for it, a parcel on its way may still bring all of it.
  if (outstanding > 0 && parcel.received === 0 && parcel.step !== 'delivered')
    return { ok: false, reason: 'not-delivered' }
  return { ok: true, amount: outstanding }
}

/** The reason that `Accept` stores. */
export const ACCEPTED = 'Accepted as paid'

/**
 * One parcel of an order for the money of a parcel that nobody knows: the one that waits for just this amount, or the oldest
 * that waits.
 */
export function chooseParcel<Parcel extends ParcelCash>(parcels: readonly Parcel[], amount: Paise): Parcel | undefined {
  const waiting = parcels.filter((parcel) => outstandingCash(parcel) > 0)
  return waiting.find((parcel) => outstandingCash(parcel) === amount) ?? waiting[0] ?? parcels[0]
}

/** A day of the calendar that is not in the future. */
const dayUntil = (today: string) =>
  v.pipe(
    line,
    v.check((day) => isCalendarDay(day) && day >= '2000-01-01' && day <= today, 'Enter a day until today.'),
  )

const reference = v.pipe(line, v.maxLength(100, 'Use at most 100 characters.'))
const amount = v.pipe(
  line,
  v.transform((typed) => parseAmount(typed) || undefined),
  v.number('Enter an amount in rupees, such as 5998 or 94.50.'),
)

export type CashReceipt = Pick<Remittance, 'amount' | 'paidOn' | 'reference'>

/** Fields `amount` in rupees, with or without paise, `paidOn` and `reference`, which may be empty. */
export function parseCashReceipt(form: FormData, today: string): Parsed<CashReceipt> {
  return parseWith(v.object({ amount, paidOn: dayUntil(today), reference }), form)
}

const reason = v.pipe(
  line,
  v.minLength(1, 'Enter why this money will not come.'),
  v.maxLength(500, 'Use at most 500 characters.'),
)

export const parseWriteOff = formParser(v.object({ reason }))

export type PaidBack = { paidBackOn: string; reference: string }

export function parsePaidBack(form: FormData, today: string): Parsed<PaidBack> {
  const given = v.pipe(reference, v.minLength(1, 'Enter the reference of the payment, such as its UTR.'))
  const parsed = parseWith(v.object({ paidOn: dayUntil(today), reference: given }), form)
  if (!parsed.ok) return parsed
  const { paidOn: paidBackOn, ...rest } = parsed.value
  return { ok: true, value: { paidBackOn, ...rest } }
}

/** `₹5,998 received 24 Nov, UTR 123456`; the year is shown if it is another one than today's. */
export function receiptText({ amount, paidOn, reference }: CashReceipt, today: string): string {
  const day = formatDay(paidOn)
  const shown = paidOn.slice(0, 4) === today.slice(0, 4) ? day.slice(0, -5) : day
  const named = reference === '' || /^utr/i.test(reference) ? reference : `UTR ${reference}`
  return `${formatAmount(amount)} received ${shown}${named && `, ${named}`}`
}

/** The state of a parcel's cash, besides the amount received; undefined: there is nothing more to say. */
export function cashState(parcel: ParcelCash & { courier: string }): string | undefined {
  const { cash, step, received } = parcel
  const outstanding = outstandingCash(parcel)
  if (step === 'cancelled') return received === 0 ? 'Cancelled. No cash was collected.' : undefined
  if (step === 'returned') return received === 0 ? 'The parcel came back. No cash was collected.' : undefined
  if (step === 'not-delivered') return received === 0 ? 'Not delivered. No cash was collected.' : undefined
  if (outstanding > 0 && step === 'delivered')
    return `${formatAmount(outstanding)} outstanding${parcel.courier ? ` from ${parcel.courier}` : ''}.`
  if (step === 'delivered' || received > 0) return undefined
  return parcel.courier === COUNTER ? undefined : `The courier collects ${formatRupees(cash)}.`
}
