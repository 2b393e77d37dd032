import { data, type RouterContextProvider } from 'react-router'
import type { OrderId } from '#domain/orders/order-state.ts'
import { keptPictures, parseReview, parseWithdrawal } from '#domain/reviews/review.ts'
import { getUser, rateLimitKeyOf, shopContext } from '#server/contexts.ts'
import { tooManyRequests } from '#server/http/rate-limit.ts'
import type { SpooledForm } from '#server/http/uploads/spooled-form.ts'
import { withdrawReview, writeReview } from '#server/reviews/write.ts'
import { FIX, textFields } from '#web/form-actions.ts'
import type { AddressResult } from './change-address.tsx'

type Context = Readonly<RouterContextProvider>

/** Writes or changes the review of a line; another person's order gets the same answer as one that does not exist. */
export async function saveOwnReview(context: Context, id: OrderId, { fields: form, files }: SpooledForm) {
  const [shop, user] = [context.get(shopContext), getUser(context)]
  const refused = { ok: false, intent: 'review', values: textFields(form) }
  const tooMany = await shop.limits.consume('review', rateLimitKeyOf(context))
  if (tooMany) return answer({ ...refused, message: tooMany.message }, tooManyRequests(tooMany))
  const parsed = parseReview(form)
  if (!parsed.ok) return answer({ ...refused, message: FIX, problems: parsed.problems }, { status: 400 })
  const pictures = {
    files: files.flatMap(({ field, file }) => (field === 'pictures' && file.size > 0 ? [file] : [])),
    kept: keptPictures(form),
  }
  const written = await writeReview(shop, user, id, parsed.value, pictures)
  if (written.ok)
    return answer({ ok: true, intent: 'review', message: 'Thank you. We read your review, then we show it.' })
  if (written.reason === 'not-found') throw data(null, { status: 404 })
  if (written.reason === 'pictures')
    return answer({ ...refused, message: FIX, problems: { pictures: written.problem } }, { status: written.status })
  return answer({ ...refused, message: REFUSALS[written.reason] }, { status: 409 })
}

const REFUSALS = {
  'not-delivered': 'You can review this as soon as it has been delivered.',
  changed: 'You have changed or withdrawn this review elsewhere. Copy your text and reload the page.',
} as const

export async function removeOwnReview(context: Context, id: OrderId, form: FormData) {
  const [shop, user] = [context.get(shopContext), getUser(context)]
  const intent = 'withdraw-review'
  const tooMany = await shop.limits.consume('review', rateLimitKeyOf(context))
  if (tooMany) return answer({ ok: false, intent, message: tooMany.message }, tooManyRequests(tooMany))
  const parsed = parseWithdrawal(form)
  const isDone = parsed.ok && (await withdrawReview(shop, user, id, parsed.value.position))
  if (!isDone) throw data(null, { status: 404 })
  return answer({ ok: true, intent, message: 'Your review is withdrawn.' })
}

function answer(result: AddressResult, init: ResponseInit = {}) {
  return data<AddressResult>(result, init)
}
