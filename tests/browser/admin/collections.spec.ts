import { enter, expectRestored } from '#tests/browser/support/admin.ts'
import { expectAccessible } from '#tests/browser/support/axe.ts'
import { putPots } from '#tests/browser/support/quick-shopper.ts'
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
    const picked = page.getByRole('list', { name: 'Products, in order' }).getByRole('listitem')
    await expect(picked).toHaveCount(2)
    await picked.nth(1).dragTo(picked.nth(0))
    await expect(picked.first()).toContainText(saucer.title)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'See the page' }).click()
  })
  await test.step('its page and the menu', async () => {
    await expect(page).toHaveURL(`/collections/gifts-${pot.id}`)
    const products = page.getByRole('main').getByRole('article')
    await expect(products).toHaveCount(2)
    await expect(products.first().getByRole('link').first()).toHaveAttribute('href', `/productinfo/${saucer.id}`)
    await expect(page.getByRole('link', { name }).first()).toBeVisible()
    await expectAccessible(page)
  })
  await test.step('what goes with a pot is beside it, to be chosen', async () => {
    await visit(page, `/updateproduct/${pot.id}`)
    await pick(page, 'Goes with', saucer.title)
    await page.getByRole('button', { name: 'Update product' }).click()
    await expect(page).toHaveURL(/adminDashboard/, { timeout: 40_000 })
    await visit(page, `/productinfo/${pot.id}`)
    const goesWith = page.getByRole('region', { name: 'Goes with' })
    await expect(goesWith.getByRole('article', { name: saucer.title })).toBeVisible()
    await expect(goesWith.getByRole('article', { name: saucer.title }).getByRole('link').last()).toHaveText(/Choose/)
  })
  await test.step('and in the cart too, in the finish that is there', async () => {
    await putPots(page, [pot])
    await visit(page, '/cart')
    await page.getByRole('button', { name: `Add ${saucer.title} to cart` }).click()
    await expect(page.getByRole('region', { name: 'Goes with' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Cart, 2 items' })).toBeVisible()
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

test('on a phone what a title finds is above the bar at the bottom', async ({ openBrowser, shop, stock }) => {
  const pot = await stock()
  const page = await openBrowser({ viewport: { width: 360, height: 740 } })
  await enter(page, shop.accounts.admin, '/adminDashboard/collections/new')
  const field = page.getByRole('combobox', { name: 'Products', exact: true })
  await field.focus()
  await field.evaluate((node) => scrollBy(0, node.getBoundingClientRect().bottom - innerHeight + 60))
  await page.keyboard.insertText(pot.title)
  const isOnTop = (node: Element) => {
    const { left, bottom } = node.getBoundingClientRect()
    return node.contains(document.elementFromPoint(left + 20, bottom - 2))
  }
  await expect.poll(() => page.getByRole('option', { name: pot.title }).evaluate(isOnTop)).toBe(true)
})
