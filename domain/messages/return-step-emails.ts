import { formatPaise, type Paise } from '#domain/money.ts'
import type { Order } from '#domain/orders/order.ts'
import { type ReturnRequestId, type ReturnState, returnNumberOf, type Wish } from '#domain/returns/return-request.ts'
import { cleanLine } from '#domain/text.ts'
import { emailTitle } from './email-text.ts'
import { type Message, writePlainEmail } from './message.ts'
import type { Say } from './say.ts'

/** A step of a return request, as its buyer is told. */
export type ToldStep = {
  id: ReturnRequestId
  title: string
  state: ReturnState
  /** Such as the AWB of the pickup; may be empty. */
  note: string
  declineReason: string
  settledAs: Wish | null
  amount: Paise | null
}

export function writeReturnStep(
  say: Say,
  { id: orderId, email, addressInfo: { name } }: Order,
  step: ToldStep,
): Message {
  return { ...writePlainEmail({ name, email }, sentenceOf(say, String(orderId), step)), orderId }
}

function sentenceOf(say: Say, order: string, step: ToldStep): string {
  const { state, note, settledAs } = step
  const about = { order, return: returnNumberOf(step.id) }
  switch (state) {
    case 'requested':
      return say('return-requested', { ...about, product: emailTitle(step.title) })
    case 'declined':
      return say('return-declined', { ...about, why: asSentence(cleanLine(step.declineReason)) })
    case 'settled':
      return settledAs === 'replacement'
        ? say('return-settled-replacement', { ...about, note })
        : say(`return-settled-${settledAs ?? 'money'}`, { ...about, note, amount: formatPaise(step.amount ?? 0) })
    case 'pickup-booked':
      return say('return-pickup-booked', { ...about, note })
    case 'dropping-off':
      return say('return-dropping-off', { ...about, note })
    case 'received':
      return say('return-received', { ...about, note })
    default:
      return say(`return-${state}`, about)
  }
}

/** Another sentence follows it. */
function asSentence(text: string): string {
  return /[.!?।]$/.test(text) ? text : `${text}.`
}
