import { countAttempts, type DeliveryAnswer, isExpectedBack } from '#domain/orders/not-delivered.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import type { Shipment } from '#domain/orders/shipment.ts'
import type { Db } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/enqueue.ts'
import { lockOrder } from '#server/orders/queries.ts'
import { type AnswerRow, insertAnswer, listAnswersOf } from '#server/parcels/answer-queries.ts'
import { listShipmentsOf, lockShipment } from '#server/parcels/queries.ts'
import type { Shop } from '#server/shop.ts'
import { requestLocked } from './cancel.ts'

export type Undelivered = {
  id: OrderId
  /** `waiting` for the buyer's answer, which is in `given` afterwards. */
  state: 'waiting' | 'answered' | 'back' | 'over'
  attempts: number
  given?: Pick<AnswerRow, 'answer' | 'day'>
}

/** The parcel of an order that its courier could not deliver, without its address; undefined: the order never had one. */
export async function readUndelivered(db: Db, id: OrderId): Promise<Undelivered | undefined> {
  const found = await findUndelivered(db, id)
  if (!found) return undefined
  const { shipment, attempts, given } = found
  if (shipment.step !== 'not-delivered') return { id, state: 'over', attempts }
  if (isExpectedBack(shipment.scans)) return { id, state: 'back', attempts }
  return given ? { id, state: 'answered', attempts, given } : { id, state: 'waiting', attempts }
}

async function findUndelivered(db: Db, id: OrderId) {
  const parcels = (await listShipmentsOf(db, id)).filter(({ scans }) =>
    scans.some(({ step }) => step === 'not-delivered'),
  )
  const shipment = parcels.find(({ step }) => step === 'not-delivered') ?? parcels.at(-1)
  if (!shipment) return undefined
  const attempts = countAttempts(shipment.scans)
  const answers = await listAnswersOf(db, [shipment.id])
  return { shipment, attempts, given: answers.find(({ attempt }) => attempt === attempts) }
}

/** Keeps what the buyer wants, once for each attempt, and tells the courier. To cancel asks the shop as well. */
export async function answerUndelivered(
  { db }: Pick<Shop, 'db'>,
  id: OrderId,
  answer: DeliveryAnswer,
): Promise<Undelivered | undefined> {
  return db.transaction(async (tx) => {
    const order = await lockOrder(tx, id)
    const found = order && (await findUndelivered(tx, id))
    const state = await readUndelivered(tx, id)
    if (!found || state?.state !== 'waiting') return state
    const { shipment, attempts: attempt } = found
    await lockShipment(tx, shipment.id)
    const isBooked = shipment.booking === 'booked' && shipment.awb !== undefined
    const row = { ...answer, shipmentId: shipment.id, attempt, state: isBooked ? 'requested' : 'desk' } as const
    const answerId = await insertAnswer(tx, row)
    if (answerId === undefined) return readUndelivered(tx, id)
    if (isBooked) await enqueueJob(tx, { job: 'answer-courier', answerId })
    if (answer.answer === 'cancel') await requestLocked(tx, order, CANCEL_REASON)
    return readUndelivered(tx, id)
  })
}

const CANCEL_REASON = 'The parcel was not delivered, and the buyer does not want it any more.'

/** A parcel that its courier could not deliver, with the buyer's last wish for it. */
export type UndeliveredParcel = Pick<Shipment, 'id' | 'orderId' | 'scans'> & { answer: AnswerRow | undefined }

/** Of these orders, as the list of the desk shows them. */
export async function listUndelivered(db: Db, ids: readonly OrderId[]): Promise<UndeliveredParcel[]> {
  const parcels = (await listShipmentsOf(db, ...ids)).filter(({ step }) => step === 'not-delivered')
  const answers = await listAnswersOf(
    db,
    parcels.map(({ id }) => id),
  )
  return parcels.map(({ id, orderId, scans }) => ({
    id,
    orderId,
    scans,
    answer: answers.findLast(({ shipmentId }) => shipmentId === id),
  }))
}
