import { type BoxChoice, NO_BOX } from '#domain/orders/dispatch.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import { inBox, type PackedBox, type ParcelBox, packBoxes, parseMeasures } from '#domain/orders/pack.ts'
import type { LineQuantity } from '#domain/orders/shipment.ts'
import type { Db } from '#server/db/connection.ts'
import { findSettings } from '#server/settings/queries.ts'
import { readMeasures } from './queries.ts'

/** The owner's boxes for these units of an order; empty where the owner has set none. */
export async function proposeBoxes(db: Db, orderId: OrderId, lines: readonly LineQuantity[]): Promise<PackedBox[]> {
  const { items, boxes, usual } = await readItems(db, orderId, lines)
  return packBoxes(items, boxes, usual)
}

export type ChosenBox =
  | { ok: true; box: ParcelBox | undefined }
  /** `many-boxes`: no proposed box holds it all. */
  | { ok: false; reason: 'many-boxes' | 'box-gone' }

/** @param choice undefined: nobody was asked, so that what needs several boxes is sent without one */
export async function chooseBox(
  db: Db,
  orderId: OrderId,
  lines: readonly LineQuantity[],
  choice: BoxChoice | undefined,
): Promise<ChosenBox> {
  const { items, boxes, usual } = await readItems(db, orderId, lines)
  if (boxes.length === 0 || choice?.box === NO_BOX) return { ok: true, box: undefined }
  const chosen = boxes.find(({ name }) => name === choice?.box)
  if (choice?.box && !chosen) return { ok: false, reason: 'box-gone' }
  const packed = chosen ? [inBox(items, chosen, usual)] : packBoxes(items, boxes, usual)
  const [box] = packed
  if (!box || packed.length > 1) return choice ? { ok: false, reason: 'many-boxes' } : { ok: true, box: undefined }
  return { ok: true, box: { name: box.name, cm: box.cm, kg: choice?.kg ?? box.kg } }
}

/** Their measures and weights as their variants or sizes say, or as the owner has told for what has none. */
export async function readItems(db: Db, orderId: OrderId, lines: readonly LineQuantity[]) {
  const measures = await readMeasures(db, orderId)
  const { boxes, usualParcel, usualWeight } = await findSettings(db)
  const usual = { cm: parseMeasures(usualParcel), kg: usualWeight || undefined }
  const items = lines
    .filter(({ quantity }) => quantity > 0)
    .map(({ position, quantity }) => {
      const { cm, kg } = measures.get(position) ?? {}
      return { position, quantity, cm: cm ?? usual.cm, kg: kg ?? usual.kg }
    })
  return { items, boxes, usual }
}
