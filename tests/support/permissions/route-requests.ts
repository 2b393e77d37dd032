import sharp from 'sharp'
import { permissions } from '#domain/permissions.ts'
import { SECTIONS, type SectionName } from '#domain/settings/sections.ts'
import { findSettings } from '#server/settings/queries.ts'
import { versionOf } from '#server/settings/settings.ts'
import { lineFor, someAddress } from '#tests/support/fixtures/factories.ts'
import { collectionRequests } from './collection-requests.ts'
import { csvSamples } from './csv-requests.ts'
import { customerRequests } from './customer-requests.ts'
import { deliverySamples } from './delivery-requests.ts'
import { invoiceSamples } from './invoice-requests.ts'
import { deliver, orderRequests } from './order-requests.ts'
import { ownPageRequests } from './own-page-requests.ts'
import { ownerRequests } from './owner-requests.ts'
import { type Ask, formFor, type Person, type Sample, type World } from './permissions-harness.ts'
import { settleSamples } from './settle-requests.ts'
import { staffRequests } from './staff-requests.ts'
import { textSamples } from './text-requests.ts'

/**
 * Sample requests for each row of the table of permissions; they succeed for everyone who has the permission. A page whose address
 * holds no id is asked for at that address, unless a request below adds a query or names its secret.
 */
export const samples: Record<string, Sample> = {
  ...Object.fromEntries(
    Object.keys(permissions)
      .filter((name) => /^GET [^:*]+$/.test(name))
      .map((name): [string, Sample] => [name, () => ({ path: name.slice('GET '.length) })]),
  ),
  ...invoiceSamples,
  ...staffRequests,
  ...csvSamples,
  'GET /assets/*': () => ({ path: '/assets/missing.js' }),
  'GET /pots/*': () => ({ path: '/pots/missing.webp' }),
  'GET /models/*': () => ({ path: '/models/BON01-marble-white.glb' }),
  'GET /pictures/*': () => ({ path: '/pictures/share.jpg' }),
  'GET /reviewPictures/*': () => ({ path: `/reviewPictures/${crypto.randomUUID()}/640.webp` }),
  'GET /productImages/*': () => ({ path: '/productImages/1-none/640.webp' }),
  'GET /share/:file': ({ ids }) => ({ path: `/share/${ids.pot}.jpg` }),
  'GET /sitemap/:file': () => ({ path: '/sitemap/pages.xml' }),
  'GET /feed/pictures/*': () => ({ path: '/feed/pictures/pots/cubee-room.jpg' }),
  'GET /icons/:file': () => ({ path: '/icons/192.png' }),
  'POST /webhooks/razorpay': () => ({ path: '/webhooks/razorpay', form: { event: 'payment.captured' } }),
  'POST /webhooks/courier': () => ({ path: '/webhooks/courier', form: { awb: '42' } }),
  'GET /webhooks/whatsapp': () => ({
    path: '/webhooks/whatsapp?hub.mode=subscribe&hub.verify_token=x&hub.challenge=1',
  }),
  'POST /webhooks/whatsapp': () => ({ path: '/webhooks/whatsapp', form: { object: 'whatsapp_business_account' } }),
  'ALL /sandbox/*': () => ({ path: '/sandbox/inbox' }),
  'GET /category/:categoryname': () => ({ path: '/category/pot' }),
  'GET /productinfo/:id': ({ ids }) => ({ path: `/productinfo/${ids.pot}` }),
  'GET /visited': ({ ids }) => ({ path: `/visited?ids=${ids.pot}` }),
  'GET /productinfo/:id/similar': ({ ids }) => ({ path: `/productinfo/${ids.pot}/similar` }),
  'GET /productinfo/:id/goes-with': ({ ids }) => ({ path: `/productinfo/${ids.pot}/goes-with` }),
  'GET /productinfo/:id/reviews': ({ ids }) => ({ path: `/productinfo/${ids.pot}/reviews` }),
  'GET /productinfo/:id/request': ({ ids }) => ({ path: `/productinfo/${ids.sold}/request` }),
  'POST /productinfo/:id/request': ({ ids }) => ({
    path: `/productinfo/${ids.sold}/request`,
    form: { name: 'Meera', email: 'meera@gamla.example', note: '' },
  }),
  'GET /contactUs/:order': () => ({ path: '/contactUs/1030' }),
  'POST /contactUs/:order': () => ({
    path: '/contactUs/1030',
    form: { name: 'Meera', email: 'meera@gamla.example', phone: '9845000012', message: 'Hello' },
  }),
  ...formFor('/contactUs', () => ({
    name: 'Meera',
    email: 'meera@gamla.example',
    phone: '9845000012',
    message: 'Do you sell large pots?',
  })),
  'GET /search': () => ({ path: '/search?q=pot' }),
  'POST /cart': () => ({ path: '/cart', form: {} }),
  'POST /cart/pay': () => ({ path: '/cart/pay', form: {} }),
  'POST /cart/paid': () => ({ path: '/cart/paid', form: {} }),
  ...formFor('/cart/offer', ({ ids }) => ({ lines: JSON.stringify([lineFor(ids.pot)]), offerCode: 'NONE' })),
  'POST /cart/quote': ({ ids }) => ({ path: '/cart/quote', form: { lines: JSON.stringify([lineFor(ids.pot)]) } }),

  ...formFor('/signup', () => ({
    name: 'Somebody',
    email: `${crypto.randomUUID()}@gamla.example`,
    password: 'secret-word',
    role: 'admin',
  })),
  'POST /signup/password': () => ({ path: '/signup/password', form: { password: 'monsoon' } }),
  'POST /login/code': ({ users }) => ({ path: '/login/code', form: { email: users.user.email, code: '123456' } }),
  'POST /forgot-password': ({ users }) => ({ path: '/forgot-password', form: { email: users.user.email } }),
  'GET /reset-password': () => ({ path: '/reset-password?token=unknown' }),
  'POST /reset-password': () => ({ path: '/reset-password?token=unknown', form: { password: 'secret-word' } }),
  'POST /account/confirm-email': () => ({ path: '/account/confirm-email', form: { code: '123456' } }),
  'POST /login': ({ users, password }) => ({ path: '/login', form: { email: users.user.email, password } }),
  'POST /login/second-factor': () => ({ path: '/login/second-factor', form: { code: 'no code' } }),
  'POST /login/passkey options': () => ({ path: '/login/passkey', form: { intent: 'options' } }),
  'POST /login/passkey log-in': () => ({ path: '/login/passkey', form: { intent: 'log-in', credential: 'none' } }),
  ...factorButton('start-app'),
  ...factorButton('activate-app'),
  ...factorButton('turn-off-app'),
  ...factorButton('make-recovery-codes'),
  ...factorButton('codes-saved'),
  ...factorButton('rename-passkey'),
  ...factorButton('delete-passkey'),
  'POST /account/security/passkey options': () => ({ path: '/account/security/passkey', form: { intent: 'options' } }),
  'POST /account/security/passkey add': () => ({ path: '/account/security/passkey', form: { intent: 'add' } }),
  'POST /confirm': ({ password }) => ({ path: '/confirm', form: { password } }),
  'GET /logout': () => ({ path: '/logout', endsSession: true }),
  'POST /logout': () => ({ path: '/logout', form: {}, endsSession: true }),
  'POST /logout/everywhere': () => ({ path: '/logout/everywhere', form: {}, endsSession: 'every' }),
  'POST /account/privacy download': () => ({ path: '/account/privacy', form: { intent: 'download' } }),
  'GET /account/privacy/download/:token': () => ({ path: `/account/privacy/download/${'x'.repeat(43)}` }),
  'POST /account/privacy/delete send-code': () => ({ path: '/account/privacy/delete', form: { intent: 'send-code' } }),
  ...formFor('/account/privacy/delete delete', () => ({ code: 'wrong', password: 'wrong' })),
  'GET /userDashboard': () => ({ path: '/userDashboard', secret: 'Pot for all', tells: ['user'] }),

  ...Object.fromEntries(
    ['share', 'renew', 'end', 'tell-when-back', 'do-not-tell', 'tell-when-cheaper', 'do-not-tell-price'].map(
      (intent) => [
        `POST /wishlist ${intent}`,
        async ({ sql, ids }: World) => {
          await sql('delete from wishlist_links')
          if (intent === 'end') await shareAll(sql)
          return { path: '/wishlist', form: { intent, id: String(ids.sold) } }
        },
      ],
    ),
  ),
  'GET /wishlist/stop/:id/:token': () => ({ path: `/wishlist/stop/u1/${'x'.repeat(22)}` }),
  'POST /wishlist/stop/:id/:token': () => ({ path: `/wishlist/stop/u1/${'x'.repeat(22)}`, form: {} }),
  'POST /wishlist/items': ({ ids }) => ({ path: '/wishlist/items', form: { toggle: String(ids.pot) } }),
  'GET /wishlist/:token': async ({ sql }) => {
    await shareAll(sql)
    const { rows } = await sql('select token from wishlist_links limit 1')
    return { path: `/wishlist/${rows[0]?.token}` }
  },

  'POST /account name': ({ users }, who) => accountForm('name', { name: who === 'guest' ? '' : users[who].name }),
  'POST /account password': () => accountForm('password', {}),
  'POST /account email': () => accountForm('email', {}),
  'POST /account confirm-email': () => accountForm('confirm-email', {}),
  'POST /account number': () => accountForm('number', { number: '9845000012' }),
  'POST /account confirm-number': () => accountForm('confirm-number', { number: '9845000012', code: '123456' }),
  'POST /account remove-number': () => accountForm('remove-number', {}),
  'POST /account send-code': () => accountForm('send-code', {}),
  'POST /account confirm-session': () => accountForm('confirm-session', { code: '123456' }),
  'POST /account add-address': () => accountForm('add-address', someAddress),
  'POST /account edit-address': async (world, who) => {
    const id = await world.makeAddress(ownerFor(who))
    return accountForm('edit-address', { ...someAddress, id: String(id) })
  },
  'POST /account default-address': async (world, who) =>
    accountForm('default-address', { id: String(await world.makeAddress(ownerFor(who))) }),
  'POST /account delete-address': async (world, who) =>
    accountForm('delete-address', { id: String(await world.makeAddress(ownerFor(who))) }),
  'POST /account end-session': async (world, who) =>
    accountForm('end-session', { id: await world.makeSession(ownerFor(who)) }),
  'POST /account notifications': () => accountForm('notifications', {}),
  'POST /account add-device': () => accountForm('add-device', {}),
  'POST /account remove-device': async (world, who) =>
    accountForm('remove-device', { id: await world.makeDevice(ownerFor(who)) }),
  'POST /account end-other-sessions': () => ({ ...accountForm('end-other-sessions', {}), endsSession: 'every' }),

  'GET /*': () => ({ path: '/no-such-page' }),

  'GET /adminDashboard': () => ({ path: '/adminDashboard?view=to-approve', secret: 'Waiting secret pot' }),
  'GET /adminDashboard/orders': () => ({ path: '/adminDashboard/orders', secret: someAddress.mobileNumber }),
  'GET /adminDashboard/users': ({ users }) => ({ path: '/adminDashboard/users', secret: users.otherSeller.email }),
  'GET /adminDashboard/search': ({ users: { otherSeller } }) => ({
    path: `/adminDashboard/search?${new URLSearchParams({ q: otherSeller.name })}`,
    secret: otherSeller.email,
  }),
  'GET /sellerDashboard/search': () => ({ path: '/sellerDashboard/search?q=for+all', secret: 'Pot for all' }),
  ...customerRequests,
  'GET /adminDashboard/emails': async (world) => {
    await world.makeFailedEmail()
    return { path: '/adminDashboard/emails', secret: 'no such template' }
  },
  'GET /adminDashboard/emails/:id': async (world) => ({
    path: `/adminDashboard/emails/${await world.makeFailedEmail()}`,
    secret: 'Hello Meera,',
  }),
  ...formFor('/adminDashboard/emails send-again', async (world) => ({ id: String(await world.makeFailedEmail()) })),
  'GET /adminDashboard/audit': () => ({ path: '/adminDashboard/audit', secret: 'about <a' }),
  'GET /adminDashboard/sessions': ({ users }) => ({
    path: `/adminDashboard/sessions?q=${users.otherSeller.email}`,
    secret: `${users.otherSeller.name}</span>`,
  }),
  ...formFor('/adminDashboard/sessions end', async (world) => ({ id: await world.makeSession('user') })),
  'POST /adminDashboard/settings security': async ({ sql, users: { admin } }) => {
    await sql('delete from settings')
    await sql('update "user" set two_factor_enabled = true where id = $1', [admin.userId])
    await sql(
      `insert into passkey (id, public_key, user_id, credential_id, counter)
       values ('of-admin', '', $1, 'of-admin', 0) on conflict do nothing`,
      [admin.userId],
    )
    return { path: '/adminDashboard/settings', form: { intent: 'security', requireSecondFactor: 'on' } }
  },
  ...button('/adminDashboard', 'approve', ({ makeProduct }) => makeProduct({ approved: false })),
  ...button('/adminDashboard', 'feature', ({ makeProduct }) => makeProduct()),
  ...button('/adminDashboard', 'restock', ({ ids }) => ids.sold),
  ...button('/adminDashboard', 'take-off-sale', ({ makeProduct }) => makeProduct()),
  ...button('/adminDashboard', 'put-on-sale', ({ makeProduct }) => makeProduct({ onSale: false })),
  ...formFor('/adminDashboard save-row', async ({ makeProduct }) => ({
    id: String(await makeProduct()),
    version: '1',
    price: '777',
  })),
  'POST /adminDashboard release-hold': async ({ sql, makeProduct, users: { otherUser } }) => {
    const id = await makeProduct({ stock: 'counted' })
    const checkoutId = crypto.randomUUID()
    const { rows } = await sql(
      `update product_variants set offered = true, on_hand = 1
       where (product_id, size_code, finish) = ($1, 'C01', 'Grey Stone') returning id`,
      [id],
    )
    await sql(
      `insert into checkouts (id, user_id, email, checkout_key, name, address, city, pincode, mobile_number, lines, amount)
       values ($1, $2, 'held@gamla.example', gen_random_uuid(), 'Asha', '', '', '', '', '[]', 100)`,
      [checkoutId, otherUser.userId],
    )
    await sql(
      `insert into stock_holds (variant_id, user_id, checkout_id, quantity, expires_at)
       values ($1, $2, $3, 1, now() + interval '15 minutes')`,
      [rows[0].id, otherUser.userId, checkoutId],
    )
    const hold = { id: String(id), checkoutId, variantId: String(rows[0].id) }
    return { path: '/adminDashboard', form: { intent: 'release-hold', ...hold } }
  },
  ...button('/adminDashboard', 'delete', ({ makeProduct }) => makeProduct()),
  ...button('/adminDashboard', 'restore', async (world) => {
    const id = await world.makeProduct()
    await world.ask('admin', { path: '/adminDashboard', form: { intent: 'delete', id: String(id), confirmed: 'yes' } })
    return id
  }),
  ...button('/adminDashboard/orders', 'deliver', ({ makeOrder }) => makeOrder('otherUser')),
  ...button('/adminDashboard/orders', 'undo-delivery', async ({ makeOrder, sql }) => {
    const id = await makeOrder('otherUser')
    await deliver(sql, id)
    return id
  }),
  ...button('/adminDashboard/orders', 'approve-cancellation', async ({ makeOrder, sql }) => {
    const id = await makeOrder('otherUser')
    await sql("update orders set cancel = 'requested' where id = $1", [id])
    return id
  }),
  ...button('/adminDashboard/orders', 'delete', ({ makeOrder }) => makeOrder('otherUser')),
  ...formFor('/adminDashboard/users role', async ({ makeUser }) => ({
    userId: await makeUser(),
    role: 'seller',
    confirmed: 'yes',
  })),

  ...orderRequests,
  ...collectionRequests,
  ...ownPageRequests,
  ...ownerRequests,
  'GET /adminDashboard/settings/:section': () => ({ path: '/adminDashboard/settings/payment' }),
  ...Object.fromEntries(
    (Object.keys(SECTIONS) as SectionName[]).map((name) => [
      `POST /adminDashboard/settings ${name}`,
      ({ db }: World) => sectionForm(db, name),
    ]),
  ),
  ...formFor('/adminDashboard/settings test-messages', () => ({})),
  ...deliverySamples,
  ...settleSamples,
  ...textSamples,
  'POST /addproduct': async () => ({ path: '/addproduct', form: await newProduct() }),
  'POST /addproduct/save': async () => ({ path: '/addproduct/save', form: await newProduct() }),
  'GET /updateproduct/:id': ({ ids }) => ({ path: `/updateproduct/${ids.secret}` }),
  'POST /updateproduct/:id': async (world) => ({ path: `/updateproduct/${await ofSeller(world)}`, form: edit }),
  'POST /updateproduct/:id/save': async (world) => ({
    path: `/updateproduct/${await ofSeller(world)}/save`,
    form: edit,
  }),

  'GET /sellerDashboard': () => ({ path: '/sellerDashboard', secret: 'Waiting secret pot' }),
  ...formFor('/sellerDashboard', ({ ids }) => ({ intent: 'approve', id: String(ids.secret) })),
  'GET /sellerDashboard/orders': ({ users }) => ({ path: '/sellerDashboard/orders', secret: users.user.name }),
  'POST /sellerDashboard/addproduct': async () => ({ path: '/sellerDashboard/addproduct', form: await newProduct() }),
  'POST /sellerDashboard/addproduct/save': async () => ({
    path: '/sellerDashboard/addproduct/save',
    form: await newProduct(),
  }),
  'GET /sellerDashboard/updateproduct/:id': ({ ids }) => ({ path: `/sellerDashboard/updateproduct/${ids.secret}` }),
  'POST /sellerDashboard/updateproduct/:id': async (world) => ({
    path: `/sellerDashboard/updateproduct/${await ofSeller(world)}`,
    form: edit,
  }),
  'POST /sellerDashboard/updateproduct/:id/save': async (world) => ({
    path: `/sellerDashboard/updateproduct/${await ofSeller(world)}/save`,
    form: edit,
  }),
}

/** One change for each section of the settings that no other request minds. */
const settingsChanges: Record<SectionName, () => Record<string, string>> = {
  'save-shop': () => ({ x: `https://x.com/${crypto.randomUUID()}` }),
  'save-look': () => ({
    accentColour: `#1${Math.random()
      .toString(16)
      .slice(2, 7)
      .padEnd(5, '0')
      .replace(/./g, (digit) => String(Number.parseInt(digit, 16) % 4))}`,
  }),
  'save-legal': () => ({ legalName: crypto.randomUUID() }),
  'save-delivery': () => ({ freeDeliveryLine: `Free ${crypto.randomUUID().replaceAll(/\d/g, 'x')}` }),
  'save-payment': () => ({ largestCashOrder: String(9_000_000 + Math.floor(Math.random() * 900_000)) }),
  'save-messages': () => ({ sendFrom: `${crypto.randomUUID()}@gamla.example` }),
  'save-returns': () => ({ keepItBelow: String(Math.floor(Math.random() * 900_000) + 100) }),
  'save-pause': () => ({ pauseSentence: crypto.randomUUID() }),
  'save-stock': () => ({ lowStock: String(Math.floor(Math.random() * 90) + 10) }),
  'save-sellers': () => ({ sellerDailyMegabytes: String(Math.floor(Math.random() * 9000) + 1000) }),
  'save-search': () => ({ keepSearchesDays: String(Math.floor(Math.random() * 3000) + 100) }),
  'save-privacy': () => ({ grievanceContact: crypto.randomUUID() }),
}

async function sectionForm(db: World['db'], name: SectionName): Promise<Ask> {
  const settings = await findSettings(db)
  const { names, typedOf } = SECTIONS[name]
  const typed = { ...typedOf(settings), ...settingsChanges[name]() }
  return { path: '/adminDashboard/settings', form: { intent: name, version: versionOf(settings, names), ...typed } }
}

async function shareAll(sql: World['sql']): Promise<void> {
  await sql('insert into wishlist_links (user_id) select id from "user" on conflict do nothing')
}

function accountForm(intent: string, fields: Record<string, string>): Ask {
  return { path: '/account', form: { intent, ...fields } }
}

/** Whose record this person asks for: guests and the others of a role ask for somebody else's. */
function ownerFor(who: Person): 'user' | 'seller' | 'admin' {
  return who === 'seller' || who === 'admin' ? who : 'user'
}

const edit = { version: '1', title: 'Edited' }

function button(
  path: string,
  intent: string,
  make: (world: World) => number | Promise<number>,
): Record<string, Sample> {
  return {
    [`POST ${path} ${intent}`]: async (world) => ({
      path,
      // Without `confirmed` the response would ask for confirmation.
      form: { intent, id: String(await make(world)), confirmed: 'yes' },
    }),
  }
}

function factorButton(intent: string): Record<string, Sample> {
  const form = { intent, id: 'none', name: 'Phone', code: '000000' }
  return { [`POST /account/security ${intent}`]: () => ({ path: '/account/security', form }) }
}

function ofSeller({ makeProduct, users }: World): Promise<number> {
  return makeProduct({ userId: users.seller.userId })
}

async function newProduct(): Promise<Record<string, string | File>> {
  const bytes = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#a64' } })
    .png()
    .toBuffer()
  const images = new File([new Uint8Array(bytes)], 'pot.png')
  return { title: 'Added', price: '495', sizeCode: 'C01', category: 'POT', description: 'Round.', images }
}
