import { enter, expectRestored } from '#tests/browser/support/admin.ts'
import { expectAccessible } from '#tests/browser/support/axe.ts'
import { scriptsReady, visit } from '#tests/browser/support/shopper.ts'
import { expect, type Page, test } from '#tests/browser/support/test.ts'

test('an owner makes a collection, says what goes with a pot, and writes a page; shoppers find all three', async ({
  page,
  shop,
  stock,
}) => {
  const [pot, saucer] = [await stock(), await stock()]
  const name = `Gifts ${pot.id}`
  await enter(page, shop.accounts.admin, '/adminDashboard/collections/new')

  await test.step('a draft keeps what is picked', async () => {
    await page.getByLabel('Name').fill(name)
    await page.getByLabel('In the menu').check()
    await pick(page, 'Products', pot.title)
    await pick(page, 'Products', saucer.title)
    await page.reload()
    await scriptsReady(page)
    await expectRestored(page)
    await expect(page.getByRole('list', { name: 'Products, in order' }).getByRole('listitem')).toHaveCount(2)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'See the page' }).click()
  })
  await test.step('its page and the menu', async () => {
    await expect(page).toHaveURL(`/collections/gifts-${pot.id}`)
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(2)
    await expect(page.getByRole('link', { name }).first()).toBeVisible()
    await expectAccessible(page)
  })
  await test.step('what goes with a pot is added by one press', async () => {
    await visit(page, `/updateproduct/${pot.id}`)
    await pick(page, 'Goes with', saucer.title)
    await page.getByRole('button', { name: 'Update product' }).click()
    await expect(page).toHaveURL(/adminDashboard/, { timeout: 40_000 })
    await visit(page, `/productinfo/${pot.id}`)
    const goesWith = page.getByRole('region', { name: 'Goes with' })
    await expect(goesWith.getByRole('article', { name: saucer.title })).toBeVisible()
    await expect(goesWith.getByRole('article', { name: saucer.title }).getByRole('link').last()).toHaveText(/Choose/)
  })
  await test.step('a page of the owner’s', async () => {
    await visit(page, '/adminDashboard/pages/new')
    await page.getByLabel('Title').fill(`Care ${pot.id}`)
    await page.getByLabel('Text').fill('Water it **weekly**.')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'See the page' }).click()
    await expect(page).toHaveURL(`/pages/care-${pot.id}`)
    await expect(page.locator('strong')).toHaveText('weekly')
    await expectAccessible(page)
  })
})

/** Types a title and takes the first product that is found. */
async function pick(page: Page, field: string, title: string) {
  const input = page.getByRole('combobox', { name: field, exact: true })
  await input.fill(title)
  await page.getByRole('option', { name: title }).click()
  await expect(page.getByRole('list', { name: `${field}, in order` })).toContainText(title)
}
