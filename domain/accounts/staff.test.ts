import assert from 'node:assert/strict'
import { test } from 'node:test'
import { STAFF_ROLES } from '#domain/permissions.ts'
import { inviteProblem } from './invite.ts'
import { decideRole, mayGrant, OWNER, parseInvite, parseOwnRole, rightsOf } from './staff.ts'

function formOf(fields: Record<string, string>, rights: readonly string[] = []): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const right of rights) form.append('rights', right)
  return form
}

const staff = (role: string, rights: readonly string[] = rightsOf(role, null)) => ({
  role: 'user' as const,
  staff: { role, rights, needsSecondFactor: false },
})
const role = (name: string) => ({ name, rights: rightsOf(name, null) })

test('owners give every role, managers all but the owner’s, and nobody else gives any', () => {
  const names = [OWNER, ...Object.keys(STAFF_ROLES)]
  const given = (actor: Parameters<typeof mayGrant>[0]) => names.filter((name) => mayGrant(actor, role(name)))
  assert.deepEqual(given({ role: 'admin' }), names)
  assert.deepEqual(given(staff('Manager')), Object.keys(STAFF_ROLES))
  for (const name of ['Packer', 'Support', 'Catalogue', 'Accountant']) assert.deepEqual(given(staff(name)), [], name)
  for (const visitor of [undefined, { role: 'user' as const }, { role: 'seller' as const }])
    assert.deepEqual(given(visitor), [])
})

test('an own role with the right to invite gives what it has', () => {
  const lead = staff('Lead', ['invite staff', ...STAFF_ROLES.Packer])
  assert.equal(mayGrant(lead, role('Packer')), true)
  assert.equal(mayGrant(lead, role('Support')), false)
  assert.equal(mayGrant(lead, { name: OWNER, rights: [] }), false)
})

test('a change is refused with the reason that the person can act on', () => {
  const by = { role: 'admin' } as const
  const one = { owners: 1, seen: undefined }
  assert.equal(decideRole(by, undefined, role('Packer'), one), 'not-found')
  assert.equal(decideRole(by, staff('Packer'), role('Support'), { owners: 1, seen: 'Support' }), 'changed')
  assert.equal(decideRole(staff('Manager'), by, undefined, one), 'not-allowed')
  assert.equal(decideRole(by, { role: 'seller' }, role('Packer'), one), 'is-seller')
  assert.equal(decideRole(by, by, role('Packer'), one), 'last-owner')
  assert.equal(decideRole(by, by, role('Packer'), { ...one, owners: 2 }), undefined)
  assert.equal(decideRole(by, by, { name: OWNER, rights: [] }, one), undefined)
})

test('an invite works once, for its address, until its time', () => {
  const now = new Date('2026-11-24T12:00:00Z')
  const invite = { email: 'a@gamla.example', expiresAt: new Date('2026-11-24T12:00:01Z'), usedAt: null }
  const account = { email: 'a@gamla.example' }
  assert.equal(inviteProblem(invite, account, now), undefined)
  assert.equal(inviteProblem(invite, undefined, now), undefined)
  assert.equal(inviteProblem(undefined, account, now), 'unknown')
  assert.equal(inviteProblem({ ...invite, usedAt: now }, account, now), 'used')
  assert.equal(inviteProblem({ ...invite, expiresAt: now }, account, now), 'expired')
  assert.equal(inviteProblem(invite, { email: 'b@gamla.example' }, now), 'other-address')
})

test('an invite needs an email and a role', () => {
  const parsed = parseInvite(formOf({ email: ' Asha@Gamla.Example ', role: 'Packer' }))
  assert.deepEqual(parsed, { ok: true, value: { email: 'asha@gamla.example', role: 'Packer' } })
  const wrong = parseInvite(formOf({ email: 'asha' }))
  assert.deepEqual(wrong, { ok: false, problems: { email: 'Enter a valid email.', role: 'Choose a role.' } })
})

test('an own role has a name of its own and at least one right', () => {
  const parsed = parseOwnRole(formOf({ name: ' Desk ' }, ['write notes', 'rule the world']))
  assert.deepEqual(parsed, { ok: true, value: { name: 'Desk', rights: ['see orders', 'write notes'] } })
  const problemsOf = (name: string, rights: string[]) => {
    const answer = parseOwnRole(formOf({ name }, rights))
    return answer.ok ? {} : answer.problems
  }
  assert.match(problemsOf('Desk', []).rights ?? '', /a role without rights opens nothing/)
  assert.match(problemsOf('Desk', ['rule the world']).rights ?? '', /a role without rights opens nothing/)
  for (const name of ['owner', 'PACKER']) assert.match(problemsOf(name, ['see orders']).name ?? '', /another name/)
  assert.match(problemsOf('', ['see orders']).name ?? '', /Enter a name/)
  assert.match(problemsOf('x'.repeat(41), ['see orders']).name ?? '', /at most 40/)
})
