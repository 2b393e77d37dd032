import { formatRupees } from '#domain/money.ts'
import { enter, expectRestored } from '#tests/browser/support/admin.ts'
import { expectAccessible, NARROW } from '#tests/browser/support/axe.ts'
import { ADDRESS_FIELDS, orderQuietly } from '#tests/browser/support/quick-shopper.ts'
import { goOn, visit } from '#tests/browser/support/shopper.ts'
import type { StockedProduct } from '#tests/browser/support/stock.ts'
import { expect, type Page, test } from '#tests/browser/support/test.ts'

const offer = ({ price }: StockedProduct, finish: string) => ({ label: `C02 · ${finish} · ${formatRupees(price)}` })

async function addProduct(page: Page, product: StockedProduct) {
  const { title } = product
  await page.getByLabel('Add a product').fill(title)
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await page.getByLabel(title, { exact: true }).selectOption(offer(product, 'Sandstone'))
  await page.getByRole('button', { name: `Add ${title}` }).click()
  await expect(page.getByRole('list', { name: 'Added' }).getByText(title)).toBeVisible()
}

test('an order is changed: quantity, one more product, another finish, one removed; its shopper sees each', async ({
  page,
  buy,
  shop,
  stock,
}) => {
  const [pot, more] = [await stock(), await stock()]
  const { page: shopper, orderId } = await buy(pot)
  const here = `/adminDashboard/orders/${orderId}`
  await enter(page, shop.accounts.admin, here)
  const line = (title: string) => page.getByRole('group', { name: title })
  const save = async () => {
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page).toHaveURL(here)
  }

  await test.step('three instead of one, and one more product', async () => {
    await page.getByRole('link', { name: 'Change order' }).click()
    await line(pot.title).getByLabel('New quantity').fill('3')
    await addProduct(page, more)
    await expect(line(pot.title).getByLabel('New quantity')).toHaveValue('3')
    const total = page.getByRole('status').filter({ hasText: 'Total' })
    await expect(total).toContainText(`${formatRupees(pot.price)} → ${formatRupees(3 * pot.price + more.price)}`)
    await expectAccessible(page)
    await save()
    await visit(shopper, `/orders/${orderId}`)
    await expect(shopper.getByRole('main')).toContainText(more.title)
    await expect(shopper.getByRole('main')).toContainText(formatRupees(3 * pot.price + more.price))
  })

  await test.step('a product that was added stays when somebody orders, is there again after a reload, and goes with the draft', async () => {
    await goOn(page, `${here}/change`)
    await addProduct(page, more)
    await page.getByLabel('Quantity', { exact: true }).fill('4')
    // Another order reloads the page's data, but not what the form holds.
    const waiting = page.getByRole('link', { name: 'Orders', exact: true }).locator('.count-badge')
    const before = await waiting.innerText()
    await orderQuietly(shopper, pot)
    await expect(waiting).not.toHaveText(before)
    await expect(page.getByRole('list', { name: 'Added' }).getByText(more.title)).toBeVisible()
    await page.reload()
    await expectRestored(page)
    await expect(page.getByRole('list', { name: 'Added' }).getByText(more.title)).toBeVisible()
    await expect(page.getByLabel('Quantity', { exact: true })).toHaveValue('4')
    await page.getByRole('button', { name: 'Discard them' }).click()
    await expect(page.getByRole('list', { name: 'Added' })).toHaveCount(0)
    await goOn(page, here)
  })

  await test.step('another finish, and one product less', async () => {
    await goOn(page, `${here}/change`)
    await line(pot.title).getByLabel('Exchange for').selectOption(offer(pot, 'Grey Stone'))
    await line(pot.title).getByLabel('New quantity').fill('2')
    await line(more.title).getByLabel('Remove').check()
    await save()
    await visit(shopper, `/orders/${orderId}`)
    const main = shopper.getByRole('main')
    await expect(main).toContainText(formatRupees(2 * pot.price))
    const lines = await shop.sql(
      'select title, selected_color as finish, quantity from order_lines where order_id = $1',
      [orderId],
    )
    expect(lines).toEqual([{ title: pot.title, finish: 'Grey Stone', quantity: 2 }])
  })
})

test('orders are taken on the phone with cash, and paid at the counter, each in under 90 seconds', async ({
  page,
  shop,
  stock,
}) => {
  const pot = await stock()
  const { name, address, city, pincode, mobileNumber } = ADDRESS_FIELDS
  await enter(page, shop.accounts.admin, '/adminDashboard/orders/new')
  for (const payment of ['Cash on delivery', 'Paid at the counter'])
    await test.step(payment, async () => {
      const began = Date.now()
      await goOn(page, '/adminDashboard/orders?view=orders')
      await page.getByRole('link', { name: 'New order' }).click()
      const fields = {
        'Full name': name,
        Address: address,
        Pincode: pincode,
        City: city,
        'Mobile number': mobileNumber,
      }
      for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value)
      await addProduct(page, pot)
      await expect(page.getByLabel('Full name')).toHaveValue(name)
      await page.getByLabel(payment).check()
      await expect(page.getByRole('status').filter({ hasText: 'Total' })).toContainText(formatRupees(pot.price))
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Place order' }).click()
      await expect(page).toHaveURL(/\/adminDashboard\/orders\/\d+$/)
      await expect(page.getByRole('main')).toContainText(payment)
      expect(Date.now() - began).toBeLessThan(90_000)
    })
  await test.step('on a phone the list has the button, too, and still begins at the top', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await goOn(page, '/adminDashboard/orders?view=orders')
    await expect(page.getByRole('link', { name: 'New order' })).toBeInViewport({ ratio: 1 })
    const [first] = await page.locator('.live-rows tbody tr').all()
    expect((await first?.boundingBox())?.y).toBeLessThan(180)
    await expectAccessible(page, NARROW)
  })
})
