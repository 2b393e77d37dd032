import { data, redirect, useSearchParams } from 'react-router'
import { STAFF_PROBLEMS } from '#domain/accounts/invite.ts'
import { parseInvite, parseOwnRole } from '#domain/accounts/staff.ts'
import type { User } from '#domain/accounts/user.ts'
import type { Problems } from '#domain/form-fields.ts'
import {
  changeMember,
  deleteOwnRole,
  inviteStaff,
  requireFactorOf,
  saveOwnRole,
  withdrawInvite,
} from '#server/accounts/staff.ts'
import { getUser, shopContext } from '#server/contexts.ts'
import { tooManyRequests } from '#server/http/rate-limit.ts'
import type { Shop } from '#server/shop.ts'
import { skipRevalidationOnFailure } from '#web/admin/action-result.ts'
import { confirmFirst, readPress, runAction } from '#web/admin/run-action.ts'
import { type FormRefused, refusedForm, sendForm, useLastPress } from '#web/admin/save-form.tsx'
import { ActionResultMessage } from '#web/admin/table/action-result-message.tsx'
import { CONNECTION_LOST, NO_EMAIL_FOR_STAFF, retryAfter, textField } from '#web/form-actions.ts'
import { privateMeta } from '#web/page-meta.ts'
import { FormMessage } from '#web/ui/forms/field.tsx'
import type { Route } from './+types/staff-tab'
import { InviteForm, Invites } from './invites.tsx'
import { loadStaff } from './load-staff.ts'
import { Members } from './members.tsx'
import { RoleForm, Roles } from './roles.tsx'

const PATH = '/adminDashboard/staff'

export function loader({ context, request }: Route.LoaderArgs) {
  const asked = new URL(request.url).searchParams.get('role')
  return loadStaff(context.get(shopContext), getUser(context), asked)
}

const buttons = {
  withdraw: { done: 'Invite withdrawn', failed: 'This invite was taken or withdrawn already.' },
  remove: { done: 'Removed from the staff', failed: 'Failed to remove this person' },
  'delete-role': { done: 'Role deleted', failed: 'Someone has this role. Give them another one first.' },
}

export async function action({ context, request }: Route.ActionArgs) {
  const { shop, user, form, address } = await readPress({ context, request })
  const intent = textField(form, 'intent')
  const save = saves[intent]
  if (save) {
    const saved = await save({ shop, user, form, address })
    if (saved.ok) throw redirect(`${PATH}?done=${saved.done}`)
    const { problems, status, headers } = saved
    return data<FormRefused>(refusedForm(form, problems), { status, ...(headers && { headers }) })
  }
  if (intent === 'withdraw')
    return runAction(shop, buttons.withdraw, () => withdrawInvite(shop, user, textField(form, 'id')))
  if (intent === 'delete-role')
    return runAction(shop, buttons['delete-role'], () => deleteOwnRole(shop, user, textField(form, 'name')))
  if (intent !== 'remove') throw data('Unknown action.', { status: 400 })
  const confirmation = confirmFirst(request, form, `Remove ${textField(form, 'called')} from the staff?`)
  if (confirmation) return confirmation
  return runAction(shop, buttons.remove, async () => {
    const userId = textField(form, 'userId')
    const seen = textField(form, 'seen')
    const removed = await changeMember(shop, user, { userId, seen, next: undefined })
    if (!removed.ok) return STAFF_PROBLEMS[removed.reason]
    shop.securityLog.record('role-changed', { account: userId, address, by: user.userId, to: 'user' })
    return true
  })
}

export const clientAction = sendForm((intent) => (intent in buttons ? CONNECTION_LOST : undefined))

export const headers: Route.HeadersFunction = retryAfter

export const shouldRevalidate = skipRevalidationOnFailure

export const handle = { needsHeading: true }

export const meta = privateMeta({ title: 'Staff', description: 'Who works in the back office, and what they may do.' })

const DONE: Record<string, string> = {
  invited: 'The invite is on its way. Its link works once, for seven days.',
  changed: 'Role changed. It counts at once, in open pages too.',
  role: 'Role saved.',
}

export default function StaffTab({ loaderData, actionData }: Route.ComponentProps) {
  const { last, refused, answer } = useLastPress(actionData)
  const [params] = useSearchParams()
  const of = (intent: string) => (refused?.intent === intent ? refused : undefined)
  const { form } = loaderData
  if (form) return <RoleForm key={form.edited?.name} {...form} refused={of('save-role')} />
  const elsewhere = of('change') ?? of('require-factor')
  const done = !last && DONE[params.get('done') ?? '']
  return (
    <div className="stack minor">
      {done && (
        <FormMessage tone="good" alert>
          {done}
        </FormMessage>
      )}
      {answer && <ActionResultMessage answer={answer} />}
      {elsewhere && <FormMessage alert>{elsewhere.problems.form}</FormMessage>}
      <Members {...loaderData} />
      <InviteForm key={`${params}`} roles={loaderData.grantable} refused={of('invite')} />
      {loaderData.invites.length > 0 && <Invites invites={loaderData.invites} />}
      <Roles roles={loaderData.roles} isOwner={loaderData.isOwner} />
    </div>
  )
}

type Asked = { shop: Shop; user: User; form: FormData; address: string }
type Saved = { ok: true; done: string } | { ok: false; problems: Problems; status: number; headers?: Headers }

/** The forms of the page by their intent; domain/permissions.ts has a row for each. */
const saves: Record<string, (asked: Asked) => Promise<Saved>> = {
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
    const userId = textField(form, 'userId')
    const next = textField(form, 'role')
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
