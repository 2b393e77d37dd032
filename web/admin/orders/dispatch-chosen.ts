import { data } from 'react-router'
import type { User } from '#domain/accounts/user.ts'
import { DESK_ORDERS_A_PAGE, parseOrderIds } from '#domain/admin-lists.ts'
import { dispatchMany } from '#server/parcels/dispatch.ts'
import type { Shop } from '#server/shop.ts'
import type { BulkResult } from './bulk-bar.tsx'
import { dispatchAnswer } from './desk-actions.ts'

/** Dispatches the chosen orders, and reports why any of them could not be sent. */
export async function dispatchChosen(shop: Shop, admin: User, { form, key }: { form: FormData; key: string | null }) {
  const ids = parseOrderIds(form)
  if (!key) return refuse('Please reload the page and try again.')
  if (ids.length === 0) return refuse('Choose at least one order.')
  if (ids.length > DESK_ORDERS_A_PAGE) return refuse(`Choose at most ${DESK_ORDERS_A_PAGE} orders.`)
  const done = await dispatchMany(shop, admin, { key, ids })
  const report = done.map(({ id, dispatched }) => ({ id, ...dispatchAnswer(dispatched) }))
  const sent = report.filter(({ ok }) => ok).length
  const unconfirmed = done.filter(({ dispatched }) => !dispatched.ok && dispatched.reason === 'unconfirmed').length
  const unbilled = done.filter(({ dispatched }) => dispatched.ok && !dispatched.issued.invoice).length
  const message = [
    `${sent} of ${ids.length} ${ids.length === 1 ? 'order' : 'orders'} dispatched.`,
    unconfirmed > 0 && `${unconfirmed} left out, awaiting confirmation.`,
    unbilled > 0 && `${unbilled} without an invoice: see Ready to sell.`,
  ]
  return data<BulkResult>(
    { ok: sent === ids.length, message: message.filter(Boolean).join(' '), report },
    { status: sent > 0 ? 200 : 409 },
  )
}

function refuse(message: string) {
  return data<BulkResult>({ ok: false, message }, { status: 400 })
}
