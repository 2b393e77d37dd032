import type { User } from '#domain/accounts/user.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import { grantOf } from '#domain/permissions.ts'
import { type AskableLine, type ReturnSettings, unitsLeft } from '#domain/returns/ask.ts'
import { findOrder } from '#server/orders/queries.ts'
import { sendPicture } from '#server/pictures/pictures.ts'
import { findSettings } from '#server/settings/queries.ts'
import type { Shop } from '#server/shop.ts'
import { findReturnPicture, listAskable } from './queries.ts'

export type ReturnFormLine = Pick<AskableLine, 'position' | 'title' | 'available'> & {
  /** Such as `C02 · Grey Stone`. */
  choice: string
  /** Units that can still be asked for. */
  left: number
}
export type ReturnForm = {
  /** Something of the order has left the shop, and it is not cancelled. */
  isOpen: boolean
  lines: ReturnFormLine[]
  settings: Pick<ReturnSettings, 'changedMindGives'>
}

/** The lines and wishes of a buyer's form; undefined: there is no such order, or it is another person's. */
export async function readReturnForm(
  { db }: Pick<Shop, 'db'>,
  { userId }: Pick<User, 'userId'>,
  id: OrderId,
): Promise<ReturnForm | undefined> {
  const order = await findOrder(db, id)
  if (order?.userId !== userId) return undefined
  const lines = await listAskable(db, id)
  const { changedMindGives } = await findSettings(db)
  return {
    isOpen: order.cancel !== 'cancelled' && lines.some(({ sent }) => sent > 0),
    lines: lines.flatMap((line, index) => {
      const left = unitsLeft(line)
      const ordered = order.cartItems[index]
      const choice = ordered ? [ordered.sizeCode, ordered.selectedColor].filter(Boolean).join(' · ') : ''
      return left > 0 ? [{ position: line.position, title: line.title, available: line.available, choice, left }] : []
    }),
    settings: { changedMindGives },
  }
}

const PICTURE = /^[\da-f-]{36}$/

/** Sends a file of a picture of a request: to its buyer and to staff who settle returns. */
export async function sendReturnPicture(
  shop: Pick<Shop, 'db' | 'images' | 'log'>,
  user: User,
  { picture, file }: { picture: string; file: string },
): Promise<Response> {
  const folder = `buyerPictures/${picture}`
  const found = PICTURE.test(picture) ? await findReturnPicture(shop.db, folder) : undefined
  const isAllowed = found && (found.userId === user.userId || grantOf('LIVE return', user) === 'all')
  return sendPicture(shop, isAllowed ? folder : undefined, file, { isPublic: false })
}
