import { fileURLToPath } from 'node:url'
import { enter, expectRestored } from '#tests/browser/support/admin.ts'
import { goByScript, scriptsReady, visit } from '#tests/browser/support/shopper.ts'
import { arriveBefore, slowLine } from '#tests/browser/support/slow-line.ts'
import { expect, type Page, test } from '#tests/browser/support/test.ts'

// The text editor and the product form are in early-input.spec.ts.
const FORMS = [
  { path: '/adminDashboard/settings/payment', field: 'Smallest cash order', typed: '200' },
  { path: '/adminDashboard/settings/legal', field: 'Legal name', typed: 'Diya LLP' },
  { path: '/adminDashboard/settings/shop', field: 'Categories', typed: 'Lamps\nShades' },
  { path: '/adminDashboard/sizes?add=size', field: 'Code', typed: 'X01' },
  { path: '/adminDashboard/redirects', field: 'From', typed: '/old-pot' },
  { path: '/adminDashboard/searches', field: 'Word', typed: 'gamle' },
  { path: '/adminDashboard/offers/new', field: 'Name', typed: 'Diwali' },
  { path: '/addproduct', field: 'Description', typed: 'A quiet one.' },
]

test('what is typed before the scripts, at first at 50 KB/s, stays in every form, and is here again after a reload', async ({
  page,
  shop,
}) => {
  const [order] = await shop.sql<{ id: string }>('select id from orders order by id limit 1')
  const note = { path: `/adminDashboard/orders/${order?.id}`, field: 'Internal note', typed: 'Call first.' }
  await enter(page, shop.accounts.admin, '/adminDashboard/redirects')
  const endSlowLine = await slowLine(page, { kilobytes: 50, latency: 400 })
  for (const { path, field, typed } of [...FORMS, note]) {
    await test.step(`${field} of ${path}`, async () => {
      await arriveBefore(page, path, () => page.getByLabel(field, { exact: true }).fill(typed))
      await scriptsReady(page)
      await expect(page.getByLabel(field, { exact: true })).toHaveValue(typed)
      if (path === FORMS[0]?.path) await endSlowLine()
      // The early input is repeated after the scripts are ready.
      await expect
        .poll(() => page.evaluate(() => Object.values(sessionStorage).join()))
        .toContain(JSON.stringify(typed))
      await page.reload()
      await scriptsReady(page)
      await expect(page.getByText('Your unsaved changes were restored.')).toBeVisible()
      await expect(page.getByLabel(field, { exact: true })).toHaveValue(typed)
      await page.getByRole('button', { name: 'Discard them' }).click()
      await expect(page.getByText('Your unsaved changes were restored.')).toHaveCount(0)
      await expect(page.getByLabel(field, { exact: true })).not.toHaveValue(typed)
    })
  }
})

test('a page with unsaved changes asks before it is left, and a session that ended loses nothing', async ({
  page,
  shop,
}) => {
  const { admin } = shop.accounts
  await enter(page, admin, '/adminDashboard/settings/payment')
  const field = page.getByLabel('Largest cash order')
  await field.fill('20000')
  await expect(page.getByRole('list', { name: 'Changes' })).toHaveText('Largest cash order: ₹0 → ₹20,000')

  await test.step('No stays, Yes leaves, and the draft waits', async () => {
    expect(await answerTo(page, 'dismiss')).toContain('Your changes are not saved')
    await expect(page).toHaveURL('/adminDashboard/settings/payment')
    await answerTo(page, 'accept')
    await expect(page).toHaveURL('/adminDashboard/settings')
    await goByScript(page, '/adminDashboard/settings/payment')
    await expect(field).toHaveValue('20000')
  })

  await test.step('the session ends; after the login the changes are in the form, and can be saved', async () => {
    await shop.sql('delete from session')
    await shop.sql("insert into outbox (change) values ('session *')")
    await expect.poll(async () => (await page.request.get('/session')).text()).toBe('null')
    // Unless a live event has led there before.
    await page
      .getByRole('button', { name: 'Save', exact: true })
      .or(page.getByRole('main').getByRole('button', { name: 'Login', exact: true }))
      .click()
    await expect(page).toHaveURL(/\/login/)
    await page.getByLabel('Email').fill(admin.email)
    await page.getByLabel('Password').fill(admin.password)
    await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page).not.toHaveURL(/\/login/)
    await visit(page, '/adminDashboard/settings/payment')
    await expect(page.getByText('Your unsaved changes were restored.')).toBeVisible()
    await expect(field).toHaveValue('20000')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible()
    expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft ')))).toEqual([])
  })

  await test.step('what is saved asks nothing', async () => {
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Settings' }).click()
    await expect(page).toHaveURL('/adminDashboard/settings')
  })
  await shop.sql('delete from settings')
  await shop.sql(`insert into outbox (change) values ('settings')`)
})

test('the sizes and finishes of an import that are chosen stay through a reload, until they are saved', async ({
  page,
  shop,
}) => {
  await enter(page, shop.accounts.admin, '/adminDashboard/import/move')
  const file = fileURLToPath(new URL('../../support/fixtures/import/shopify.csv', import.meta.url))
  await page.getByLabel('Product export').setInputFiles(file)
  await page.getByRole('button', { name: 'Preview' }).click()
  const width = page.getByLabel('Width, cm').first()
  await width.fill('21')
  await page.reload()
  await expectRestored(page)
  await expect(width).toHaveValue('21')
  for (const side of ['Depth, cm', 'Height, cm']) await page.getByLabel(side).first().fill('20')
  await page.getByRole('button', { name: 'Preview again' }).click()
  await expect(page.getByText('Saved. The preview follows your choices.')).toBeVisible()
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft ')))).toEqual([])
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page).toHaveURL('/adminDashboard/import/move')
})

/** Follows a link of the page and answers the question. @returns the question */
async function answerTo(page: Page, answer: 'accept' | 'dismiss'): Promise<string> {
  const asked = page.waitForEvent('dialog')
  const following = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Settings' }).click()
  const dialog = await asked
  await dialog[answer]()
  await following
  return dialog.message()
}
