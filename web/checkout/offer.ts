import { data } from 'react-router'
import type { Problems } from '#domain/form-fields.ts'
import { OFFER_CODE } from '#domain/offers/offer.ts'
import { parseRequestedLines } from '#domain/orders/order.ts'
import { wordsOf } from '#domain/shop/wording.ts'
import { rateLimitKeyOf, shopContext, userContext } from '#server/contexts.ts'
import { readForm } from '#server/http/forms.ts'
import { tooManyRequests } from '#server/http/rate-limit.ts'
import { findCode, quoteOffers } from '#server/offers/decide.ts'
import { quoteLines } from '#server/orders/place.ts'
import { CONNECTION_LOST, textField } from '#web/form-actions.ts'
import type { Route } from './+types/offer'

export type AppliedCode = { ok: true; code: string } | { ok: false; problems: Problems }

/** Tells whether a code takes something off this cart. Reads only: it is used by the order, and held by an open payment. */
export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const form = await readForm(request)
  const lines = parseRequestedLines(form.get('lines'), wordsOf(await shop.settings.readOrLast()))
  if (!lines.ok) return refuse(lines.problems.lines ?? '', { status: 400 })
  const typed = textField(form, OFFER_CODE)
  const found = await findCode(shop, typed, rateLimitKeyOf(context))
  if (!found.ok) return refuse(found.message, tooManyRequests(found))
  const { code } = found
  if (!code) return refuse('Enter a code.', { status: 400 })
  const buyer = context.get(userContext)
  const quotes = await quoteLines(shop, lines.value, buyer?.userId)
  const offers = await quoteOffers(shop, { quotes, buyer, code })
  // One that is for paying online is kept while cash is chosen.
  const refusal = offers?.cash.refusal && offers.online.refusal
  return refusal ? refuse(refusal, { status: 409 }) : data<AppliedCode>({ ok: true, code: code.code })
}

function refuse(message: string, init: Parameters<typeof data>[1]) {
  return data<AppliedCode>(refused(message), init)
}

/** The typed code stays when the connection is lost. */
export async function clientAction({ serverAction }: Route.ClientActionArgs): Promise<AppliedCode> {
  return serverAction().catch(() => refused(CONNECTION_LOST))
}

function refused(message: string) {
  return { ok: false as const, problems: { [OFFER_CODE]: message } }
}
