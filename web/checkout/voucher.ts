import { data } from 'react-router'
import { VOUCHER } from '#domain/vouchers/voucher.ts'
import { addressContext, getUser, shopContext } from '#server/contexts.ts'
import { readForm } from '#server/http/forms.ts'
import { tooManyRequests } from '#server/http/rate-limit.ts'
import { findOwnVoucher } from '#server/vouchers/own.ts'
import { CONNECTION_LOST, textField } from '#web/form-actions.ts'
import type { Route } from './+types/voucher'

/** Tells what a voucher of this account pays at most. Reads only: it is spent by the order, and held by an open payment. */
export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const user = getUser(context)
  const typed = textField(await readForm(request), VOUCHER)
  const found = await findOwnVoucher(shop, user, { typed, address: context.get(addressContext) })
  if (found.ok) return found
  const { message, retryAfter } = found
  return data(refused(message), retryAfter === undefined ? { status: 409 } : tooManyRequests({ message, retryAfter }))
}

/** The typed code stays when the connection is lost. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return serverAction().catch(() => refused(CONNECTION_LOST))
}

function refused(message: string) {
  return { ok: false as const, problems: { [VOUCHER]: message } }
}
