import * as v from 'valibot'
import { formParser, line, type Parsed, parseWith, sender } from '#domain/form-fields.ts'
import { hasRight, isRight, type Right, STAFF_ROLES, type Visitor, withPages } from '#domain/permissions.ts'
import type { StaffProblem } from './invite.ts'
import type { User } from './user.ts'

/** The role of admins, which is no row of the roles. */
export const OWNER = 'Owner'
export const ROLE_NAME_MAX = 40

/** A role as the page of the staff shows it. Rights of a later version of the shop are left out. */
export type StaffRole = { name: string; rights: readonly string[]; needsSecondFactor: boolean }

/** The rights of a role, which are stored for own roles only. */
export function rightsOf(name: string, stored: readonly string[] | null): readonly string[] {
  if (stored) return stored
  return Object.entries(STAFF_ROLES).find(([known]) => known === name)?.[1] ?? []
}

export function isBuiltIn(name: string): boolean {
  return name === OWNER || Object.hasOwn(STAFF_ROLES, name)
}

/** Nobody gives, changes or takes away more than they have themselves; owners have everything. */
export function mayGrant(actor: Visitor, role: Pick<StaffRole, 'name' | 'rights'>): boolean {
  if (actor?.role === 'admin') return true
  return (
    role.name !== OWNER &&
    hasRight(actor, 'invite staff') &&
    role.rights.filter(isRight).every((right) => hasRight(actor, right))
  )
}

/** The role of an account as the page of the staff names it; undefined: no member of staff. */
export function roleOf({ role, staff }: Pick<User, 'role' | 'staff'>): Pick<StaffRole, 'name' | 'rights'> | undefined {
  if (role === 'admin') return { name: OWNER, rights: [] }
  return staff && { name: staff.role, rights: staff.rights }
}

/**
 * May `actor` give this person another role, or none?
 *
 * @param seen the role when the page was opened; undefined where it does not matter
 */
export function decideRole(
  actor: Visitor,
  person: Pick<User, 'role' | 'staff'> | undefined,
  next: Pick<StaffRole, 'name' | 'rights'> | undefined,
  { owners, seen }: { owners: number; seen: string | undefined },
): StaffProblem | undefined {
  const current = person && roleOf(person)
  if (!person) return 'not-found'
  if (seen !== undefined && (current?.name ?? '') !== seen) return 'changed'
  for (const role of [current, next]) if (role && !mayGrant(actor, role)) return 'not-allowed'
  if (person.role === 'seller') return 'is-seller'
  return current?.name === OWNER && next?.name !== OWNER && owners < 2 ? 'last-owner' : undefined
}

const role = v.pipe(line, v.minLength(1, 'Choose a role.'), v.maxLength(ROLE_NAME_MAX, 'Choose a role.'))

export const parseInvite = formParser(v.object({ email: sender.email, role }))

const nameSchema = v.object({
  name: v.pipe(
    line,
    v.minLength(1, 'Enter a name.'),
    v.maxLength(ROLE_NAME_MAX, `Use at most ${ROLE_NAME_MAX} characters.`),
    v.check(
      (name) => ![OWNER, ...Object.keys(STAFF_ROLES)].some((known) => known.toLowerCase() === name.toLowerCase()),
      'Every shop has a role of this name. Choose another name.',
    ),
  ),
})

export type OwnRole = { name: string; rights: Right[] }

/** An own role, with the rights that open the pages of the chosen ones. */
export function parseOwnRole(form: FormData): Parsed<OwnRole> {
  const parsed = parseWith(nameSchema, form)
  const chosen = form.getAll('rights').filter((right) => typeof right === 'string' && isRight(right)) as Right[]
  const rights = withPages(chosen)
  const problem = rights.length === 0 && 'Choose at least one right: a role without rights opens nothing.'
  if (!parsed.ok || problem)
    return { ok: false, problems: { ...(!parsed.ok && parsed.problems), ...(problem && { rights: problem }) } }
  return { ok: true, value: { ...parsed.value, rights } }
}
