import { chargedKg, feeFor, lowestFee } from '#domain/delivery/fee.ts'
import { formatRupees, type Rupees } from '#domain/money.ts'
import { orderTotal } from '#domain/orders/amounts.ts'
import type { OrderDecision, OrderLine } from '#domain/orders/order.ts'
import { parseMeasures } from '#domain/orders/pack.ts'
import type { Settings } from '#domain/shop/settings.ts'
import type { LineIdentity } from '#domain/storage/stored-cart.ts'
import type { Db } from '#server/db/connection.ts'
import { listMeasures } from './queries.ts'

type FeeSettings = Pick<Settings, 'deliveryFees' | 'freeFrom' | 'usualParcel' | 'usualWeight'>
type Decided = Extract<OrderDecision, { ok: true }>
type Place = { pincode: string; stateCode?: string | undefined }

export type Charged =
  | { ok: true; decision: Decided }
  /** It costs something else than the shopper saw. */
  | { ok: false; reason: 'delivery-fee'; fee: Rupees; message: string }

/**
 * Adds the delivery fee for this address to an order whose offers are decided.
 *
 * @param place `counter`: its buyer fetches it, so nothing is delivered
 * @param seen undefined: nobody has seen a fee yet
 */
export async function chargeDelivery(
  db: Db,
  settings: FeeSettings,
  { decision, place, seen }: { decision: Decided; place: Place | 'counter'; seen: Rupees | undefined },
): Promise<Charged> {
  const { lines, terms } = decision
  const fee = place === 'counter' ? 0 : await feeOf(db, settings, { lines, place })
  if (seen !== undefined && seen !== fee)
    return { ok: false, reason: 'delivery-fee', fee, message: changeText(fee, place) }
  if (fee === 0) return { ok: true, decision }
  return {
    ok: true,
    decision: { ...decision, totalAmount: decision.totalAmount + fee, terms: { ...terms, deliveryFee: fee } },
  }
}

/** Rupees for delivering these lines of an order, whose offers are decided. */
export async function feeOf(
  db: Db,
  settings: FeeSettings,
  { lines, place }: { lines: readonly OrderLine[]; place: Place },
): Promise<Rupees> {
  if (settings.deliveryFees.length === 0) return 0
  return feeFor(settings, { place, goods: orderTotal(lines), kg: await weigh(db, lines, settings) })
}

function changeText(fee: Rupees, place: Place | 'counter'): string {
  if (place === 'counter') return 'Picking it up costs nothing. Please check the total, then order again.'
  const now = fee === 0 ? 'Delivery to this address is free' : `Delivery to this address costs ${formatRupees(fee)}`
  return `${now}. Please check the total, then order again.`
}

type WeighedLine = LineIdentity & { quantity: number }

/** Kilograms that the delivery of these lines is charged by. */
async function weigh(db: Db, lines: readonly WeighedLine[], settings: FeeSettings): Promise<number> {
  const known = await listMeasures(db, [...new Set(lines.map(({ id }) => id))])
  const items = lines.map(({ id, sizeCode, selectedColor, quantity }) => {
    // Before a finish is chosen, any of the size weighs the same.
    const ofSize = known.filter((one) => one.productId === id && one.sizeCode === sizeCode)
    const found = ofSize.find(({ finish }) => finish === selectedColor) ?? ofSize[0]
    return { quantity, cm: found?.cm, kg: found?.kg }
  })
  return chargedKg(items, { cm: parseMeasures(settings.usualParcel), kg: settings.usualWeight || undefined })
}

/** The text of a cart: the fee, or the lowest while no pincode is known. */
export type QuotedFee = { fee: Rupees; isLowest: boolean }

/** The fee for lines whose goods cost each of these amounts; undefined: delivery is free, as specified. */
export async function quoteDelivery(
  db: Db,
  settings: FeeSettings,
  { lines, place, goods }: { lines: readonly WeighedLine[]; place: Place | undefined; goods: readonly Rupees[] },
): Promise<QuotedFee[] | undefined> {
  if (settings.deliveryFees.length === 0) return undefined
  const kg = await weigh(db, lines, settings)
  return goods.map((amount) =>
    place
      ? { fee: feeFor(settings, { place, kg, goods: amount }), isLowest: false }
      : {
          fee: lowestFee(settings, { kg, goods: amount }),
          isLowest: !(settings.freeFrom > 0 && amount >= settings.freeFrom),
        },
  )
}
