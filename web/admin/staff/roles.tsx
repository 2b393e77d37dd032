import { Form, Link, useNavigation } from 'react-router'
import { isBuiltIn, OWNER, ROLE_NAME_MAX } from '#domain/accounts/staff.ts'
import { RIGHTS } from '#domain/permissions.ts'
import { type FormRefused, SaveForm } from '#web/admin/save-form.tsx'
import { RowAction } from '#web/admin/table/row-action.tsx'
import { Button, LinkButton } from '#web/ui/forms/button.tsx'
import { CheckboxField, Field, FieldError, HiddenFields } from '#web/ui/forms/field.tsx'
import type { StaffData } from './load-staff.ts'

const PATH = '/adminDashboard/staff'

type Role = StaffData['roles'][number]

/** The roles and their rights, in words. Owners can require two-step login for a role, and make roles of their own. */
export function Roles({ roles, isOwner }: Pick<StaffData, 'roles' | 'isOwner'>) {
  return (
    <section className="stack gap-3 apart" aria-labelledby="roles">
      <div className="cluster spread">
        <h2 id="roles">Roles</h2>
        {isOwner && (
          <LinkButton to={`${PATH}?role=`} variant="quiet" small>
            New role
          </LinkButton>
        )}
      </div>
      <ul className="lines">
        <li className="stack gap-2">
          <h3>{OWNER}</h3>
          <p className="quiet">
            Everything, as the role admin. Two-step login for owners is in <Link to={SECURITY}>Settings</Link>.
          </p>
        </li>
        {roles.map((role) => (
          <RoleItem key={role.name} role={role} isOwner={isOwner} />
        ))}
      </ul>
    </section>
  )
}

const SECURITY = '/adminDashboard/settings/security'

function RoleItem({ role, isOwner }: { role: Role; isOwner: boolean }) {
  const { name, rights, members, needsSecondFactor } = role
  const id = `role-${name.replace(/\W+/g, '-')}`
  return (
    <li className="stack gap-2" aria-labelledby={id}>
      <div className="cluster spread">
        <h3 id={id}>
          {name} <span className="badge">{members === 1 ? '1 member' : `${members} members`}</span>
        </h3>
        {isOwner && !isBuiltIn(name) && (
          <div className="cluster gap-2">
            <LinkButton to={`${PATH}?role=${encodeURIComponent(name)}`} variant="quiet" small aria-describedby={id}>
              Edit
            </LinkButton>
            {members === 0 && (
              <RowAction
                action={PATH}
                fields={{ intent: 'delete-role', name }}
                describedBy={id}
                confirm={{
                  question: `Delete the role ${name}?`,
                  text: 'Open invites to it stop working.',
                  action: 'Delete',
                }}
              >
                Delete
              </RowAction>
            )}
          </div>
        )}
      </div>
      <details className="underlined">
        <summary>
          {rights.length === 0 ? 'No rights: this role opens nothing' : `What it may do (${rights.length})`}
        </summary>
        <ul>{wordsOf(rights)}</ul>
      </details>
      {isOwner && isBuiltIn(name) ? (
        <FactorForm name={name} isRequired={needsSecondFactor} describedBy={id} />
      ) : (
        <p className="quiet">{needsSecondFactor ? 'Two-step login is required.' : 'Two-step login is not required.'}</p>
      )}
    </li>
  )
}

function wordsOf(rights: readonly string[]) {
  return Object.values(RIGHTS).flatMap((group) =>
    Object.entries(group)
      .filter(([right]) => rights.includes(right))
      .map(([right, words]) => <li key={right}>{words}</li>),
  )
}

function FactorForm({ name, isRequired, describedBy }: { name: string; isRequired: boolean; describedBy: string }) {
  const form = useNavigation().formData
  const busy = form?.get('intent') === 'require-factor' && form.get('name') === name
  return (
    <Form method="post" action={PATH} className="cluster" aria-labelledby={describedBy}>
      <HiddenFields of={{ intent: 'require-factor', name }} />
      <CheckboxField
        key={String(isRequired)}
        label="Two-step login required"
        name="needsSecondFactor"
        isChecked={isRequired}
      />
      <Button type="submit" variant="quiet" small busy={busy} aria-describedby={describedBy}>
        Save
      </Button>
    </Form>
  )
}

type RoleFormProps = { edited: Role | undefined; seen: string | undefined; refused: FormRefused | undefined }

/** An own role: the rights of the permission table, in words and by group. */
export function RoleForm({ edited, seen, refused }: RoleFormProps) {
  const chosen = refused?.rights ?? edited?.rights ?? []
  const hasFactor = refused ? 'needsSecondFactor' in refused.values : edited?.needsSecondFactor === true
  return (
    <section className="stack narrow" aria-labelledby="role-heading">
      <h2 id="role-heading">{edited ? `Role ${edited.name}` : 'New role'}</h2>
      {/* The form's own address, so that a refused form is shown again, without scripts too. */}
      <SaveForm
        intent="save-role"
        action={`${PATH}?role=${encodeURIComponent(edited?.name ?? '')}`}
        about={edited?.name}
        fields={{ seen: seen ?? '' }}
        refused={refused}
        values={{ name: edited?.name ?? '' }}
        labelledBy="role-heading"
      >
        {(field, problems) => (
          <>
            <Field
              label="Name"
              {...field('name')}
              required
              maxLength={ROLE_NAME_MAX}
              readOnly={edited !== undefined}
              autoComplete="off"
              hint={edited ? 'Members have the role by this name.' : 'Such as Weekend desk.'}
            />
            {Object.entries(RIGHTS).map(([group, rights]) => (
              <fieldset key={group} className="stack gap-2">
                <legend>{group}</legend>
                {Object.entries(rights).map(([right, words]) => (
                  <label key={right} className="check">
                    <input type="checkbox" name="rights" value={right} defaultChecked={chosen.includes(right)} />
                    {words}
                  </label>
                ))}
              </fieldset>
            ))}
            <FieldError id="rights" error={problems.rights} />
            <CheckboxField label="Two-step login required" name="needsSecondFactor" isChecked={hasFactor} />
            <p className="fine">The rights to open the pages of what you choose are added when you save.</p>
          </>
        )}
      </SaveForm>
      <p>
        <Link to={PATH}>Back to the staff</Link>
      </p>
    </section>
  )
}
