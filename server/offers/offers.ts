import { randomBytes } from 'node:crypto'
import type { User } from '#domain/accounts/user.ts'
import { changedFields } from '#domain/changed-fields.ts'
import { isPriceOffer, type Offer, stateOf } from '#domain/offers/offer.ts'
import { madeCode, type OfferValues } from '#domain/offers/offer-form.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import type { Transaction } from '#server/db/connection.ts'
import { answerIfViolated } from '#server/db/constraints.ts'
import { OFFER_CODE_INDEX } from '#server/db/schema/offers.ts'
import type { Shop } from '#server/shop.ts'
import {
  countCodes,
  insertCodes,
  insertOffer,
  isMadeCode,
  isUsed,
  listOfferProducts,
  lockOffer,
  publishOffers,
  removeOffer,
  replaceOfferProducts,
  updateOffer,
} from './queries.ts'

type OfferShop = Pick<Shop, 'db' | 'now'>

export type OfferSaved =
  | { ok: true; id: number }
  | { ok: false; reason: 'not-found' | 'code-taken' }
  | { ok: false; reason: 'conflict'; current: Offer }

/** @param opened the offer and the version that the form was opened with; undefined: a new one */
export async function saveOffer(
  { db, now }: OfferShop,
  admin: User,
  values: OfferValues,
  opened: { id: number; version: number } | undefined,
): Promise<OfferSaved> {
  const { products, ...fields } = values
  return answerIfViolated<OfferSaved>(OFFER_CODE_INDEX, { ok: false, reason: 'code-taken' }, () =>
    db.transaction(async (tx) => {
      const current = opened && (await lockOffer(tx, opened.id))
      if (opened && !current) return { ok: false, reason: 'not-found' }
      if (current && current.version !== opened.version) return { ok: false, reason: 'conflict', current }
      if (fields.code && (await isMadeCode(tx, fields.code))) return { ok: false, reason: 'code-taken' }
      const needsCode = fields.code !== '' || (current ? (await countCodes(tx, current.id)) > 0 : false)
      const stored = { ...fields, needsCode }
      const subject = `offer ${values.name}`
      await publishOffers(tx)
      if (!current) {
        const id = await insertOffer(tx, stored)
        await replaceOfferProducts(tx, id, products)
        await insertAudit(tx, admin, { action: 'add offer', subject, after: { ...stored, products } })
        return { ok: true, id }
      }
      const before = (await listOfferProducts(tx, current.id)).map(({ id }) => id)
      const changed = changedFields({ ...current, products: before }, { ...stored, products })
      if (Object.keys(changed.after).length === 0) return { ok: true, id: current.id }
      const changesPrices = CHANGE_PRICES.some((name) => name in changed.after) || !isPriceOffer(stored)
      if (changesPrices) await keepFormer(tx, current, now())
      await updateOffer(tx, current.id, stored)
      await replaceOfferProducts(tx, current.id, products)
      await insertAudit(tx, admin, { action: 'change offer', subject, ...changed })
      return { ok: true, id: current.id }
    }),
  )
}

const CHANGE_PRICES = ['kind', 'amount', 'appliesTo', 'collectionId', 'products', 'startsAt']

/** Prices that were offered stay known, because the price struck through is the lowest of thirty days. */
async function keepFormer(tx: Transaction, offer: Offer, now: Date): Promise<void> {
  if (!isPriceOffer(offer) || stateOf(offer, now) !== 'now') return
  const { id, version: _, ...former } = offer
  const products = (await listOfferProducts(tx, id)).map((product) => product.id)
  const copy = await insertOffer(tx, { ...former, endsAt: now })
  await replaceOfferProducts(tx, copy, products)
}

/** One that has not begun and that no order names is deleted. False: it has ended already. */
export async function endOffer({ db, now }: OfferShop, admin: User, id: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const offer = await lockOffer(tx, id)
    const at = now()
    if (!offer || stateOf(offer, at) === 'ended') return false
    await publishOffers(tx)
    if (offer.startsAt < at) await updateOffer(tx, id, { endsAt: at })
    else if (await isUsed(tx, id)) await updateOffer(tx, id, { startsAt: new Date(at.getTime() - 1), endsAt: at })
    else await removeOffer(tx, id)
    await insertAudit(tx, admin, { action: 'end offer', subject: `offer ${offer.name}` })
    return true
  })
}

/** Makes codes, each for one order; from then on the offer needs a code. False: there is no such offer. */
export async function makeCodes({ db, now }: OfferShop, admin: User, id: number, count: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const offer = await lockOffer(tx, id)
    if (!offer) return false
    let missing = count
    while (missing > 0) {
      const codes = Array.from({ length: missing }, () => madeCode(randomBytes(10)))
      missing -= await insertCodes(tx, id, codes)
    }
    await publishOffers(tx)
    await keepFormer(tx, offer, now())
    // The form has no such field, so a form that is open still fits.
    await updateOffer(tx, id, { needsCode: true, version: offer.version })
    await insertAudit(tx, admin, { action: 'make codes', subject: `offer ${offer.name}`, after: { codes: count } })
    return true
  })
}
