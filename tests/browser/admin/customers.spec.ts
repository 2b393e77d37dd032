import { enter, row } from '#tests/browser/support/admin.ts'
import { expectAccessible, NARROW } from '#tests/browser/support/axe.ts'
import { expectToast, goOn } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

test('an order leads to its customer, whose notes and tags two people write without losing a word', async ({
  page,
  buy,
  shop,
  stock,
  trouble,
}) => {
  // The second of two notes is refused once.
  trouble.expect(/409/)
  const { email, orderId } = await buy(await stock())
  const [order] = await shop.sql<{ id: string; user_id: string }>('select id, user_id from orders where id = $1', [
    orderId,
  ])
  await enter(page, shop.accounts.admin, `/adminDashboard/orders/${order?.id}`)
  await page.getByRole('link', { name: email }).click()
  await expect(page).toHaveURL(`${shop.url}/adminDashboard/users/${order?.user_id}`)
  await expect(page.getByRole('link', { name: `Order ${order?.id}` })).toBeVisible()
  await expectAccessible(page, NARROW)

  const [note, tags, save] = [
    page.getByLabel('Notes'),
    page.getByLabel('Tags'),
    page.getByRole('button', { name: 'Save notes and tags' }),
  ]
  const tag = `tag ${order?.id}`
  await test.step('one saves twice', async () => {
    await note.fill('Calls on Sundays.')
    await tags.fill(`${tag},VIP`)
    await save.click()
    await expectToast(page, 'Saved')
    await expect(tags).toHaveValue(`${tag}, VIP`)
    await note.fill('Calls on Mondays.')
    await save.click()
    await expect(async () => {
      const [stored] = await shop.sql('select note from customer_notes where user_id = $1', [order?.user_id])
      expect(stored).toEqual({ note: 'Calls on Mondays.' })
    }).toPass()
  })

  await test.step('another saves in between: what is typed stays, and can replace it', async () => {
    await expect(note).toHaveValue('Calls on Mondays.')
    await shop.sql(`update customer_notes set note = 'Moved to Goa.', version = version + 1 where user_id = $1`, [
      order?.user_id,
    ])
    await note.fill('Calls on Tuesdays.')
    await save.click()
    await expect(page.getByText(/Changed since you opened it, to “Moved to Goa\.”/).first()).toBeVisible()
    await expect(note).toHaveValue('Calls on Tuesdays.')
    await save.click()
    await expect(async () => {
      const [stored] = await shop.sql('select note from customer_notes where user_id = $1', [order?.user_id])
      expect(stored).toEqual({ note: 'Calls on Tuesdays.' })
    }).toPass()
  })

  await test.step('users are found by tag', async () => {
    await goOn(page, `/adminDashboard/users?tag=${encodeURIComponent(tag)}`)
    await expect(row(page, email)).toHaveCount(1)
    await expect(row(page, /./)).toHaveCount(1)
  })
})
