import { data, type RouterContextProvider } from 'react-router'
import { grantOf } from '#domain/permissions.ts'
import { parseId } from '#domain/text.ts'
import { findInvoice, type StoredInvoice } from '#server/billing/queries.ts'
import { getUser, shopContext } from '#server/contexts.ts'

/** An invoice that this person may read. @throws a 404 for any other, so that nobody learns whether it exists */
export async function getOwnInvoice(context: Readonly<RouterContextProvider>, text: string): Promise<StoredInvoice> {
  const user = getUser(context)
  const id = parseId(text)
  const invoice = id === undefined ? undefined : await findInvoice(context.get(shopContext).db, id)
  const isAllowed = grantOf('GET /bills/:id', user) === 'all' || invoice?.userId === user.userId
  if (!invoice || !isAllowed) throw data(null, { status: 404 })
  return invoice
}
