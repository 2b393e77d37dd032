import * as v from 'valibot'
import { isLikelyMobile } from '#domain/delivery/delivery-area.ts'
import { line, type Parsed, paragraph, parseWith } from '#domain/form-fields.ts'
import { calendarDay, DAY_MS, isCalendarDay } from '#domain/time.ts'
import type { Scan } from './shipment.ts'

/** Couriers bring a parcel back after this many attempts. */
export const ATTEMPTS_MAX = 3
const LATEST_DAYS = 7
const ADDRESS_MAX = 300

/** On its way back to the shop, lost or destroyed, by the courier's words. */
const GIVEN_UP = /^(RTO|REACHED BACK|LOST|DESTROYED|DAMAGED|DISPOSED|UNTRACEABLE)/i

type Attempt = Pick<Scan, 'step' | 'status'>

export function countAttempts(scans: readonly Attempt[]): number {
  return scans.filter(({ step, status }) => step === 'not-delivered' && !GIVEN_UP.test(status)).length
}

/** After the third attempt, or once the courier says so, the parcel is expected back. */
export function isExpectedBack(scans: readonly Attempt[]): boolean {
  return countAttempts(scans) >= ATTEMPTS_MAX || scans.some(({ status }) => GIVEN_UP.test(status))
}

/** The buyer's wish for a parcel that was not delivered. An empty phone or address stays as it is. */
export type DeliveryAnswer =
  | { answer: 'again'; day: string; phone: string; address: string }
  | { answer: 'cancel'; day: null; phone: ''; address: '' }

export function firstDayOf(now: Date): string {
  return calendarDay(new Date(now.getTime() + DAY_MS))
}

export function lastDayFor(now: Date): string {
  return calendarDay(new Date(now.getTime() + LATEST_DAYS * DAY_MS))
}

/** @param form fields `day`, `phone`, `address`, and `answer`, which is `again` or `cancel` */
export function parseDeliveryAnswer(form: FormData, now: Date): Parsed<DeliveryAnswer> {
  if (form.get('answer') === 'cancel')
    return { ok: true, value: { answer: 'cancel', day: null, phone: '', address: '' } }
  const first = firstDayOf(now)
  const last = lastDayFor(now)
  const schema = v.object({
    day: v.pipe(
      line,
      v.check(isCalendarDay, 'Choose a day.'),
      v.check((day) => day >= first && day <= last, `Choose a day within the next ${LATEST_DAYS} days.`),
    ),
    phone: v.pipe(
      line,
      v.check(
        (phone) => phone === '' || isLikelyMobile(phone),
        'Enter a mobile number of ten digits, or leave it empty.',
      ),
      v.transform((phone) => phone.replace(/\D/g, '').slice(-10)),
    ),
    address: v.pipe(paragraph, v.maxLength(ADDRESS_MAX, `Use at most ${ADDRESS_MAX} characters.`)),
  })
  const parsed = parseWith(schema, form)
  return parsed.ok ? { ok: true, value: { answer: 'again', ...parsed.value } } : parsed
}
