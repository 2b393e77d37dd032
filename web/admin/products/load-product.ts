import { data } from 'react-router'
import type { User } from '#domain/account.ts'
import type { EditableProduct } from '#domain/catalog/product-form.ts'
import { messages } from '#domain/messages.ts'
import { findEditableProduct } from '#server/catalog/products.ts'
import type { Shop } from '#server/shop.ts'

/** The product behind an update form. @throws an answer: missing, or not to be read just now */
export async function loadEditableProduct(shop: Shop, user: User, id: string): Promise<EditableProduct> {
  const found = /^[1-9]\d{0,14}$/.test(id) ? await read(shop, user, Number(id)) : undefined
  if (!found) throw data(messages.productLoadFailed, { status: 404 })
  return found
}

async function read(shop: Shop, user: User, id: number) {
  try {
    return await findEditableProduct(shop, user, id)
  } catch (error) {
    shop.log.error(messages.productLoadFailed, error)
    throw data(messages.productLoadFailed, { status: 503 })
  }
}
