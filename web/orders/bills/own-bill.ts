import { data, type RouterContextProvider } from 'react-router'
import { grantOf } from '#domain/permissions.ts'
import { parseId } from '#domain/text.ts'
import { findBill, type StoredBill } from '#server/billing/queries.ts'
import { getUser, shopContext } from '#server/contexts.ts'

/** A bill that this person may read. @throws a 404 for any other, so that nobody learns whether it exists */
export async function getOwnBill(context: Readonly<RouterContextProvider>, text: string): Promise<StoredBill> {
  const user = getUser(context)
  const id = parseId(text)
  const bill = id === undefined ? undefined : await findBill(context.get(shopContext).db, id)
  const isAllowed = grantOf('GET /bills/:id', user.role) === 'all' || bill?.userId === user.userId
  if (!bill || !isAllowed) throw data(null, { status: 404 })
  return bill
}
