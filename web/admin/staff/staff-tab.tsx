import { data, redirect, useSearchParams } from 'react-router'
import { STAFF_PROBLEMS } from '#domain/accounts/invite.ts'
import { changeMember, deleteOwnRole, withdrawInvite } from '#server/accounts/staff.ts'
import { addressContext, getUser, shopContext } from '#server/contexts.ts'
import { readForm } from '#server/http/forms.ts'
import { skipRevalidationOnFailure } from '#web/admin/action-result.ts'
import { type FormRefused, refusedForm, sendForm } from '#web/admin/form-refused.ts'
import { confirmFirst, runAction } from '#web/admin/run-action.ts'
import { ActionResultMessage } from '#web/admin/table/action-result-message.tsx'
import { CONNECTION_LOST, retryAfter, textField } from '#web/form-actions.ts'
import { privatePageMeta } from '#web/page-meta.ts'
import { FormMessage } from '#web/ui/forms/field.tsx'
import { useLastResult } from '#web/ui/forms/use-last-result.ts'
import type { Route } from './+types/staff-tab'
import { InviteForm, Invites } from './invites.tsx'
import { loadStaff } from './load-staff.ts'
import { Members } from './members.tsx'
import { RoleForm, Roles } from './roles.tsx'
import { saves } from './save-staff.ts'

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
  const [shop, user, address] = [context.get(shopContext), getUser(context), context.get(addressContext)]
  const form = await readForm(request)
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
    const [userId, seen] = [textField(form, 'userId'), textField(form, 'seen')]
    const removed = await changeMember(shop, user, { userId, seen, next: undefined })
    if (!removed.ok) return STAFF_PROBLEMS[removed.reason]
    shop.securityLog.record('role-changed', { account: userId, address, by: user.userId, to: 'user' })
    return true
  })
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return sendForm(request, serverAction, (intent) => (intent in buttons ? CONNECTION_LOST : undefined))
}

export const headers: Route.HeadersFunction = retryAfter

export const shouldRevalidate = skipRevalidationOnFailure

export const meta: Route.MetaFunction = (args) =>
  privatePageMeta(args, { title: 'Staff', description: 'Who works in the back office, and what they may do.' })

const DONE: Record<string, string> = {
  invited: 'The invite is on its way. Its link works once, for seven days.',
  changed: 'Role changed. It counts at once, in open pages too.',
  role: 'Role saved.',
}

export default function StaffTab({ loaderData, actionData }: Route.ComponentProps) {
  const last = useLastResult(actionData)
  const [params] = useSearchParams()
  const refused = last && 'problems' in last ? last : undefined
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
      {last && !('problems' in last) && <ActionResultMessage answer={last} />}
      {elsewhere && <FormMessage alert>{elsewhere.problems.form}</FormMessage>}
      <Members {...loaderData} />
      <InviteForm key={`${params}`} roles={loaderData.grantable} refused={of('invite')} />
      {loaderData.invites.length > 0 && <Invites invites={loaderData.invites} />}
      <Roles roles={loaderData.roles} isOwner={loaderData.isOwner} />
    </div>
  )
}
