import { STAFF_PROBLEMS } from '#domain/accounts/invite.ts'
import { parseInvite, parseOwnRole } from '#domain/accounts/staff.ts'
import type { User } from '#domain/accounts/user.ts'
import type { Problems } from '#domain/form-fields.ts'
import { changeMember, inviteStaff, requireFactorOf, saveOwnRole } from '#server/accounts/staff.ts'
import { tooManyRequests } from '#server/http/rate-limit.ts'
import type { Shop } from '#server/shop.ts'
import { NO_EMAIL_FOR_STAFF, textField } from '#web/form-actions.ts'

type Asked = { shop: Shop; user: User; form: FormData; address: string }
type Saved = { ok: true; done: string } | { ok: false; problems: Problems; status: number; headers?: Headers }

/** The forms of the page by their intent; domain/permissions.ts has a row for each. */
export const saves: Record<string, (asked: Asked) => Promise<Saved>> = {
  async invite({ shop, user, form, address }) {
    const parsed = parseInvite(form)
    if (!parsed.ok) return { ...parsed, status: 400 }
    const invited = await inviteStaff(shop, user, { ...parsed.value, address })
    if (invited.ok) return { ok: true, done: 'invited' }
    if (invited.reason === 'too-many') {
      const { status, headers } = tooManyRequests(invited.tooMany)
      return { ok: false, problems: { form: invited.tooMany.message }, status, headers: new Headers(headers) }
    }
    return { ok: false, problems: INVITE_PROBLEMS[invited.reason], status: 409 }
  },

  async change({ shop, user, form, address }) {
    const [userId, next] = [textField(form, 'userId'), textField(form, 'role')]
    const changed = await changeMember(shop, user, { userId, seen: textField(form, 'seen'), next })
    if (!changed.ok) return { ok: false, problems: { form: STAFF_PROBLEMS[changed.reason] }, status: 409 }
    shop.securityLog.record('role-changed', { account: userId, address, by: user.userId, to: next })
    return { ok: true, done: 'changed' }
  },

  async 'save-role'({ shop, user, form }) {
    const parsed = parseOwnRole(form)
    if (!parsed.ok) return { ...parsed, status: 400 }
    const more = { seen: textField(form, 'seen'), needsSecondFactor: form.has('needsSecondFactor') }
    const saved = await saveOwnRole(shop, user, { ...parsed.value, ...more })
    if (saved.ok) return { ok: true, done: 'role' }
    const problems: Problems =
      saved.reason === 'taken' ? { name: 'There is a role of this name already.' } : { form: STAFF_PROBLEMS.changed }
    return { ok: false, problems, status: 409 }
  },

  async 'require-factor'({ shop, user, form }) {
    const role = { name: textField(form, 'name'), isRequired: form.has('needsSecondFactor') }
    if (await requireFactorOf(shop, user, role)) return { ok: true, done: 'role' }
    return { ok: false, problems: { form: 'This role no longer exists.' }, status: 409 }
  },
}

const INVITE_PROBLEMS: Record<'no-email' | 'is-staff' | 'is-seller' | 'not-allowed' | 'no-role', Problems> = {
  'no-email': { form: NO_EMAIL_FOR_STAFF },
  'is-staff': { email: 'This person is a member of staff already. Change their role below.' },
  'is-seller': { email: STAFF_PROBLEMS['is-seller'] },
  'not-allowed': { role: STAFF_PROBLEMS['not-allowed'] },
  'no-role': { role: 'This role no longer exists. Choose another one.' },
}
