import { enter } from '#tests/browser/support/admin.ts'
import { expectAccessible } from '#tests/browser/support/axe.ts'
import { expect, test } from '#tests/browser/support/test.ts'

test('an order is found by its buyer’s phone in two actions, from any page and by keyboard alone', async ({
  page,
  buy,
  shop,
  stock,
}) => {
  const { orderId } = await buy(await stock())
  const id = String(orderId)
  const name = `Zenobia ${id}`
  await shop.sql(
    `update orders set name = $2, mobile_number = '92345 6' || lpad($1::text, 4, '0') where id = $1::bigint`,
    [id, name],
  )
  const phone = `+91 92345 6${id.padStart(4, '0')}`
  await enter(page, shop.accounts.admin, '/adminDashboard/emails')
  const search = page.getByRole('combobox', { name: 'Search orders, products, customers' })

  await test.step('/ focuses it, the arrows choose, Escape clears', async () => {
    await page.keyboard.press('/')
    await expect(search).toBeFocused()
    await page.keyboard.type(name)
    const hit = page.getByRole('option', { name: `#${id} ${name}` })
    await expect(hit).toBeVisible()
    await expect(page.getByRole('group', { name: 'Orders' }).getByRole('option')).toHaveCount(1)
    await expectAccessible(page)
    await page.keyboard.press('ArrowDown')
    await expect(hit).toHaveAttribute('aria-selected', 'true')
    await expect(search).toHaveAttribute('aria-activedescendant', (await hit.getAttribute('id')) ?? '')
    await page.keyboard.press('Escape')
    await expect(search).toHaveValue('')
    await expect(page.getByRole('listbox')).toHaveCount(0)
  })

  await test.step('a phone and Enter open the order', async () => {
    await search.fill(phone)
    await search.press('Enter')
    await expect(page).toHaveURL(`${shop.url}/adminDashboard/orders/${id}`)
    await expect(search).toHaveValue('')
  })

  await test.step('several hits are a page', async () => {
    const word = `Zebrawood ${id}`
    const [one] = [await stock({ title: `${word} one` }), await stock({ title: `${word} two` })]
    await search.fill(word)
    await search.press('Enter')
    await expect(page.getByRole('heading', { name: `Results for “${word}”` })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: one.title }).click()
    await expect(page).toHaveURL(`${shop.url}/updateproduct/${one.id}`)
  })

  await test.step('in a field, / is a letter', async () => {
    const title = page.getByLabel('Title', { exact: true })
    await title.focus()
    await page.keyboard.press('/')
    await expect(title).toBeFocused()
  })
})
