import { data } from 'react-router'
import type { ProductId } from '#domain/catalog/product.ts'
import { isPincode } from '#domain/delivery/delivery-area.ts'
import { OFFER_CODE } from '#domain/offers/offer.ts'
import { parseRequestedLines, type QuotedLine, type RequestedLine } from '#domain/orders/order.ts'
import { wordsOf } from '#domain/shop/wording.ts'
import { RETURN_PROMISES } from '#domain/texts/placeholders.ts'
import { listGoingWith } from '#server/collections/goes-with.ts'
import { rateLimitKeyOf, shopContext, userContext } from '#server/contexts.ts'
import { quoteDelivery } from '#server/delivery/fee.ts'
import { readOrFail } from '#server/http/degraded-reads.ts'
import { readForm } from '#server/http/forms.ts'
import { tooManyRequests } from '#server/http/rate-limit.ts'
import { findCode, quoteOffers } from '#server/offers/decide.ts'
import { hasCodes } from '#server/offers/use-queries.ts'
import { quoteLines } from '#server/orders/place.ts'
import type { Shop } from '#server/shop.ts'
import { hasVouchers } from '#server/vouchers/queries.ts'
import { textField } from '#web/form-actions.ts'
import type { Route } from './+types/quote'

const FAILED = 'The cart could not be priced'

/** Prices the cart lines and reports problems, without writing anything. */
export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const form = await readForm(request)
  const lines = parseRequestedLines(form.get('lines'), wordsOf(await shop.settings.readOrLast()))
  if (!lines.ok) return data({ ok: false as const, problem: lines.problems.lines }, { status: 400 })
  const tooMany = await shop.limits.consume('quote', rateLimitKeyOf(context))
  if (tooMany) return data({ ok: false as const, problem: tooMany.message }, tooManyRequests(tooMany))
  const { isTest, isAvailable } = shop.payments
  const user = context.get(userContext)
  const userId = user?.userId
  const buyer = user && { ...user, mobileNumber: textField(form, 'mobileNumber') }
  const priced = await readOrFail(shop, FAILED, async () => {
    const quotes = await quoteLines(shop, lines.value, userId)
    const code = await findCode(shop, textField(form, OFFER_CODE), rateLimitKeyOf(context))
    const offers = await quoteOffers(shop, { quotes, buyer, code: code.ok ? code.code : undefined })
    const pincode = textField(form, 'pincode')
    return { quotes, offers, delivery: await readDelivery(shop, { lines: lines.value, quotes, offers, pincode }) }
  })
  return {
    ok: true as const,
    ...priced,
    isTestMode: isTest,
    mayPayOnline: isAvailable,
    promises: await readPromises(shop),
    goesWith: await readGoesWith(shop, lines.value),
    // Nothing in the cart speaks of codes until an offer has one, and of vouchers until the shop has made one.
    hasCodes: await hasCodes(shop.db).catch(() => false),
    hasVouchers: userId !== undefined && (await hasVouchers(shop.db).catch(() => false)),
  }
}

type Delivered = {
  lines: readonly RequestedLine[]
  quotes: readonly QuotedLine[]
  offers: Awaited<ReturnType<typeof quoteOffers>>
  pincode: string
}

/** The delivery fee for each way to pay, because offers may differ. */
async function readDelivery({ db, settings }: Shop, { lines, quotes, offers, pincode }: Delivered) {
  const sum = quotes.reduce((all, { price, seenPrice, quantity }) => all + (price ?? seenPrice) * quantity, 0)
  const goods = [sum - (offers?.online.discount ?? 0), sum - (offers?.cash.discount ?? 0)]
  const place = isPincode(pincode) ? { pincode } : undefined
  const [online, cash] = (await quoteDelivery(db, await settings.readOrLast(), { lines, place, goods })) ?? []
  return online && cash && { pincode, online, cash }
}

/** Only a suggestion: without it the cart is priced all the same. */
async function readGoesWith(shop: Shop, lines: readonly { id: ProductId }[]) {
  const ids = [...new Set(lines.map(({ id }) => id))]
  return listGoingWith(shop, ids, []).catch((error: unknown) => {
    shop.log.error('What goes with the cart could not be read', error)
    return []
  })
}

/** None: the owner's own page about returns says what is promised. */
async function readPromises(shop: Shop): Promise<readonly string[]> {
  const isOwn = await shop.texts.hasOwn('refund-policy').catch(() => true)
  return isOwn ? [] : RETURN_PROMISES
}

/** Failing is harmless: placing the order checks the prices again. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return serverAction().catch(() => ({ ok: false as const, problem: undefined }))
}
