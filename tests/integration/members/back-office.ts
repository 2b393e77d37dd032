// The tables of admins and sellers: who may open them, what they show, and their buttons without scripts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DELETED_USER } from '#domain/privacy/deleted-user.ts'
import { formatDateTime } from '#domain/time.ts'
import { localInvoice } from '#tests/support/fixtures/invoices.ts'
import { until } from '#tests/support/process.ts'
import { type Answer, decodeEntities, fillForm, sharedStorefront, textOf } from '#tests/support/storefront.ts'

const SEARCH = 'Search orders, products, customers'

const PRODUCT_COLUMNS = [
  'Image',
  'Title',
  'Price',
  'Stock',
  'SKU',
  'Category',
  'Date and time',
  'Edit',
  'Products (approve)',
  'Featured',
  'Delete',
]

/** The specification's columns, in its order, among ours. */
const COLUMNS = {
  '': ['S.No.', ...PRODUCT_COLUMNS],
  '?columns=all': ['S.No.', 'UserId', 'UserName', 'Email', ...PRODUCT_COLUMNS],
  '/orders?view=lines': [
    'Order Id',
    'Payment Id',
    'Status',
    'Cancel',
    'Image',
    'Title',
    'Category',
    'Size',
    'Pot colour',
    'Price',
    'Quantity',
    'Total',
    'Name',
    'Address',
    'City',
    'Pincode',
    'Mobile number',
    'Email',
    'Date and time',
    'Action (delete)',
  ],
  '/users': ['Name', 'Email', 'Uid', 'Role', 'Date', 'Change role'],
}

test('the dashboard says who is logged in and three totals; its tables have the specified columns and the time in India', async () => {
  const shop = await sharedStorefront()
  const [admin, cookie] = [shop.accountOf('admin'), await shop.sessionOf('admin')]
  const totals = await shop.sql<{ count: string }>(
    `select count(*) from products union all select count(*) from orders
     union all select count(*) from "user" where id <> '${DELETED_USER.id}'`,
  )
  const [products, orders, users] = totals.map(({ count }) => Number(count).toLocaleString('en-IN'))
  for (const [path, columns] of Object.entries(COLUMNS)) {
    const { html, text } = await shop.ask(`/adminDashboard${path}`, { cookie })
    const isFirst = !path.startsWith('/')
    const profile = /<dl[^>]* aria-label="Profile"[\s\S]*?<\/dl>/.exec(html)?.[0] ?? ''
    const [who, sums] = [
      `Name ${admin.name} Email ${admin.email} Role admin`,
      `Total products ${products} Total orders ${orders} Total users ${users} `,
    ]
    assert.equal(textOf(profile).trim().replace(/ +/g, ' '), isFirst ? who : '')
    assert.equal(text.includes(sums), isFirst, path)
    const heads = html.match(/<th\b[^>]*scope="col"[\s\S]*?<\/th>/g) ?? []
    assert.deepEqual(
      heads.map((head) => textOf(head).trim()),
      columns,
    )
    const [, at = '', time = ''] = /<time\b[^>]* dateTime="([^"]*)"[^>]*>([\s\S]*?)<\/time>/i.exec(html) ?? []
    assert.equal(textOf(time).trim(), formatDateTime(at))
  }
})

test('every page is a link of the frame, and each person is offered what they may open', async () => {
  const shop = await sharedStorefront()
  const linksOf = async (path: string, cookie: string) => {
    const { html } = await shop.ask(path, { cookie })
    const nav = /<nav[^>]*aria-label="Back office"[\s\S]*?<\/nav>/.exec(html)?.[0] ?? ''
    return Array.from(nav.matchAll(/<a\b[^>]*href="([^"#]*)"[^>]*>/g), ([link, to = '']) => ({ link, to }))
  }
  const cookie = await shop.sessionOf('admin')
  const links = await linksOf('/adminDashboard/orders', cookie)
  assert.deepEqual(
    links.filter(({ link }) => link.includes('aria-current="page"')).map(({ to }) => to),
    ['/adminDashboard/orders'],
  )
  assert.ok(links.length >= 18)
  assert.deepEqual(
    (await linksOf('/sellerDashboard', await shop.sessionOf('seller'))).map(({ to }) => to),
    ['/sellerDashboard', '/sellerDashboard/orders'],
  )
})

test('a page of the back office that is missing has the frame with its style sheets', async () => {
  const shop = await sharedStorefront()
  const cookie = await shop.sessionOf('admin')
  const sheetsOf = (html: string) => [...html.matchAll(/href="(\/assets\/[^"]+\.css)"/g)].map(([, path]) => path).sort()
  const page = await shop.ask('/adminDashboard/overview', { cookie })
  for (const path of ['/adminDashboard/orders/999999', '/adminDashboard/users/nobody']) {
    const { status, html } = await shop.ask(path, { cookie })
    assert.equal(status, 404)
    assert.match(html, /<h1[^>]*>We couldn’t find that page</)
    assert.match(html, new RegExp(SEARCH))
    const sheets = sheetsOf(html)
    for (const sheet of sheetsOf(page.html).filter((one) => /dashboard/.test(one ?? '')))
      assert.ok(sheets.includes(sheet), path)
    assert.ok(sheets.length > 1, path)
  }
  const refused = await shop.ask('/adminDashboard/orders', { cookie: await shop.sessionOf('user') })
  assert.equal(refused.headers.get('location'), '/login')
  assert.doesNotMatch(refused.html, new RegExp(SEARCH))
})

test('a seller sees nothing of another’s: no product, no phone, no address', async () => {
  const shop = await sharedStorefront()
  const cookie = await shop.sessionOf('seller')
  const id = await shop.makeProduct({ title: 'Somebody’s Cube' })
  assert.doesNotMatch((await shop.ask('/sellerDashboard', { cookie })).html, /Somebody’s Cube/)
  const { html } = await shop.ask('/sellerDashboard/orders', { cookie })
  assert.match(html, /Meera Nair/)
  for (const secret of ['9845000012', 'Lake View Road', '560038', 'gamlauser'])
    assert.ok(!html.includes(secret), secret)
  for (const path of [`/sellerDashboard/updateproduct/${id}`, '/sellerDashboard/updateproduct/999999']) {
    const missing = await shop.ask(path, { cookie })
    assert.equal(missing.status, 404)
    assert.match(missing.html, /<h1[^>]*>Failed to load product</)
  }
})

test('the lines of an order have a row each, and share what belongs to the order', async () => {
  const shop = await sharedStorefront()
  const cookie = await shop.sessionOf('admin')
  const [order] = await shop.sql<{ id: string; titles: string[] }>(
    `select order_id as id, array_agg(title order by position) as titles from order_lines
     group by order_id having count(*) > 1 limit 1`,
  )
  assert.ok(order)
  const page = await shop.ask(`/adminDashboard/orders?view=lines&q=${order.id}`, { cookie })
  const rows = rowsOf(page)
  assert.equal(rows.length, order.titles.length)
  for (const [index, title] of order.titles.entries()) {
    assert.ok(textOf(rows[index] ?? '').includes(title))
    const shared = (rows[index] ?? '').match(new RegExp(`rowSpan="${rows.length}"`, 'gi')) ?? []
    // All columns but the eight of a line.
    assert.equal(shared.length, index === 0 ? 13 : 0)
  }
})

test('the search is a page without scripts, and Enter opens the only hit', async () => {
  const shop = await sharedStorefront()
  const cookie = await shop.sessionOf('admin')
  const [order] = await shop.sql<{ id: string; name: string }>('select id, name from orders order by id desc limit 1')
  assert.ok(order)
  const list = await shop.ask('/adminDashboard', { cookie })
  const form = fillForm(list.html, SEARCH, { [SEARCH]: `#${order.id}` })
  assert.equal(form.action, '/adminDashboard/search')
  const opened = await shop.ask(`${form.action}?${new URLSearchParams(form.fields)}`, { cookie })
  assert.equal(opened.headers.get('location'), `/adminDashboard/orders/${order.id}`)
  const page = await shop.ask(`/adminDashboard/search?q=${order.id}`, { cookie })
  assert.ok(page.html.includes(`href="/adminDashboard/orders/${order.id}"`))
  assert.ok(textOf(page.html).includes(`#${order.id} ${order.name}`))
  const nothing = await shop.ask('/adminDashboard/search?q=xyzzyx', { cookie })
  assert.ok(textOf(nothing.html).includes('Nothing found for “xyzzyx”'))
  await shop.without('orders', async () => {
    const { status, html } = await shop.ask('/adminDashboard/search?q=pot', { cookie })
    assert.equal(status, 503)
    assert.ok(html.includes('The search failed. Please try again.'))
  })
})

test('Home says what waits, and leads to the list with just that; for somebody with no list nothing waits', async () => {
  const shop = await sharedStorefront()
  const cookie = await shop.sessionOf('admin')
  const home = await shop.ask('/adminDashboard/overview', { cookie })
  const waits = /<section[^>]*aria-label="What waits"[\s\S]*?<\/section>/.exec(home.html)?.[0] ?? ''
  assert.match(home.text, /Revenue by day/)
  assert.match(textOf(waits), /Sales today ₹[\d,]+ , this week ₹[\d,]+ \./)
  const lists = Array.from(waits.matchAll(/<a[^>]*href="([^"]*)"[^>]*>(\d+) /g), ([, to = '', count]) => ({
    to,
    count,
  }))
  assert.ok(lists.some(({ to }) => to === '/adminDashboard/orders?view=to-pack'))
  for (const { to, count } of lists) {
    const list = await shop.ask(to, { cookie })
    if (to !== '/adminDashboard/ready') assert.ok(rowsOf(list).length >= Math.min(Number(count), 20), to)
  }

  const watcher = await shop.signUp()
  await shop.sql(`insert into staff_roles (name, rights) values ('Watcher', '{see audit}')`)
  await shop.sql(`update "user" set staff_role = 'Watcher' where email = $1`, [watcher.email])
  const idle = await shop.ask('/adminDashboard/overview', { cookie: await shop.logIn(watcher) })
  assert.match(idle.text, /Nothing waits\. Every order, message and parcel is dealt with\./)
  assert.doesNotMatch(idle.text, /Sales today/)
})

test('a disputed payment is listed with the day until which the shop can answer, and shown on its order', async () => {
  const shop = await sharedStorefront()
  const cookie = await shop.sessionOf('admin')
  const view = '/adminDashboard/orders?view=disputes'
  assert.match((await shop.ask(view, { cookie })).text, /No disputes/)
  const [order] = await shop.sql<{ id: string }>(
    `update orders set payment_id = 'pay_Disputed1' where id = (select max(id) from orders) returning id`,
  )
  await shop.sql(
    `insert into disputes (dispute_id, payment_id, amount, currency, deducted, reason, phase, state, respond_by, created_at, reported_at)
     values ('disp_1', 'pay_Disputed1', 49500, 'INR', 0, 'nothing arrived', 'chargeback', 'open', '2099-12-05T12:00:00Z', now(), now())`,
  )
  const [row = ''] = rowsOf(await shop.ask(view, { cookie }))
  assert.match(textOf(row), new RegExp(`${order?.id} .*₹495\\.00 .*nothing arrived .*5 Dec 2099.*disp_1`))
  const page = await shop.ask(`/adminDashboard/orders/${order?.id}`, { cookie })
  assert.match(page.text, /Dispute .*₹495\.00 .*5 Dec 2099.*Answer it in Razorpay’s dashboard/)
  await shop.sql('truncate disputes')
  await shop.sql('update orders set payment_id = null where id = $1', [order?.id])
})

test('a table that cannot be read says so, and not that it is empty', async () => {
  const shop = await sharedStorefront()
  const cookie = await shop.sessionOf('admin')
  for (const { table, path, failed } of [
    { table: 'products', path: '/adminDashboard', failed: 'Failed to load products' },
    { table: 'orders', path: '/adminDashboard/orders', failed: 'Failed to load orders' },
    { table: 'product_raise', path: '/adminDashboard/requests', failed: 'Failed to fetch requests' },
    { table: 'reviews', path: '/adminDashboard/reviews', failed: 'Failed to load reviews' },
    { table: 'contact_messages', path: '/adminDashboard/messages', failed: 'Failed to load messages' },
  ]) {
    await shop.without(table, async () => {
      const { status, html } = await shop.ask(path, { cookie })
      assert.equal(status, 503, path)
      assert.ok(html.includes(`>${failed}</h2>`), path)
      assert.doesNotMatch(html, /<h2[^>]*>No [^<]*<|<h2[^>]*>[^<]* yet</, path)
    })
    assert.ok(!(await shop.ask(path, { cookie })).html.includes(failed), path)
  }
})

test('the products have pages and an order by price', async () => {
  const shop = await sharedStorefront()
  const cookie = await shop.sessionOf('admin')
  const linkTo = ({ html }: Answer, name: string) => {
    const link = html.match(/<a\b[\s\S]*?<\/a>/g)?.find((one) => `${one} ${textOf(one)}`.includes(name)) ?? ''
    return decodeEntities(/ href="([^"]*)"/.exec(link)?.[1] ?? '')
  }
  const next = await shop.ask(linkTo(await shop.ask('/adminDashboard', { cookie }), 'Next page'), { cookie })
  assert.match(textOf(rowsOf(next)[0] ?? ''), /^ S\.No\. 21 /)
  const sorted = await shop.ask(linkTo(next, 'sort=highToLow'), { cookie })
  assert.match(sorted.html, /<th\b[^>]*aria-sort="descending"[^>]*>(?:<[^>]*>)*Price/)
  assert.match(textOf(rowsOf(sorted)[0] ?? ''), /^ S\.No\. 1 /)
})

test('GSTR-1 asks which GSTIN and which file, and says first what is missing', async () => {
  const shop = await sharedStorefront()
  const cookie = await shop.sessionOf('admin')
  const ask = async (query: string) => {
    const answer = await shop.ask(`/adminDashboard/gstr1?${query}`, { cookie })
    return { ...answer, file: answer.headers.get('content-disposition') ?? '' }
  }
  for (const gstin of GSTINS) await addInvoice(shop, gstin)
  const tab = await shop.ask('/adminDashboard/invoices?month=2031-05', { cookie })
  assert.match(tab.text, /May 2031: HSN is missing on 1 document: 29\/31-32\/00001\./)
  const { fields } = fillForm(tab.html, 'Export GSTR-1')
  assert.equal(fields.month, '2031-05')
  for (const option of [...GSTINS, 'GSTR-1 of April to June 2031', 'IFF of May 2031'])
    assert.ok(tab.html.includes(`>${option}</option>`), option)

  const unclear = await ask('month=2031-05')
  assert.equal(unclear.status, 400)
  assert.match(unclear.html, new RegExp(`Choose a GSTIN: there are documents of ${GSTINS.join(' and ')}\\.`))
  assert.equal((await ask('month=2031-05&gstin=07AAPFU0939F1ZX')).status, 400)
  for (const gstin of GSTINS) {
    const { status, file } = await ask(`month=2031-05&file=month&gstin=${gstin}`)
    assert.deepEqual([status, file], [200, `attachment; filename="gamla-gstr1-2031-05-${gstin}.zip"`])
  }
  const quarter = await ask(`month=2031-05&file=quarter&gstin=${GSTINS[0]}`)
  assert.equal(quarter.file, `attachment; filename="gamla-gstr1-2031-04-to-2031-06-${GSTINS[0]}.zip"`)
  assert.equal((await ask(`month=2031-06&file=iff&gstin=${GSTINS[0]}`)).status, 400)
  for (const table of ['bills', 'bill_counters']) await shop.sql(`delete from ${table} where financial_year = '31-32'`)
})

const GSTINS = ['27AAPFU0939F1ZV', '29AAGCB7383J1Z4'] as const

/** An invoice of May 2031; the second registration has forgotten the HSN. */
async function addInvoice(shop: Awaited<ReturnType<typeof sharedStorefront>>, gstin: string): Promise<void> {
  const [shipment] = await shop.sql<{ id: string }>(
    `insert into shipments (order_id, user_id, key, cash) select 1, id, gen_random_uuid(), 0 from "user" limit 1 returning id`,
  )
  const document = { ...localInvoice, date: '2031-05-10', supplier: { ...localInvoice.supplier, gstin } }
  const lines = document.lines.map((line) => ({ ...line, hsn: gstin === GSTINS[1] ? '' : line.hsn }))
  await shop.sql(
    `insert into bills (series, financial_year, serial, number, kind, date, order_id, shipment_id, place_of_supply,
       supplier_gstin, buyer_gstin, total, document)
     values ('bill', '31-32', 1, $1, 'tax-invoice', '2031-05-10', 1, $2, '27', $3, '', $4, $5)`,
    [`${gstin.slice(0, 2)}/31-32/00001`, shipment?.id, gstin, document.totals.total, { ...document, lines }],
  )
  await shop.sql(`insert into bill_counters (gstin, series, financial_year, last) values ($1, 'bill', '31-32', 1)`, [
    gstin,
  ])
}

test('an admin makes somebody a seller and takes it back', async () => {
  const shop = await sharedStorefront()
  const admin = await shop.sessionOf('admin')
  const { cookie: before, ...person } = await shop.signUp()
  const users = `/adminDashboard/users?q=${encodeURIComponent(person.email)}`

  const asked = await press(users, 'Make seller', admin)
  assert.match(asked.text, /Make Kavya Rao a seller\? The address .* is not confirmed/)
  const promoted = await shop.press(asked, 'is not confirmed', { cookie: admin })
  assert.match(promoted.html, /role="alert"[^>]*>(?:<[^>]*>)*Role changed successfully/)
  assert.match(textOf(rowsOf(promoted)[0] ?? ''), / seller /)
  await until(
    'the session has ended',
    async () => (await shop.ask('/userDashboard', { cookie: before })).status === 302,
  )
  const cookie = await shop.logIn(person)
  await until('the role has come', async () => (await shop.ask('/sellerDashboard', { cookie })).status === 200)
  assert.match((await shop.ask('/sellerDashboard', { cookie })).html, /<h1[^>]*>Products</)

  const back = await press(users, 'Make user', admin)
  assert.match(rowsOf(back)[0] ?? '', /Make seller/)
  // The session cache hears of the change within a tenth of a second.
  const refused = await until('the role is gone', async () => {
    const answer = await shop.ask('/sellerDashboard', { cookie })
    return answer.status === 302 ? answer : undefined
  })
  assert.match(refused.headers.get('location') ?? '', /^\/login/)
})

test('somebody has to stay who can run the shop', async () => {
  const shop = await sharedStorefront()
  const cookie = await shop.sessionOf('admin')
  const path = '/adminDashboard/users?role=admin'
  const asked = await press(path, 'Make user', cookie)
  assert.match(asked.text, /Remove this admin role\?/)
  const refused = await shop.press(asked, 'Remove this admin role?', { cookie })
  assert.equal(refused.status, 409)
  assert.match(refused.text, /The shop needs at least one admin/)
  assert.deepEqual(await shop.sql('select role from "user" where email = $1', [shop.accountOf('admin').email]), [
    { role: 'admin' },
  ])
})

test('the buttons of a row work before scripts have loaded, and a deletion is asked for by name', async () => {
  const shop = await sharedStorefront()
  const cookie = await shop.sessionOf('admin')
  const title = 'No Script Cube'
  await shop.makeProduct({ title, approved: false })
  const path = `/adminDashboard?q=${encodeURIComponent(title)}`
  assert.match((await press(path, 'Approve', cookie)).text, /Product approved successfully/)
  assert.deepEqual(await shop.sql('select approved from products where title = $1', [title]), [{ approved: true }])

  const asked = await press(path, 'Delete', cookie)
  assert.match(asked.text, /Delete “No Script Cube”\?/)
  assert.equal(rowsOf(asked).length, 1)
  const deleted = await shop.press(asked, `Delete “${title}”?`, { cookie })
  assert.match(deleted.text, /Product deleted successfully/)
  assert.equal(rowsOf(deleted).length, 0)
  assert.deepEqual(await shop.sql('select from products where title = $1', [title]), [])
})

/** Presses this button of a page's only row. */
async function press(path: string, button: string, cookie: string): Promise<Answer> {
  const shop = await sharedStorefront()
  const [html = '', ...others] = rowsOf(await shop.ask(path, { cookie }))
  assert.deepEqual(others, [])
  return shop.press({ path, html }, button, { cookie })
}

/** The rows of the tab's table, without its head. */
function rowsOf({ html }: Answer): string[] {
  const tab = html.slice(html.indexOf('<main'))
  const body = /<tbody\b[\s\S]*?<\/tbody>/.exec(tab)?.[0] ?? ''
  return body.match(/<tr\b[\s\S]*?<\/tr>/g) ?? []
}

test('price, SKU and stock are changed in the list, and a change by somebody else is told first', async () => {
  const shop = await sharedStorefront()
  const cookie = await shop.sessionOf('admin')
  const id = await shop.makeProduct({ title: 'List Edited Cube', stock: 'counted', price: 500 })
  const [variant] = await shop.sql<{ size: string; finish: string }>(
    `update product_variants set offered = true, on_hand = 5, sku = 'LIST-1', price = 450
     where id = (select min(id) from product_variants where product_id = $1)
     returning size_code as size, finish`,
    [id],
  )
  const name = `${variant?.size}/${variant?.finish}`
  const send = (fields: Record<string, string>) =>
    shop.ask('/adminDashboard', { cookie, form: { intent: 'save-row', id: String(id), ...fields } })
  const stored = async () =>
    (
      await shop.sql<{ price: number; sku: string; version: number }>(
        'select price, sku, version from products where id = $1',
        [id],
      )
    )[0]

  const { html } = await shop.ask('/adminDashboard?q=List+Edited+Cube', { cookie })
  const list = textOf(rowsOf({ html } as Answer)[0] ?? '')
  for (const text of ['₹500', 'Change the price of List Edited Cube', 'Units', 'Own price'])
    assert.ok(list.includes(text), text)

  const version = String((await stored())?.version)
  assert.equal((await send({ version, price: '₹550', sku: 'L-7' })).status, 200)
  assert.deepEqual({ ...(await stored()), version: 0 }, { price: 550, sku: 'L-7', version: 0 })

  const told = await send({ version, price: '600' })
  assert.equal(told.status, 409)
  assert.match(
    told.text,
    /Someone else saved this product since you opened it: ₹550, stock 5\. Save again to replace it\./,
  )
  assert.equal((await stored())?.price, 550)
  const now = String((await stored())?.version)
  assert.equal((await send({ version: now, price: '600' })).status, 200)

  const wrong = await send({ version: String((await stored())?.version), price: 'much' })
  assert.equal(wrong.status, 400)
  assert.match(wrong.text, /Enter the price in whole rupees/)

  const counted = await send({
    version: String((await stored())?.version),
    [`units:${name}`]: '9',
    [`seen:${name}`]: '5',
    [`cellPrice:${name}`]: '455',
    [`sku:${name}`]: 'LIST-1',
  })
  assert.equal(counted.status, 200)
  assert.deepEqual(
    await shop.sql('select on_hand, price, sku from product_variants where product_id = $1 and offered', [id]),
    [{ on_hand: 9, price: 455, sku: 'LIST-1' }],
  )
  const [audit] = await shop.sql<{ action: string }>(
    `select action from audit where subject = $1 order by id desc limit 1`,
    [`product ${id}`],
  )
  assert.equal(audit?.action, 'update product')
})

test('a product says who added it, in the words of the specification’s columns', async () => {
  const shop = await sharedStorefront()
  const [product] = await shop.sql<{ id: string; user_id: string; username: string; email: string }>(
    'select id, user_id, username, email from products where user_id is not null order by id limit 1',
  )
  const { text } = await shop.ask(`/updateproduct/${product?.id}`, { cookie: await shop.sessionOf('admin') })
  const shown = text.replace(/\s+/g, ' ')
  assert.ok(shown.includes(`UserName ${product?.username} Email ${product?.email} UserId ${product?.user_id}`), shown)
})
