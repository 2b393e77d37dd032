import { Form, useNavigation } from 'react-router'
import { RowAction } from '#web/admin/table/row-action.tsx'
import { type Column, Table } from '#web/ui/admin/table.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { HiddenFields } from '#web/ui/forms/field.tsx'
import { Options } from '#web/ui/forms/options.tsx'
import type { StaffData } from './load-staff.ts'

const PATH = '/adminDashboard/staff'

export function Members({ members, grantable, self }: Pick<StaffData, 'members' | 'grantable' | 'self'>) {
  return (
    <section className="stack gap-3" aria-labelledby="members">
      <h2 id="members">Members</h2>
      <Table
        label="Members of the staff"
        rows={members}
        keyOf={({ userId }) => userId}
        columns={columns(grantable, self)}
      />
    </section>
  )
}

type Member = StaffData['members'][number]

function columns(grantable: readonly string[], self: string): readonly Column<Member>[] {
  return [
    {
      heading: 'Name',
      kind: 'row',
      cell: ({ userId, name }) => (
        <span id={`member-${userId}`}>
          {name} {userId === self && <span className="badge">You</span>}
        </span>
      ),
    },
    { heading: 'Email', kind: 'wide', cell: ({ email }) => email },
    { heading: 'Two-step login', cell: ({ hasSecondFactor }) => (hasSecondFactor ? 'Set up' : 'None') },
    {
      heading: 'Role',
      kind: 'wide',
      cell: (member) => (member.isOpen ? <ChangeRole {...member} grantable={grantable} /> : member.role),
    },
    {
      heading: 'Remove',
      kind: 'action',
      cell: (member) => member.isOpen && <Remove member={member} isSelf={member.userId === self} />,
    },
  ]
}

function ChangeRole({ userId, name, role, grantable }: Member & { grantable: readonly string[] }) {
  const busy = useNavigation().formData?.get('userId') === userId
  return (
    <Form method="post" action={PATH} className="cluster gap-2 bottom">
      <HiddenFields of={{ intent: 'change', userId, seen: role }} />
      <div className="field">
        {/* A new element when the role changes elsewhere, so that it shows the stored one. */}
        <select key={role} name="role" defaultValue={role} aria-label={`Role of ${name}`}>
          <Options of={grantable} />
        </select>
      </div>
      <Button type="submit" variant="quiet" small busy={busy} aria-describedby={`member-${userId}`}>
        Save
      </Button>
    </Form>
  )
}

function Remove({ member: { userId, name, role }, isSelf }: { member: Member; isSelf: boolean }) {
  return (
    <RowAction
      action={PATH}
      fields={{ intent: 'remove', userId, seen: role, called: name }}
      describedBy={`member-${userId}`}
      confirm={{
        question: isSelf ? 'Remove yourself from the staff?' : `Remove ${name} from the staff?`,
        text: `${isSelf ? 'You lose' : `${name} loses`} access at once, also in open pages. The account stays.`,
        action: 'Remove',
      }}
    >
      Remove
    </RowAction>
  )
}
