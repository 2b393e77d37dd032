import { data, type RouterContextProvider } from 'react-router'
import type { User } from '#domain/accounts/user.ts'
import { noDeliveryMessage } from '#domain/delivery/delivery-area.ts'
import { messages } from '#domain/messages.ts'
import { parseAddress } from '#domain/orders/address.ts'
import { cashReason } from '#domain/orders/cash.ts'
import { CANCEL_REASON_MAX, type OrderId } from '#domain/orders/order-state.ts'
import { returnNumberOf } from '#domain/returns/return-request.ts'
import { keptPictures, parseReview, parseWithdrawal } from '#domain/reviews/review.ts'
import { parseId } from '#domain/text.ts'
import { getUser, rateLimitKeyOf, shopContext } from '#server/contexts.ts'
import { type RateLimitName, tooManyRequests } from '#server/http/rate-limit.ts'
import type { SpooledForm } from '#server/http/uploads/spooled-form.ts'
import { keepOrder, requestCancel } from '#server/order-page/cancel.ts'
import { changeOwnAddress } from '#server/orders/change.ts'
import { withdrawReturn } from '#server/returns/decide.ts'
import { withdrawReview, writeReview } from '#server/reviews/write.ts'
import type { Shop } from '#server/shop.ts'
import { FIX, textField, textFields } from '#web/form-actions.ts'
import type { AddressResult } from './change-address.tsx'

type Asked = SpooledForm & { shop: Shop; user: User; id: OrderId }
type Answer = Pick<AddressResult, 'ok' | 'message' | 'problems'> & { status?: number }
type OwnAction = {
  limit: RateLimitName
  keepsInput?: boolean
  run: (asked: Asked) => Promise<Answer>
}

type OrderIntent = keyof typeof actions

/**
 * Carries out a form of the buyer's own order; the table of permissions knows every intent. Another person's order gets the
 * same answer as one that does not exist.
 */
export async function runOrderAction(
  context: Readonly<RouterContextProvider>,
  id: OrderId,
  intent: string,
  { fields, files }: SpooledForm,
) {
  if (!isIntent(intent)) throw data('Unknown action.', { status: 400 })
  const shop = context.get(shopContext)
  const user = getUser(context)
  const { limit, keepsInput, run }: OwnAction = actions[intent]
  const tooMany = await shop.limits.consume(limit, rateLimitKeyOf(context))
  const { status = 200, ...answer } = tooMany ? refuse(tooMany.message) : await run({ shop, user, id, fields, files })
  const result: AddressResult = { ...answer, intent, ...(!answer.ok && keepsInput && { values: textFields(fields) }) }
  return data(result, tooMany ? tooManyRequests(tooMany) : { status })
}

function isIntent(intent: string): intent is OrderIntent {
  return Object.hasOwn(actions, intent)
}

const NOT_FOUND = 'We couldn’t find this order in your account.'
const TOO_LATE_FOR_ADDRESS = 'This order has been dispatched or cancelled, so you can’t change its address any more.'

const actions = {
  cancel: {
    limit: 'cancel',
    async run({ shop, user, id, fields }) {
      const cancelled = await requestCancel(shop, user, id, textField(fields, 'reason'))
      if (cancelled.ok) return done(messages.cancelRequested)
      if (cancelled.reason === 'not-found') return refuse(NOT_FOUND, 404)
      if (cancelled.reason === 'too-late')
        return refuse('This order has already been delivered and can’t be cancelled.')
      return refuse(`Please give your reason in at most ${CANCEL_REASON_MAX} characters.`, 400)
    },
  },

  keep: {
    limit: 'cancel',
    async run({ shop, user, id }) {
      const kept = await keepOrder(shop, user, id)
      if (kept.ok) return done('We keep your order as it was.')
      if (kept.reason === 'not-found') return refuse(NOT_FOUND, 404)
      return refuse('We had already cancelled this order when you pressed. Please order again if you want to keep it.')
    },
  },

  'change-address': {
    limit: 'changeAddress',
    keepsInput: true,
    async run({ shop, user, id, fields }) {
      const parsed = parseAddress(fields)
      if (!parsed.ok) return { ...refuse(FIX, 400), problems: parsed.problems }
      const changed = await changeOwnAddress(shop, user, id, parsed.value)
      if (changed.ok) return done(ADDRESS_CHANGED)
      if (changed.reason === 'not-found') throw notFound()
      if (changed.reason === 'too-late' || changed.reason === 'invoiced') return refuse(TOO_LATE_FOR_ADDRESS)
      const problem =
        changed.reason === 'no-cash'
          ? `${cashReason(changed.refusal)}. Pay for this order online first, or choose another address.`
          : noDeliveryMessage(parsed.value.pincode)
      return { ...refuse(problem), problems: { pincode: problem } }
    },
  },

  review: {
    limit: 'review',
    keepsInput: true,
    async run({ shop, user, id, fields, files }) {
      const parsed = parseReview(fields)
      if (!parsed.ok) return { ...refuse(FIX, 400), problems: parsed.problems }
      const pictures = {
        files: files.flatMap(({ field, file }) => (field === 'pictures' && file.size > 0 ? [file] : [])),
        kept: keptPictures(fields),
      }
      const written = await writeReview(shop, user, id, parsed.value, pictures)
      if (written.ok) return done('Thank you. We read your review, then we show it.')
      switch (written.reason) {
        case 'not-found':
          throw notFound()
        case 'pictures':
          return { ...refuse(FIX, written.status), problems: { pictures: written.problem } }
        case 'not-delivered':
          return refuse('You can review this as soon as it has been delivered.')
        case 'changed':
          return refuse('You have changed or withdrawn this review elsewhere. Copy your text and reload the page.')
      }
    },
  },

  'withdraw-review': {
    limit: 'review',
    async run({ shop, user, id, fields }) {
      const parsed = parseWithdrawal(fields)
      const isDone = parsed.ok && (await withdrawReview(shop, user, id, parsed.value.position))
      if (!isDone) throw notFound()
      return done('Your review is withdrawn.')
    },
  },

  'withdraw-return': {
    limit: 'returns',
    async run({ shop, user, id, fields }) {
      const request = parseId(fields.get('return'))
      const withdrawn = request && (await withdrawReturn(shop, user, id, request))
      if (!withdrawn || (!withdrawn.ok && withdrawn.reason === 'not-found')) throw notFound()
      if (!withdrawn.ok) return refuse('This is settled or declined already, so it stays.')
      return done(`${returnNumberOf(request)} is withdrawn.`)
    },
  },
} satisfies Record<string, OwnAction>

export const ADDRESS_CHANGED = 'Address changed'

function done(message: string): Answer {
  return { ok: true, message }
}

function refuse(message: string, status = 409): Answer {
  return { ok: false, message, status }
}

function notFound() {
  return data(null, { status: 404 })
}
