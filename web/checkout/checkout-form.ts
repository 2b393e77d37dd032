import { data, type RouterContextProvider } from 'react-router'
import * as v from 'valibot'
import type { User } from '#domain/accounts/user.ts'
import type { Parsed } from '#domain/form-fields.ts'
import { OFFER_CODE, OFFER_SEEN } from '#domain/offers/offer.ts'
import {
  DELIVERY_FEE,
  type DeliveryAddress,
  parseAddress,
  SAVE_ADDRESS,
  WHATSAPP_UPDATES,
} from '#domain/orders/address.ts'
import { type Gift, parseGift } from '#domain/orders/gift.ts'
import { parseRequestedLines, type RequestedLine } from '#domain/orders/order.ts'
import { PICK_UP } from '#domain/orders/pick-up.ts'
import { parseMobile } from '#domain/phone.ts'
import { PART_PAID_NOW } from '#domain/shop/part-paid.ts'
import { type Words, wordsOf } from '#domain/shop/wording.ts'
import { VOUCHER, VOUCHER_PAYS } from '#domain/vouchers/voucher.ts'
import { addressContext, rateLimitKeyOf, shopContext } from '#server/contexts.ts'
import { readForm } from '#server/http/forms.ts'
import { type RateLimited, tooManyRequests } from '#server/http/rate-limit.ts'
import { resolveOffers } from '#server/offers/decide.ts'
import { limitOrders } from '#server/orders/place.ts'
import { resolveVoucher } from '#server/vouchers/own.ts'
import { noteUpdates } from '#server/whatsapp/updates.ts'
import { textField } from '#web/form-actions.ts'

type CheckoutForm = {
  key: string
  lines: RequestedLine[]
  address: DeliveryAddress
  gift: Gift | undefined
  /** The buyer fetches it. */
  isPickedUp: boolean
  /** Rupees of the delivery fee that the shopper saw. */
  seenFee: number
  /** Rupees that the shopper saw to be paid online now, of a checkout with the rest in cash. */
  seenPart: number | undefined
  save: boolean
  /** The number for updates by WhatsApp, in E.164, if the buyer wants them. */
  updatesTo: string | undefined
  /** The code of a voucher and the rupees that the shopper saw it pay. */
  voucher: { code: string; seen: number } | undefined
  /** The typed code of an offer, and the rupees that the shopper saw offers take off. */
  offers: { code: string; seen: number }
}

/** A posted checkout that may be ordered or paid, with its voucher and offers; or the answer that refuses it. */
export async function readCheckout(context: Readonly<RouterContextProvider>, request: Request, user: User) {
  const shop = context.get(shopContext)
  const address = context.get(addressContext)
  const form = parseCheckout(await readForm(request), wordsOf(await shop.settings.readOrLast()))
  if (!form.ok) return { refusal: data({ kind: 'problems' as const, problems: form.problems }, { status: 400 }) }
  const checkout = form.value
  const tooMany = await limitOrders(shop, user, checkout.key, address)
  if (tooMany) return { refusal: limited(tooMany) }
  const found = await resolveVoucher(shop, user, { address, voucher: checkout.voucher })
  if (!found.ok)
    return { refusal: data({ kind: 'voucher' as const, message: found.message, pays: 0 }, { status: 409 }) }
  const offers = await resolveOffers(shop, checkout.offers, rateLimitKeyOf(context))
  if (!offers.ok) return { refusal: limited(offers) }
  await noteUpdates(shop, user, { key: checkout.key, number: checkout.updatesTo })
  return { checkout, voucher: found.voucher, offers: offers.wanted }
}

function limited(tooMany: RateLimited) {
  return data({ kind: 'limited' as const, message: tooMany.message }, tooManyRequests(tooMany))
}

const keySchema = v.pipe(v.string(), v.uuid())

/** User, prices and total never come from the browser. */
function parseCheckout(form: FormData, words: Words): Parsed<CheckoutForm> {
  const address = parseAddress(form)
  const lines = parseRequestedLines(form.get('lines'), words)
  const key = v.safeParse(keySchema, form.get('key'))
  const gift = parseGift(form)
  const wantsUpdates = form.get(WHATSAPP_UPDATES) !== null
  const updatesTo = wantsUpdates && address.ok ? parseMobile(address.value.mobileNumber) : undefined
  const isReached = !wantsUpdates || !address.ok || updatesTo !== undefined
  if (address.ok && lines.ok && key.success && isReached && gift.ok) {
    const save = form.get(SAVE_ADDRESS) !== null
    const voucher = parseVoucher(form)
    const offers = { code: textField(form, OFFER_CODE), seen: Number(textField(form, OFFER_SEEN)) || 0 }
    const seenFee = Number(textField(form, DELIVERY_FEE)) || 0
    const isPickedUp = textField(form, PICK_UP) === 'yes'
    const seenPart = form.has(PART_PAID_NOW) ? Number(textField(form, PART_PAID_NOW)) || 0 : undefined
    const seen = { seenFee, seenPart }
    const checkout = { key: key.output, lines: lines.value, address: address.value, isPickedUp, ...seen }
    return { ok: true, value: { ...checkout, gift: gift.value, save, updatesTo, voucher, offers } }
  }
  return {
    ok: false,
    problems: {
      ...(!key.success && { form: 'Something went wrong with this checkout. Please reload the page.' }),
      ...(!lines.ok && { form: lines.problems.lines ?? '' }),
      ...(!address.ok && address.problems),
      ...(!gift.ok && gift.problems),
      ...(!isReached && { mobileNumber: 'Enter a mobile number for updates on WhatsApp, or leave them out.' }),
    },
  }
}

function parseVoucher(form: FormData): CheckoutForm['voucher'] {
  const code = textField(form, VOUCHER)
  return code === '' ? undefined : { code, seen: Number(textField(form, VOUCHER_PAYS)) || 0 }
}
