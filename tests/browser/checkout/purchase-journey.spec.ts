import type { Locator } from '@playwright/test'
import { listEmailsTo } from '#tests/browser/support/inbox.ts'
import {
  cartLink,
  expectToast,
  fillAddress,
  newPerson,
  putInCart,
  readStored,
  toast,
} from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

test('a guest fills a cart, signs up, logs in, orders with cash on delivery, and cancels', async ({
  page,
  shop,
  stock,
}) => {
  const product = await stock({ code: 'C02', price: 900, title: 'Letter <b>Bowl</b>' })
  const person = newPerson()

  await test.step('the cart asks a guest to log in', async () => {
    await putInCart(page, { product, size: 'C03', colour: 'Marble White' })
    await cartLink(page, 1).click()
    await page.getByRole('button', { name: 'Increase quantity' }).click()
    await page.getByRole('button', { name: 'Checkout' }).click()
    await expect(page).toHaveURL('/login?next=/cart')
    await expect(page.getByText('Log in to place your order.')).toBeVisible()
  })

  await test.step('signup and login lead back to the cart', async () => {
    const main = page.getByRole('main')
    await main.getByRole('link', { name: 'Signup' }).click()
    await expect(page).toHaveURL('/signup?next=/cart')
    await main.getByLabel('Name').fill(person.name)
    await main.getByLabel('Email').fill(person.email)
    await main.getByLabel('Password').fill(person.password)
    await main.getByRole('button', { name: 'Signup' }).click()
    await expectToast(page, 'Signup Successfully')
    await expect(page).toHaveURL('/login?next=%2Fcart')
    await main.getByLabel('Email').fill(person.email)
    await main.getByLabel('Password').fill(person.password)
    await main.getByRole('button', { name: 'Login' }).click()
    await expectToast(page, 'Login Successfully')
    await expect(page).toHaveURL('/cart')
    expect(await readStored(page, 'users')).toMatchObject({ name: person.name, role: 'user', email: person.email })
  })

  await test.step('the address is asked for, emptiness first, lengths after', async () => {
    await page.getByRole('button', { name: 'Checkout' }).click()
    const pay = page.getByRole('button', { name: 'Cash on Delivery' })
    await pay.click()
    await expectToast(page, 'All fields are required')
    await expect(page.getByLabel('City')).toHaveAccessibleDescription('Enter your city.')
    await expect(page.getByLabel('Full name')).toBeFocused()
    await expect(page.getByLabel('Full name')).toBeInViewport()
    await fillAddress(page, {
      'Full name': 'Ka',
      Address: '14',
      City: 'M',
      Pincode: '57000',
      'Mobile number': '984501234',
    })
    await pay.click()
    await expectToast(page, 'Enter valid data')
    for (const label of ['Full name', 'Address', 'Pincode', 'Mobile number']) {
      await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(
        /must have at least \d+ characters/,
      )
    }
    await expect(page.getByLabel('City')).not.toHaveAttribute('aria-invalid')
    await page.getByLabel('Full name').fill('Kav')
    await expect(page.getByLabel('Full name')).not.toHaveAttribute('aria-invalid')
    await expect(page.getByLabel('Pincode')).toHaveAttribute('aria-invalid')
  })

  await test.step('the order is placed', async () => {
    await fillAddress(page, {
      'Full name': 'Kav',
      Address: '14 A',
      City: 'M',
      Pincode: '570001',
      'Mobile number': '9845012345',
    })
    await page.getByRole('button', { name: 'Cash on Delivery' }).click()
    await expectToast(page, 'Order placed successfully')
    await expect(page).toHaveURL('/userDashboard')
    await expect(cartLink(page, 0)).toBeVisible()
    expect(await readStored(page, 'cart')).toEqual([])
  })

  const [placed] = await shop.sql<{ id: string }>('select id from orders where email = $1', [person.email])
  const id = Number(placed?.id)
  const order = page.getByRole('article', { name: `Order ${id}` })

  await test.step('the order says what was bought, and where it goes', async () => {
    for (const text of [
      product.title,
      'CUBEE C03',
      'Marble White',
      'Quantity 2',
      '₹3,998',
      'confirmed',
      '14 A',
      '570001',
    ]) {
      await expect(order).toContainText(text)
    }
    await expect(order.locator('.order-line-choice')).toHaveText('CUBEE C03 · Marble White · Quantity 2 · ₹1,999 each')
    await expect(order.locator('.order-line-price')).toHaveText('₹3,998')
    await expect(order.locator('.order-line img')).toHaveAttribute('src', /cubee-marble-white/)
    expect(await hueOf(order.locator('.status'))).toBe('green')
  })

  await test.step('it is emailed once, and a title that looks like a tag is a text', async () => {
    await expect.poll(() => listEmailsTo(page, person.email)).toHaveLength(1)
    const [email] = await listEmailsTo(page, person.email)
    expect(email).toContain(`Your order ${id} is confirmed`)
    expect(email).toContain('1. Letter ‹b›Bowl‹/b›')
  })

  await test.step('it can be cancelled, and moves when the shop agrees', async () => {
    await order.getByRole('button', { name: 'Cancel Order' }).click()
    await expectToast(page, 'Order cancellation requested successfully!')
    await expect(order.getByText('Cancellation requested')).toBeVisible()
    await expect(order.getByRole('button', { name: 'Cancel Order' })).toHaveCount(0)
    const section = page.getByRole('region', { name: 'Cancelled Orders' })
    await expect(section).toHaveCount(0)
    await shop.approveCancellation(id)
    await expect(section.getByRole('article', { name: `Order ${id}` })).toContainText('Cancelled')
    await expect(toast(page, 'Failed to load orders')).toHaveCount(0)
  })
})

/** The stronger of red and green. */
async function hueOf(element: Locator): Promise<'red' | 'green'> {
  const pixel = await element.evaluate((node) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d')
    if (!canvas) return [0, 0]
    canvas.fillStyle = getComputedStyle(node).color
    canvas.fillRect(0, 0, 1, 1)
    return Array.from(canvas.getImageData(0, 0, 1, 1).data)
  })
  return (pixel[0] ?? 0) > (pixel[1] ?? 0) ? 'red' : 'green'
}
