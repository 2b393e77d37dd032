import { data } from 'react-router'
import type { User } from '#domain/accounts/user.ts'
import { formatPaise, type Paise } from '#domain/money.ts'
import { parsePaidBack } from '#domain/orders/cash-received.ts'
import { type Carrier, parseCarrier } from '#domain/orders/dispatch.ts'
import { parseDecline, parseReceived, parseSettledAmount } from '#domain/returns/forms.ts'
import type { ReturnRequestId } from '#domain/returns/return-request.ts'
import { isUuid } from '#domain/text.ts'
import { calendarDay, formatDay } from '#domain/time.ts'
import { cancelReplacement } from '#server/returns/cancel-replacement.ts'
import { acknowledgeReturn, declineReturn } from '#server/returns/decide.ts'
import { bookPickup, cancelPickup, goWithoutPickup } from '#server/returns/pickup.ts'
import {
  giveVoucher,
  markReturnPaid,
  payBackReturn,
  receiveReturn,
  replaceReturn,
  type Settled,
} from '#server/returns/settle.ts'
import type { Shop } from '#server/shop.ts'
import { type DeskResult, fixFields } from '#web/admin/action-result.ts'
import { textField } from '#web/form-actions.ts'

type Press = { shop: Shop; staff: User; id: ReturnRequestId; form: FormData }
type Answer = Omit<DeskResult, 'intent'>

/** The forms of a return's page, by their intents. */
const actions: Record<string, (press: Press) => Promise<Answer>> = {
  acknowledge: async ({ shop, staff, id }) => answer(await acknowledgeReturn(shop, staff, id), 'Acknowledged'),
  decline,
  'book-pickup': ({ shop, staff, id, form }) =>
    withCarrier(form, async (carrier) =>
      answer(await bookPickup(shop, staff, id, carrier), carrier.book ? 'Pickup asked for' : 'Pickup booked'),
    ),
  'cancel-pickup': async ({ shop, staff, id }) => answer(await cancelPickup(shop, staff, id), 'Pickup cancelled'),
  'cancel-replacement': async ({ shop, staff, id }) =>
    answer(await cancelReplacement(shop, staff, id), 'Replacement cancelled'),
  'drop-off': async ({ shop, staff, id }) =>
    answer(await goWithoutPickup(shop, staff, id, 'dropping-off'), 'The buyer brings it'),
  keep: async ({ shop, staff, id }) => answer(await goWithoutPickup(shop, staff, id, 'kept'), 'The buyer keeps it'),
  receive,
  'pay-back': ({ shop, staff, id, form }) =>
    withAmount(form, async (press) => answer(await payBackReturn(shop, staff, id, press), 'Paid back')),
  'give-voucher': ({ shop, staff, id, form }) =>
    withAmount(form, async (press) => answer(await giveVoucher(shop, staff, id, press), 'Voucher given')),
  'mark-paid': markPaid,
  replace: ({ shop, staff, id, form }) =>
    withCarrier(form, async (carrier) => answer(await replaceReturn(shop, staff, id, carrier), 'Replacement made')),
}

/** Carries out a form of a return's page. */
export function runReturnAction(intent: string, press: Press): Promise<Answer> {
  const run = Object.hasOwn(actions, intent) && actions[intent]
  if (!run) throw data('Unknown action.', { status: 400 })
  return run(press)
}

type Refusal = { ok: false; reason: string; left?: number }

function answer(result: { ok: true } | Refusal | Settled, message: string): Answer {
  return result.ok ? { ok: true, message } : refused(result)
}

function refused({ reason, left = 0 }: Refusal): Answer {
  switch (reason) {
    case 'too-many':
      return fixFields({ good: `At most ${left} can come back: so many are with the buyer.` })
    case 'nothing':
      return fixFields({ good: 'Enter how many came back.' })
    case 'too-much':
      return fixFields({ amount: `At most ${formatPaise(left as Paise)} can go back.` })
    case 'awb-taken':
      return fixFields({ awb: 'Another parcel of this courier has this AWB.' })
    default:
      return { ok: false, message: REFUSALS[reason] ?? 'This did not work. Please try again.' }
  }
}

const REFUSALS: Record<string, string> = {
  'not-found': 'This return no longer exists.',
  'not-allowed': 'Changed since you opened it. Reload to see the change.',
  'not-declinable': 'The shop is at fault, so money may not be refused.',
  settled: 'Settled already. Reload to see how.',
  'no-unit': 'No unit is left to send.',
  'picked-up': 'The courier has it, so it can’t be cancelled.',
  'asked-again': 'The buyer has asked for something else for these since, so it can’t be cancelled.',
}

async function decline({ shop, staff, id, form }: Press): Promise<Answer> {
  const parsed = parseDecline(form)
  if (!parsed.ok) return fixFields(parsed.problems)
  return answer(await declineReturn(shop, staff, id, parsed.value.why), 'Declined')
}

async function withCarrier(
  form: FormData,
  run: (carrier: Carrier & { key: string; book: boolean }) => Promise<Answer>,
): Promise<Answer> {
  const book = textField(form, 'by') === 'system'
  const key = keyOf(form)
  if (book) return run({ key, book, courier: '', awb: '', trackingLink: '' })
  const parsed = parseCarrier(form)
  return parsed.ok ? run({ key, book, ...parsed.value }) : fixFields(parsed.problems)
}

async function withAmount(
  form: FormData,
  run: (press: { key: string; amount: Paise }) => Promise<Answer>,
): Promise<Answer> {
  const parsed = parseSettledAmount(form)
  return parsed.ok ? run({ key: keyOf(form), ...parsed.value }) : fixFields(parsed.problems)
}

async function receive({ shop, staff, id, form }: Press): Promise<Answer> {
  const parsed = parseReceived(form)
  if (!parsed.ok) return fixFields(parsed.problems)
  return answer(await receiveReturn(shop, staff, id, { key: keyOf(form), ...parsed.value }), 'Received')
}

function keyOf(form: FormData): string {
  const key = textField(form, 'key')
  if (!isUuid(key)) throw data('Unknown form.', { status: 400 })
  return key
}

async function markPaid({ shop, staff, id, form }: Press): Promise<Answer> {
  const parsed = parsePaidBack(form, calendarDay(shop.now()))
  if (!parsed.ok) return fixFields(parsed.problems)
  const paid = await markReturnPaid(shop, staff, id, parsed.value)
  if (paid.ok) return { ok: true, message: 'Marked as paid. The buyer gets an email.' }
  if (paid.reason === 'not-found') return { ok: false, message: 'Nothing is owed for this.' }
  const { paidBackOn, reference } = paid.with
  return { ok: false, message: `Paid already on ${formatDay(paidBackOn)}, reference ${reference}.` }
}
