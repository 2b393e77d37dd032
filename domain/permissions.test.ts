import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Role, User } from './accounts/user.ts'
import {
  ALL_RIGHTS,
  backOfficeOf,
  grantOf,
  grantsOf,
  hasRight,
  homeOf,
  isRight,
  mayOpen,
  maySend,
  needsConfirmation,
  type Permission,
  permissions,
  STAFF_ROLES,
  withPages,
} from './permissions.ts'

type StaffRole = keyof typeof STAFF_ROLES
const member = (role: string, rights: readonly string[]): Pick<User, 'role' | 'staff'> => ({
  role: 'user',
  staff: { role, rights, needsSecondFactor: false },
})
const staff = (role: StaffRole) => member(role, STAFF_ROLES[role])

const FOR_ALL_STAFF = /^(GET|POST) \/adminDashboard\/(overview|views)\b/

/** What each role may do beyond a shopper: rows that match none of these are closed to it. */
const INTENDED: Record<StaffRole, readonly RegExp[]> = {
  // Everything but the security of others, and what only owners may.
  Manager: [/^(?!.*(sessions|security|connections|LIVE session|-role$|require-factor|import\/customers))/],
  // Orders to dispatch, labels and slips; no money, no export, no delete.
  Packer: [
    /^GET \/adminDashboard\/search$/,
    /^GET \/adminDashboard\/orders(\/:id)?$/,
    /^POST \/adminDashboard\/orders(\/:id)? (?!.*(delete|cancellation|take-back|refund|paid|cash|note|address|save|new|quantity|remove-line))/,
    /^(GET|POST) \/adminDashboard\/dispatch\b/,
    /^GET \/adminDashboard\/(labels|courier-labels|packing-slips)$/,
    /^LIVE order$/,
  ],
  // Orders, messages, reviews, returns; no export, no settings.
  Support: [
    /^GET \/adminDashboard\/orders(\/:id)?$/,
    /^POST \/adminDashboard\/orders(\/:id)? (?!.*(deliver|dispatch|step|hand-over|book|courier|parcel|delete|(receive|remove|write-off)-cash))/,
    /^(GET|POST) \/adminDashboard\/orders\/(:id\/change|new)\b/,
    /^(GET|POST) \/adminDashboard\/(messages|emails|reviews|returns)\b/,
    /^GET \/returnPictures\b/,
    /^GET \/adminDashboard\/(users(\/:id)?|requests|search)$/,
    /^POST \/adminDashboard\/users\/:id note$/,
    /^GET \/returnPictures\b/,
    /^LIVE (order|message|review|return|email|user)$/,
  ],
  Catalogue: [
    /^GET \/adminDashboard(\/search)?$/,
    /^POST \/adminDashboard \S+$/,
    /^(GET|POST) \/adminDashboard\/(requests|collections|sizes|import(?!\/customers))\b/,
    /^(GET|POST) \/(addproduct|updateproduct)\b/,
  ],
  // Invoices, exports, cash; changes nothing else.
  Accountant: [
    /^GET \/adminDashboard\/(sales|orders|orders\/:id|search|invoices|gstr1|sales-ledger|export\/:table)$/,
    /^(GET|POST) \/adminDashboard\/cash\b/,
    /^POST \/adminDashboard\/orders\/:id (receive|remove|write-off)-cash$/,
    /^(GET \/bills\/:id(\/pdf)?|POST \/bills\/:id)$/,
    /^LIVE order$/,
  ],
}

const rows = Object.keys(permissions) as Permission[]

for (const role of Object.keys(INTENDED) as StaffRole[]) {
  test(`the role ${role} may do what is intended in each row, and else what a shopper may`, () => {
    for (const row of rows) {
      const asShopper = grantOf(row, { role: 'user' })
      const isOfStaff = grantsOf(row).includes('admin') && asShopper !== 'all'
      const isIntended = isOfStaff && [FOR_ALL_STAFF, ...INTENDED[role]].some((pattern) => pattern.test(row))
      assert.equal(grantOf(row, staff(role)), isIntended ? 'all' : asShopper, row)
    }
  })
}

test('no role exports, deletes or sees money that should not', () => {
  const may = (row: Permission) => Object.keys(STAFF_ROLES).filter((role) => grantOf(row, staff(role as StaffRole)))
  assert.deepEqual(may('GET /adminDashboard/export/:table'), ['Manager', 'Accountant'])
  assert.deepEqual(may('POST /adminDashboard/orders delete'), ['Manager'])
  assert.deepEqual(may('POST /adminDashboard/settings save-payment'), ['Manager'])
  assert.deepEqual(may('POST /adminDashboard/settings security'), [])
  const seesMoney = Object.keys(STAFF_ROLES).filter((role) => hasRight(staff(role as StaffRole), 'see money'))
  assert.deepEqual(seesMoney, ['Manager', 'Support', 'Accountant'])
})

test('a row with a right is an admin’s too, and closed to shoppers, sellers and guests', () => {
  for (const row of rows) {
    if (!grantsOf(row).some(isRight)) continue
    assert.equal(grantOf(row, { role: 'admin' }), 'all', row)
    for (const visitor of [undefined, { role: 'user' as Role }, { role: 'seller' as Role }])
      assert.notEqual(grantOf(row, visitor), 'all', row)
  }
})

test('every right opens something', () => {
  const used = new Set(rows.filter((row) => !FOR_ALL_STAFF.test(row)).flatMap(grantsOf))
  // Nothing is opened by it: it decides what an order shows.
  const inWords = new Set(['see money', 'change orders'])
  for (const right of ALL_RIGHTS) assert.ok(used.has(right) || inWords.has(right), right)
})

test('an own role has the rights that it names, and names of another version open nothing', () => {
  const desk = member('Desk', ['see orders', 'write notes', 'rule the world', '__proto__', 'admin', 'user'])
  assert.equal(grantOf('POST /adminDashboard/orders/:id note', desk), 'all')
  assert.equal(grantOf('POST /adminDashboard/orders/:id dispatch', desk), undefined)
  assert.equal(grantOf('GET /adminDashboard/settings', desk), undefined)
  assert.equal(hasRight(desk, 'admin'), false)
})

test('who may change only texts opens their list and each of them, and no other page of the settings', () => {
  const writer = member('Writer', ['change texts'])
  const open = ['/texts', '/texts/faq', '/wordings', '/wordings/paid-now'].map(
    (end) => `/adminDashboard/settings${end}`,
  )
  for (const path of open) assert.ok(mayOpen(writer, path), path)
  for (const path of ['/adminDashboard/settings', '/adminDashboard/settings/shop', '/adminDashboard/settings/security'])
    assert.equal(mayOpen(writer, path), false, path)
})

test('a right brings the page on which it is used', () => {
  assert.deepEqual(withPages(['dispatch orders']), ['see orders', 'dispatch orders'])
  assert.deepEqual(withPages(['delete products']), ['see products', 'delete products'])
  assert.deepEqual(withPages(['see invoices']), ['see money', 'see invoices'])
  assert.deepEqual(withPages(['send emails']), ['see money', 'send emails'])
  for (const rights of Object.values(STAFF_ROLES)) assert.deepEqual(withPages(rights), rights)
  assert.deepEqual(withPages([]), [])
})

test('links and buttons ask whether an address may be opened and a form sent', () => {
  const packer = staff('Packer')
  for (const address of [
    '/adminDashboard/orders',
    '/admindashboard/orders/17?x=1#y',
    '/adminDashboard/overview',
    '/cart',
    '/',
    '/bills/17',
  ])
    assert.equal(mayOpen(packer, address), true, address)
  for (const address of ['/adminDashboard', '/adminDashboard/sales', '/adminDashboard/export/orders', '/addproduct'])
    assert.equal(mayOpen(packer, address), false, address)
  assert.equal(mayOpen({ role: 'admin' }, '/adminDashboard/export/orders'), true)
  assert.equal(mayOpen(undefined, '/account'), false)
  assert.equal(maySend(packer, '/adminDashboard/dispatch?orders=17', 'dispatch'), true)
  assert.equal(maySend(packer, '/adminDashboard/orders/17', 'step'), true)
  assert.equal(maySend(packer, '/adminDashboard/orders', 'delete'), false)
  assert.equal(maySend(packer, '/adminDashboard/orders', 'made up'), false)
  assert.equal(maySend(staff('Accountant'), '/adminDashboard/cash', 'accept'), true)
})

test('staff begin where their work is, and everyone else where the specification says', () => {
  assert.equal(homeOf({ role: 'admin' }), '/adminDashboard')
  assert.equal(homeOf({ role: 'seller' }), '/sellerDashboard')
  assert.equal(homeOf({ role: 'user' }), '/userDashboard')
  assert.equal(homeOf(staff('Packer')), '/adminDashboard/orders')
  assert.equal(homeOf(staff('Catalogue')), '/adminDashboard')
  // A role whose rights this version does not know.
  assert.equal(homeOf(member('Old', ['rule the world'])), '/userDashboard')
  assert.equal(backOfficeOf({ role: 'user' }), undefined)
})

test('saving or removing keys of services, and the way of emails, asks for the password or a factor again', () => {
  for (const row of [
    'POST /adminDashboard/settings/connections save',
    'POST /adminDashboard/settings/connections remove',
    'POST /adminDashboard/settings save-messages',
  ] as const)
    assert.equal(needsConfirmation(row), true, row)
  assert.equal(needsConfirmation('POST /adminDashboard/settings/connections test'), false)
})
