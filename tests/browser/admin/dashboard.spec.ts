import { readFile } from 'node:fs/promises'
import { zipSync } from 'fflate'
import sharp from 'sharp'
import { formatDateTime } from '#domain/time.ts'
import { csv, row } from '#tests/browser/support/admin.ts'
import { expectAccessible, NARROW } from '#tests/browser/support/axe.ts'
import { listEmailsTo } from '#tests/browser/support/inbox.ts'
import { logIn, logInElsewhere } from '#tests/browser/support/quick-shopper.ts'
import { expectToast, goOn, scriptsReady, signUp } from '#tests/browser/support/shopper.ts'
import { expect, type Page, test } from '#tests/browser/support/test.ts'
import type { TestShop } from '#tests/support/shop.ts'

test.describe.configure({ timeout: 90_000 })
test.use({ timezoneId: 'America/New_York' })

test('the back office: sessions, whose logins are heard of within a second; lists by the clock in India, the frame on every screen, an email sent again, a redirect, what the shop lacks, and imports', async ({
  page,
  shop,
  stock,
  trouble,
}) => {
  trouble.expect(/400.*redirects/)
  const navigation = page.getByRole('navigation', { name: 'Back office' })
  const tab = (name: string) => navigation.getByRole('link', { name, exact: true })

  await test.step('a login is heard of, and sessions end; the answer to a press before the scripts stays', () =>
    endSessions(page, shop))

  await test.step('lists have the time in India and filters', async () => {
    await tab('Users').click()
    await expect(page).toHaveTitle(/^Users/)
    const time = row(page, /^/).first().locator('time')
    await expect(time).toHaveText(formatDateTime((await time.getAttribute('datetime')) ?? ''))

    await tab('Orders').click()
    await expect(page).toHaveURL('/adminDashboard/orders')
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByLabel('Status', { exact: true }).selectOption('delivered')
    await expect(page).toHaveURL('/adminDashboard/orders?status=delivered')
    await expect(page.getByRole('link', { name: 'Remove filter Status: Delivered' })).toBeVisible()
    await expect(row(page, 'Confirmed')).toHaveCount(0)
  })

  await test.step('the sidebar on a desk, on a phone a bar of five whose last opens all pages', async () => {
    const bar = page.getByRole('navigation', { name: 'Shortcuts' })
    await page.setViewportSize({ width: 1024, height: 900 })
    await expect(navigation).toBeVisible()
    await expect(bar).toBeHidden()
    await expect(tab('Orders')).toHaveAttribute('aria-current', 'page')
    // 1280 px at 400 % are as narrow.
    await page.setViewportSize({ width: 320, height: 640 })
    await expect(navigation).toBeHidden()
    expect(await bar.getByRole('link').or(bar.getByRole('button')).allInnerTexts()).toEqual([
      expect.stringMatching(/^Home/),
      expect.stringMatching(/^Orders/),
      expect.stringMatching(/^Products/),
      expect.stringMatching(/^Messages/),
      'More',
    ])
    await bar.getByRole('button', { name: 'More' }).press('Enter')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await expectAccessible(page, NARROW)
    await tab('Audit').click()
    await expect(page).toHaveURL('/adminDashboard/audit')
    await expect(navigation).toBeHidden()
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.getByRole('button', { name: 'Your menu' }).click()
    await expect(page.getByRole('link', { name: 'Security' })).toHaveAttribute('href', '/account/security')
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('an email that failed is listed live with its reason, and sent again at a press', async () => {
    await tab('Sent').click()
    await expect(page).toHaveTitle(/^Sent/)
    const email = `emails${Date.now()}@gamla.example`
    const params = {
      email,
      name: 'Meera',
      amount: '₹495',
      status: 'Your order 77 is confirmed.',
      lines: '1. Pot',
    }
    await shop.sql(
      `insert into sent_messages (template, subject, params, state, tries, problem)
       values ('order-placed', $1, $2, 'failed', 1, 'Rejected with 400: The template ID not found')`,
      [`order of ${email}`, params],
    )
    const failed = row(page, email)
    await expect(failed).toContainText('The template ID not found')
    await failed.getByRole('button', { name: 'Send again' }).click()
    await expectToast(page, 'Email queued for resending')
    // No row moves under the pointer.
    await page.mouse.move(0, 0)
    await expect(failed.getByText('Sent', { exact: true })).toBeVisible()
    await expect.poll(() => listEmailsTo(page, email)).toEqual([expect.stringContaining('order 77')])
  })

  await test.step('a redirect that was refused is saved once it is corrected, and the form is empty again', async () => {
    await tab('Redirects').click()
    const [from, to] = [page.getByLabel('From', { exact: true }), page.getByLabel('To', { exact: true })]
    const refusal = page.getByText('This address is a page of the shop.')
    await from.fill('/faq')
    await to.fill('/productinfo/1')
    await to.press('Enter')
    await expect(refusal).toBeVisible()
    await from.fill('/प्रश्न')
    // Not by Enter, which is ignored while the page of the refusal still loads.
    await page.getByRole('button', { name: 'Add redirect' }).click()
    await expect(page.getByRole('alert')).toHaveText('Saved.')
    await expect(refusal).toBeHidden()
    await expect(from).toHaveValue('')
    await expect(page.getByRole('rowheader', { name: '/प्रश्न' })).toBeVisible()
  })

  await test.step('what the shop lacks is counted; a decision is kept as it is, and asked again', async () => {
    const ready = tab('Ready to sell')
    const count = async () => Number((await ready.textContent())?.match(/\d+$/)?.[0])
    await ready.click()
    await expect(page).toHaveTitle(/^Ready to sell/)
    const open = await count()
    expect(open).toBeGreaterThan(5)
    await expect(page.getByRole('heading', { name: /demo products are for sale$/ })).toBeVisible()
    await expect(page.getByText('set-password gamlaadmin2025@gmail.com')).toBeVisible()
    const backup = page.getByRole('listitem').filter({ hasText: 'No backup in the last 24 hours' })
    await backup.getByRole('button', { name: 'Keep as it is' }).click()
    await expectToast(page, 'Kept as it is')
    await expect(backup.getByRole('button', { name: 'Show again' })).toBeVisible()
    await expect.poll(count).toBe(open - 1)
    await backup.getByRole('button', { name: 'Show again' }).click()
    await expectToast(page, 'This point is open again')
    await expect.poll(count).toBe(open)
  })

  const { id, title } = await stock({ title: `Spreadsheet Cube ${Date.now()}` })
  const titleNow = async () => (await shop.sql('select title from products where id = $1', [id]))[0]?.title
  await goOn(page, `/adminDashboard?q=${encodeURIComponent(title)}`)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  const exported = await readFile(await download.path(), 'utf8')
  expect(exported).toContain(title)
  await page.getByRole('button', { name: 'Import CSV' }).click()
  await expect(page).toHaveURL(/\/adminDashboard\/import/)
  // After a reload: a file that is chosen before scripts have loaded needs "Check the file".
  await scriptsReady(page)
  const choose = (text: string) => page.getByLabel('CSV file').setInputFiles(csv(text))

  await test.step('a wrong row is named, and nothing can be imported', async () => {
    await choose(exported.replace(title, 'x'.repeat(300)))
    await expectToast(page, 'Failed to import products')
    await expect(page.getByRole('table', { name: 'Problems' })).toContainText('title')
    await expect(page.getByRole('button', { name: /^Import \d/ })).toHaveCount(0)
    await expectAccessible(page, NARROW)
  })

  await test.step('what changes is shown, and imported at a press', async () => {
    await choose(exported.replace(title, `${title} Renamed`))
    await expect(page.getByText(/0 added, 1 changed, \d+ unchanged/)).toBeVisible()
    await expect(page.getByRole('table', { name: 'Changes' })).toContainText('title')
    expect(await titleNow()).toBe(title)
    await page.getByRole('button', { name: 'Import 1 product' }).click()
    await expectToast(page, 'Products imported successfully')
    expect(await titleNow()).toBe(`${title} Renamed`)
  })

  await test.step('an export of Shopify is previewed with its pictures, and asks for measures', async () => {
    const picture = await sharp({ create: { width: 40, height: 50, channels: 3, background: '#864' } })
      .jpeg()
      .toBuffer()
    const zip = Buffer.from(zipSync({ 'photos/Moved-Planter.jpeg': picture }))
    const rows = `Handle,Title,Option1 Name,Option1 Value,Variant Price,Variant Inventory Qty,Image Src,Status
moved-planter,Moved Planter,Size,Medium,799.00,3,https://cdn.example/moved-planter_1024x1024.jpg?v=1,active
no,No,,,$5,,,active`
    await page.getByRole('link', { name: 'Move from Shopify or WooCommerce' }).click()
    await page.getByLabel('Product export').setInputFiles(csv(rows))
    await page
      .getByLabel('ZIP of pictures')
      .setInputFiles({ name: 'pictures.zip', mimeType: 'application/zip', buffer: zip })
    await page.getByRole('button', { name: 'Preview' }).click()
    await expect(page.getByText('1 picture is ready.')).toBeVisible()
    const skipped = page.getByRole('table', { name: 'Skipped' })
    await expect(skipped).toContainText('The measures of “Medium” are missing.')
    await expect(skipped).toContainText('$5')
    await expectAccessible(page, NARROW)
  })
})

test('the first row of a list is seen at once, below a bar of 56 px', async ({ page, shop }) => {
  await logIn(page, shop.accounts.admin)
  await page.goto('/adminDashboard/settings')
  for (const { width, height, highest } of [
    { width: 1440, height: 900, highest: 200 },
    { width: 360, height: 740, highest: 180 },
  ]) {
    await page.setViewportSize({ width, height })
    for (const path of ['', '/orders', '/users', '/orders?view=lines', '/sessions']) {
      await goOn(page, `/adminDashboard${path}`)
      const first = await page.locator('.live-rows tbody tr').first().boundingBox()
      expect(first?.y, `${path} at ${width} px`).toBeLessThanOrEqual(highest)
      expect((await page.getByRole('banner').boundingBox())?.height).toBe(56)
    }
  }
})

async function endSessions(page: Page, shop: TestShop): Promise<void> {
  const person = await signUp(page)
  for (let n = 0; n < 2; n += 1) await logInElsewhere(shop, person)
  await logIn(page, shop.accounts.admin)
  const scripts = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.goto(`/adminDashboard/sessions?q=${person.email}`, { waitUntil: 'commit' })
  const end = page.getByRole('row').filter({ hasText: person.email }).getByRole('button', { name: 'End', exact: true })
  await end.first().click()
  const answer = page.getByRole('alert').filter({ hasText: 'Session ended' })
  await expect(answer).toBeVisible()
  scripts.resolve()
  await scriptsReady(page)
  await page.unrouteAll({ behavior: 'wait' })
  await expect(end).toHaveCount(1)

  await logInElsewhere(shop, person)
  await expect(page.getByRole('button', { name: '1 new session' }).or(end.nth(1))).toBeVisible()
  await expect(answer).toBeVisible()

  await end.first().click()
  await expectToast(page, 'Session ended')
  // A row that is gone stays, faded, while the pointer is over its table.
  await page.mouse.move(0, 0)
  await expect(page.locator('.table .gone')).toHaveCount(0)
}
