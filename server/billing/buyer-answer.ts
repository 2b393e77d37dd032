import type { User } from '#domain/accounts/user.ts'
import type { BuyerAnswer } from '#domain/billing/invoice.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import type { Shop } from '#server/shop.ts'
import { lockBuyerAnswer, updateBuyerAnswer } from './queries.ts'

/**
 * Records what a registered buyer did with a credit note in the Invoice Management System.
 *
 * @returns false: there is no such note
 */
export async function recordBuyerAnswer(
  { db }: Pick<Shop, 'db'>,
  admin: User,
  { id, answer }: { id: number; answer: BuyerAnswer },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const note = await lockBuyerAnswer(tx, id)
    if (!note?.buyerAnswer) return false
    if (note.buyerAnswer === answer) return true
    await updateBuyerAnswer(tx, id, answer)
    await insertAudit(tx, admin, {
      action: 'answer credit note',
      subject: `credit note ${note.number}`,
      before: { answer: note.buyerAnswer },
      after: { answer },
    })
    return true
  })
}
