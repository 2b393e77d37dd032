import { Form, useNavigation } from 'react-router'
import type { FormRefused } from '#web/admin/save-form.tsx'
import { RowAction } from '#web/admin/table/row-action.tsx'
import { useProblems } from '#web/client/problems.ts'
import { type Column, Table } from '#web/ui/admin/table.tsx'
import { DateTime } from '#web/ui/date-time.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { Field, FormMessage, fieldsOf } from '#web/ui/forms/field.tsx'
import { Options } from '#web/ui/forms/options.tsx'
import type { StaffData } from './load-staff.ts'

const PATH = '/adminDashboard/staff'

/** @param roles the names of those that this person may give */
export function InviteForm({ roles, refused }: { roles: readonly string[]; refused: FormRefused | undefined }) {
  const busy = useNavigation().formData?.get('intent') === 'invite'
  const { form, problems } = useProblems(refused)
  const field = fieldsOf<string>(refused?.values, problems)
  return (
    <section className="stack gap-3 apart" aria-labelledby="invite">
      <h2 id="invite">Invite a person</h2>
      <p className="quiet">
        They get an email with a link. It works once, for seven days, and only for the account of this address.
      </p>
      <Form method="post" action={PATH} className="form in-line" noValidate ref={form}>
        <input type="hidden" name="intent" value="invite" />
        <Field label="Email" {...field('email')} type="email" autoComplete="off" required maxLength={254} />
        <Field as="select" label="Role" {...field('role')} required>
          <option value="">Choose a role</option>
          <Options of={roles} />
        </Field>
        <Button type="submit" busy={busy}>
          Invite
        </Button>
      </Form>
      {problems.form && <FormMessage alert>{problems.form}</FormMessage>}
    </section>
  )
}

export function Invites({ invites }: Pick<StaffData, 'invites'>) {
  return (
    <section className="stack gap-3 apart" aria-labelledby="invites">
      <h2 id="invites">Invites</h2>
      <Table label="Open invites" rows={invites} keyOf={({ id }) => id} columns={COLUMNS} />
    </section>
  )
}

const COLUMNS: readonly Column<StaffData['invites'][number]>[] = [
  { heading: 'Email', kind: 'row', cell: ({ id, email }) => <span id={`invite-${id}`}>{email}</span> },
  { heading: 'Role', cell: ({ role }) => role },
  { heading: 'Invited by', cell: ({ inviter }) => inviter },
  {
    heading: 'Works until',
    cell: ({ expiresAt, isExpired }) => (
      <>
        <DateTime of={expiresAt} /> {isExpired && <span className="badge">Expired</span>}
      </>
    ),
  },
  {
    heading: 'Withdraw',
    kind: 'action',
    cell: ({ id, isOpen }) =>
      isOpen && (
        <RowAction action={PATH} fields={{ intent: 'withdraw', id }} describedBy={`invite-${id}`}>
          Withdraw
        </RowAction>
      ),
  },
]
