import { ProviderRejectedError } from '#server/errors.ts'
import type { Shop } from '#server/shop.ts'
import { findRequestedAnswer, updateAnswer } from './answer-queries.ts'

/**
 * A job: tells the courier's system once; what it refuses is left to the desk.
 *
 * @throws ProviderUnavailableError when the job should be retried
 */
export async function answerCourier({ db, courier, log }: Pick<Shop, 'db' | 'courier' | 'log'>, id: number) {
  const found = await findRequestedAnswer(db, id)
  if (!found?.awb) return
  const { day, phone, address } = found.answer
  try {
    await courier.answerNotDelivered(found.awb, day === null ? undefined : { day, phone, address })
    await updateAnswer(db, id, { state: 'sent' })
  } catch (error) {
    if (!(error instanceof ProviderRejectedError)) throw error
    await updateAnswer(db, id, { state: 'desk', problem: error.reason ?? 'The courier gave no reason.' })
    log.error(`The courier refused answer ${id} about a parcel that was not delivered`, error)
  }
}
