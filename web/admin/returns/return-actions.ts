import type { User } from '#domain/accounts/user.ts'
import { parseDecline } from '#domain/returns/forms.ts'
import type { ReturnRequestId } from '#domain/returns/return-request.ts'
import { acknowledgeReturn, declineReturn } from '#server/returns/decide.ts'
import type { Shop } from '#server/shop.ts'
import type { DeskResult } from '#web/admin/action-result.ts'
import { FIX } from '#web/form-actions.ts'
import { findDeskAction } from './desk-return-actions.ts'

type Press = { shop: Shop; staff: User; id: ReturnRequestId; form: FormData }
type Answer = Omit<DeskResult, 'intent'>

/** Carries out a form of a return's page. */
export async function runReturnAction(intent: string, press: Press): Promise<Answer> {
  const settle = findDeskAction(intent)
  if (settle) return settle(press)
  return intent === 'decline' ? decline(press) : acknowledge(press)
}

async function acknowledge({ shop, staff, id }: Press): Promise<Answer> {
  const done = await acknowledgeReturn(shop, staff, id)
  return done.ok ? { ok: true, message: 'Acknowledged' } : { ok: false, message: REFUSALS[done.reason] }
}

async function decline({ shop, staff, id, form }: Press): Promise<Answer> {
  const parsed = parseDecline(form)
  if (!parsed.ok) return { ok: false, message: FIX, problems: parsed.problems }
  const done = await declineReturn(shop, staff, id, parsed.value.why)
  return done.ok ? { ok: true, message: 'Declined' } : { ok: false, message: REFUSALS[done.reason] }
}

const REFUSALS = {
  'not-found': 'This return no longer exists.',
  'not-allowed': 'Changed since you opened it. Reload to see the change.',
  'not-declinable': 'The shop is at fault, so money may not be refused.',
} as const
