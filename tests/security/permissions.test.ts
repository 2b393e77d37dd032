// Sends a request for every row of domain/permissions.ts as every role and as each role of staff, and compares the responses
// with the table. A row without a sample request in tests/support/permissions/route-requests.ts fails.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Role } from '#domain/accounts/user.ts'
import {
  type Grant,
  grantOf,
  grantsOf,
  isBackOffice,
  type Permission,
  permissions,
  STAFF_ROLES,
} from '#domain/permissions.ts'
import { makeReturn } from '#tests/support/permissions/customer-requests.ts'
import {
  type Answer,
  type Ask,
  openWorld,
  type Person,
  people,
  type StaffName,
  staff,
  type World,
} from '#tests/support/permissions/permissions-harness.ts'
import { samples } from '#tests/support/permissions/route-requests.ts'
import { listRoutes } from '#tests/support/permissions/routes.ts'
import { asksAgain, isBeyondShoppers, isFor, visitor } from '#tests/support/permissions/rows.ts'

const table = new Map<Permission, readonly Grant[]>(
  (Object.keys(permissions) as Permission[]).map((name) => [name, grantsOf(name)]),
)
const routes = listRoutes()
let world: World

before(async () => {
  world = await openWorld()
})

after(() => world?.close())

test('a route, action or endpoint without a row does not start', () => {
  const page = { default: () => null }
  const read = { loader: () => null }
  const written = { action: () => null }
  assert.throws(() => world.startWith('nowhere', page), /Not in the table of permissions: GET \/nowhere$/)
  assert.throws(() => world.startWith('nowhere', read), /GET \/nowhere$/)
  assert.throws(() => world.startWith('nowhere', { ...read, ...written }), /GET \/nowhere, POST \/nowhere$/)
  assert.throws(() => world.startWith('allproduct', written), /POST \/allproduct$/)
  // Browsers open a page without a loader without a request.
  assert.throws(() => world.startWith('addproduct', page), /a loader of \/addproduct$/)
  assert.throws(() => world.startWithEndpoint('/debug'), /GET \/debug$/)
  assert.doesNotThrow(() => world.startWith('addproduct', { ...page, ...read, ...written }))
})

for (const intent of [undefined, '', 'approve all', 'constructor']) {
  test(`the intent ${intent} is refused, and changes nothing`, async () => {
    const state = await world.digest()
    const form = { id: String(world.ids.secret), ...(intent !== undefined && { intent }) }
    const answer = await world.ask('admin', { path: '/adminDashboard', form })
    assert.equal(answer.status, 400)
    assert.equal(await world.digest(), state)
    assert.match((await world.ask('seller', { path: '/adminDashboard', form })).location ?? '', /^\/login$/)
    assert.match((await world.ask('guest', { path: '/adminDashboard', form })).location ?? '', /^\/login\?next=/)
  })
}

test('every row of the permissions table names a route that exists and has a sample request', () => {
  const paths = new Set([...routes.map(({ path }) => path), ...world.endpoints, '/live', '/sandbox/*'])
  const asked = [...table.keys()].filter((name) => !name.startsWith('LIVE '))
  assert.deepEqual(
    asked.filter((name) => !paths.has(name.split(' ')[1] ?? '')),
    [],
  )
  assert.deepEqual(
    asked.filter((name) => !(name in samples)),
    [],
  )
})

test('nobody reads what frames an address that has an action alone', async () => {
  for (const path of ['/addproduct/save.data', '/updateproduct/1/save.data', '/sellerDashboard/addproduct/save.data'])
    assert.equal((await world.ask('guest', { path })).status, 401, path)
})

// Those for everyone first, while there are few products: a feed lists all of them.
const inOrder = [...table].sort(([, a], [, b]) => Number(b.includes('guest')) - Number(a.includes('guest')))
for (const [name, grants] of inOrder) {
  if (name.startsWith('LIVE ')) continue
  test(name, async () => {
    const ask = samples[name]
    assert.ok(ask, 'tests/support/permissions/route-requests.ts does not know how to ask for this')
    let request: Ask | undefined
    let owner: Person | undefined
    let state = ''
    let refused: string[] = []
    /** After several people, because each look costs as much as a request. */
    const assertUnchanged = async () => {
      if (refused.length > 0) assert.equal(await world.digest(), state, `${refused} have changed something`)
      refused = []
    }
    /** A refused request has changed nothing, so the next person may send the same one. */
    const requestOf = async (who: Person | StaffName): Promise<Ask> => {
      const asking = isStaff(who) ? 'admin' : who
      if (!request || (ask.length > 1 && asking !== owner)) {
        await assertUnchanged()
        request = await ask(world, asking)
        owner = asking
        state = await world.digest()
      }
      return request
    }
    const longAgo = (['user', 'seller', 'admin'] as const).find((role) => isFor(name, role))
    if (longAgo && !grants.includes('guest')) {
      const sent = await requestOf(longAgo)
      if (asksAgain(name)) {
        const { location } = await world.ask(longAgo, sent, { longAgo: true })
        assert.ok(location?.startsWith('/confirm?next='), `${location}, long after the password`)
        // Typed fields are kept until the password is given.
        state = await world.digest()
      }
    }
    const asking = listAsking(name, grants)
    const lastRefused = [isStaff, (who: Person | StaffName) => !isStaff(who)].map((isOfThese) =>
      asking.findLast((who) => isOfThese(who) && !mayEnter(name, who)),
    )
    for (const who of asking) {
      const sent = await requestOf(who)
      const isWay: boolean = mayEnter(name, who) && (sent.secret !== undefined || isOwner(grants, who))
      if (isWay) await assertUnchanged()
      // A row that does not ask for the password again opens as well long after it.
      const isLate = who === longAgo && !grants.includes('guest') && !asksAgain(name) && !sent.endsSession
      const answer: Answer = await world.ask(who, sent, { longAgo: isLate })
      const said = `${who} gets ${answer.status} ${answer.location ?? ''}`
      // No job runner here.
      assert.ok(answer.status < 500 || name === 'GET /readyz', said)
      assert.equal(isStaff(who) ? isLetInAsStaff(name, answer) : isLetIn(grants, answer), isWay, said)
      if (isLate) assert.equal(answer.location?.startsWith('/confirm?next=') ?? false, false, said)
      if (isLate && isWay && name.startsWith('GET ') && isBackOffice(name))
        assert.match(answer.type, /^text\/html/, 'what is downloaded from the back office asks for the password again')
      if (sent.secret !== undefined && !(isStaff(who) && isWay)) {
        const tells: boolean = (!isStaff(who) && sent.tells?.includes(who)) ?? (isWay && isOwner(grants, who))
        assert.equal(answer.text.includes(sent.secret), tells, `${said}, and the secret`)
      }
      if (!isWay) refused.push(who)
      if (isWay && !isStaff(who) && hasEffect(name)) {
        assert.ok(answer.status < 400, said)
        assert.notEqual(await world.digest(), state, `${said}, and nothing has changed`)
      }
      if (!isWay && name.startsWith('GET ')) await assertNoData(who, sent.path, lastRefused.includes(who))
      if (isWay) request = undefined
    }
    await assertUnchanged()
  })
}

/**
 * Those without permission first. Where nothing is anybody's own, one person of each role is enough; of the staff who may,
 * those with no right too many.
 */
function listAsking(name: Permission, grants: readonly Grant[]): (Person | StaffName)[] {
  const isOwned = grants.some((grant) => grant.endsWith(': own'))
  const entering = staff.filter((who) => mayEnter(name, who))
  const hasMore = (who: StaffName) =>
    entering.some((other) => other !== who && STAFF_ROLES[other].every((right) => has(STAFF_ROLES[who], right)))
  return [
    ...people.filter((who) => isOwned || !who.startsWith('other')),
    ...(isBeyondShoppers(name) ? staff.filter((who) => !entering.includes(who) || !hasMore(who)) : []),
  ].sort((a, b) => Number(mayEnter(name, a)) - Number(mayEnter(name, b)))
}

const has = (rights: readonly string[], right: string) => rights.includes(right)

/** React Router can request a page's data without the page, or one route's part of it. */
async function assertNoData(who: Person | StaffName, path: string, inParts: boolean): Promise<void> {
  const parts = routes
    // The frame's part is for every member of the staff.
    .filter((route) => inParts && route.matches(path) && !(isStaff(who) && route.path === ''))
    .map(({ id }) => `?_routes=${encodeURIComponent(id)}`)
  // The frame of the back office shows one's own address.
  const own = who === 'guest' || isStaff(who) ? undefined : world.users[who].email
  for (const search of ['', ...parts]) {
    const { text } = await world.ask(who, { path: `${path.split('?')[0]}.data${search}` })
    for (const secret of world.secrets.filter((one) => one !== own))
      assert.equal(text.includes(secret), false, `${who} reads ${secret} at ${path}${search}`)
  }
}

function isStaff(who: Person | StaffName): who is StaffName {
  return (staff as readonly string[]).includes(who)
}

function roleOf(who: Person): Role | 'guest' {
  return who === 'otherUser' ? 'user' : who === 'otherSeller' ? 'seller' : who
}

function mayEnter(name: Permission, who: Person | StaffName): boolean {
  if (isStaff(who)) return grantOf(name, visitor(who)) === 'all'
  const role = roleOf(who)
  return grantOf(name, role === 'guest' ? undefined : { role }) !== undefined
}

/** The requested record belongs to `user`, `seller` or `admin`, never to the other person of that role. */
function isOwner(grants: readonly Grant[], who: Person | StaffName): boolean {
  return isStaff(who) || grants.includes(roleOf(who)) || !who.startsWith('other')
}

function isLetIn(
  grants: readonly Grant[],
  { status, location }: { status: number; location: string | undefined },
): boolean {
  if (grants.includes('payment provider') || grants.includes('message provider')) return status < 400
  // Logging out redirects everybody to /login.
  if (grants.includes('guest')) return status !== 401 && status !== 403
  return ![401, 403, 404].includes(status) && !location?.startsWith('/login')
}

/** Others are sent to the login or to their own first page, or told so. A document may be refused: nothing is to be printed. */
function isLetInAsStaff(name: Permission, { status, location }: Answer): boolean {
  const isRefused = [401, 403, 404].includes(status) || /^\/(login|adminDashboard\/orders$)/.test(location ?? '')
  return !isRefused && status < (name.startsWith('GET ') ? 410 : 400)
}

/** For these actions the test checks not only access but also the effect; a preview, a test and what Meta is asked have none. */
function hasEffect(name: string): boolean {
  return (
    /^POST \/(admin|seller|addproduct|updateproduct)/.test(name) &&
    !/ (preview|draft|test|test-messages|submit)$/.test(name)
  )
}

const touched: Record<string, { kind: string; owner: Person; touch: (world: World) => Promise<unknown> }[]> = {
  'LIVE product': [{ kind: 'product', owner: 'guest', touch: (world) => world.touch('products', world.ids.pot) }],
  'LIVE settings': [
    {
      kind: 'settings',
      owner: 'guest',
      touch: (world) =>
        world.sql(`insert into settings (name, value) values ('facebook', to_jsonb(now()::text))
          on conflict (name) do update set value = excluded.value`),
    },
  ],
  'LIVE order': (['user', 'seller'] as const).map((owner) => ({
    kind: 'order',
    owner,
    touch: (world) => world.touch('orders', world.ids.orders[owner]),
  })),
  'LIVE user': (['user', 'seller'] as const).map((owner) => ({
    kind: 'user',
    owner,
    touch: (world) => world.touch('"user"', world.users[owner].userId),
  })),
  'LIVE wishlist': (['user', 'seller'] as const).map((owner) => ({
    kind: 'wishlist',
    owner,
    touch: (world) =>
      world.sql('insert into wishlist_items (user_id, product_id) values ($1, $2)', [
        world.users[owner].userId,
        world.ids.sold,
      ]),
  })),
  'LIVE message': [
    {
      kind: 'message',
      owner: 'guest',
      touch: (world) =>
        world.sql(`insert into contact_messages (name, email, phone, message)
          values ('Meera', 'meera@gamla.example', '9845000012', 'Hello')`),
    },
  ],
  'LIVE review': [
    {
      kind: 'review',
      owner: 'guest',
      touch: (world) =>
        world.sql(`insert into reviews (product_id, order_id, position, stars, text, shown_as)
          values (1, 999, 0, 5, 'Good.', '')`),
    },
  ],
  'LIVE return': [{ kind: 'return', owner: 'guest', touch: (world) => makeReturn(world.sql) }],
  'LIVE email': [{ kind: 'email', owner: 'guest', touch: (world) => world.makeFailedEmail() }],
  'LIVE session': [{ kind: 'session', owner: 'guest', touch: (world) => world.makeSession('user') }],
  'LIVE sale': [
    {
      kind: 'sale',
      owner: 'seller',
      touch: (world) =>
        world.sql('update order_lines set title = title || $1 where seller_id = $2', ['.', world.users.seller.userId]),
    },
  ],
}

for (const [name, grants] of table) {
  if (!name.startsWith('LIVE ')) continue
  test(name, async () => {
    assert.ok(touched[name], 'nobody here knows how to make this happen')
    for (const { kind, owner, touch } of touched[name]) {
      const told = await world.listen(kind, () => touch(world))
      const expected = people.filter((who) => grants.includes(roleOf(who)) || (who === owner && mayEnter(name, who)))
      assert.deepEqual(told, expected, `of ${owner}`)
    }
  })
}
