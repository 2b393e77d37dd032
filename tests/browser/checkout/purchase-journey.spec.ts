import type { Locator, Page } from '@playwright/test'
import { listEmailsTo } from '#tests/browser/support/inbox.ts'
import {
  cancelOrder,
  cartLink,
  expectToast,
  fillAddress,
  goOn,
  newPerson,
  putInCart,
  readStored,
  THANK_YOU,
  toast,
  visit,
} from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

test('a guest fills a cart, which two tabs show, signs up, logs in, orders in both tabs at the same moment, once, with cash on delivery, and cancels; more lines than one order holds are too many', async ({
  page,
  shop,
  stock,
  trouble,
}) => {
  const product = await stock({ code: 'C02', price: 900, title: 'Letter <b>Bowl</b>' })
  const person = newPerson()
  const second = await page.context().newPage()
  const tabs = [page, second]

  await test.step('adding again raises the line; another size or colour is another line; the badge counts lines', async () => {
    await visit(second, '/cart')
    await expect(cartLink(second, 0)).toHaveText('')
    // A tab in the background draws nothing, so that each click in it waits.
    await page.bringToFront()
    await putInCart(page, { product, colour: 'Sandstone' })
    await expect(cartLink(page, 1)).toHaveText('1')
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await expect.poll(() => readStored(page, 'cart')).toMatchObject([{ quantity: 2 }])
    await expect(cartLink(page, 1)).toHaveText('1')
    await page.getByRole('radio', { name: 'Grey Stone' }).check()
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.getByRole('group', { name: 'Size' }).getByRole('radio', { name: 'C03' }).check()
    await page.getByRole('radio', { name: 'Marble White' }).check()
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await expect(cartLink(page, 3)).toHaveText('3')
  })

  await cartLink(page, 3).click()

  await test.step('the total is that of the lines, in both tabs', async () => {
    // 2 × 900 + 900 + 1,999.
    for (const tab of tabs) await expect(total(tab)).toHaveText('₹4,699')
    await expect(line(page)).toHaveCount(3)
    await expect(line(page).nth(0)).toContainText('₹1,800')
    await expect(line(page).nth(2)).toContainText('CUBEE C03')
    await expect(page.getByText('Free', { exact: true })).toBeVisible()
  })

  await test.step('quantities go up and down in both tabs, but never below one', async () => {
    const first = line(page).nth(0)
    const less = first.getByRole('button', { name: 'Decrease quantity' })
    await first.getByRole('button', { name: 'Increase quantity' }).click()
    for (const tab of tabs) await expect(total(tab)).toHaveText('₹5,599')
    await less.click()
    await less.click()
    await expect(total(page)).toHaveText('₹3,799')
    await expect(less).toBeDisabled()
    await less.click({ force: true })
    await expect(total(page)).toHaveText('₹3,799')
    expect(await readStored(page, 'cart')).toMatchObject([{ quantity: 1 }, { quantity: 1 }, { quantity: 1 }])
  })

  await test.step('Remove takes lines away, in both tabs', async () => {
    for (const left of [2, 1]) {
      await line(page).first().getByRole('button', { name: 'Remove' }).click()
      await expect(cartLink(page, left)).toBeVisible()
    }
    await expectToast(page, 'Item removed from cart')
    await expect(cartLink(second, 1)).toBeVisible()
    await expect(line(second)).toHaveCount(1)
  })

  await test.step('the cart asks a guest to log in', async () => {
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
    // Toasts may be over the button.
    await main.getByLabel('Password').press('Enter')
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

  await fillAddress(page, SHORT)
  await expect(page.getByLabel('State', { exact: true })).toHaveValue('29')

  await test.step('pressed often in both tabs at the same moment, one order is placed', async () => {
    await second.bringToFront()
    await fillAddress(second, SHORT)
    await expect(second.getByLabel('State', { exact: true })).toHaveValue('29')
    // Twenty times in each, a few milliseconds apart, so that a tab learns of another's order at the worst moment.
    const start = Date.now() + 200
    await Promise.all(tabs.map((tab, index) => pressAt(tab, 'Cash on Delivery', start + index * 25)))
    for (const tab of tabs) await expect(cartLink(tab, 0)).toBeVisible()
    await expect.poll(() => tabs.some(isThankYou)).toBe(true)
    expect(await readStored(page, 'cart')).toEqual([])
  })

  const [placed, ...others] = await shop.sql<{ id: string }>('select id from orders where email = $1', [person.email])
  expect(others).toEqual([])
  const id = Number(placed?.id)
  // The tab that was told of the order.
  const told = tabs.find(isThankYou) ?? page
  await told.bringToFront()
  await expectToast(told, 'Order placed successfully')
  const thanks = told.getByRole('region', { name: 'Thank you, Kav' })
  for (const text of ['Pay ₹3,998 in cash', person.email]) await expect(thanks).toContainText(text)
  await expect(told.getByRole('main').getByText(`Order ${id}`, { exact: true })).toHaveCount(1)
  await expect(thanks).not.toContainText('Arrives')
  await goOn(told, '/userDashboard')
  const order = told.getByRole('article', { name: `Order ${id}` })

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
    await cancelOrder(order)
    await expectToast(told, 'Order cancellation requested successfully!')
    await expect(order.getByText('Cancellation requested')).toBeVisible()
    await expect(order.getByRole('button', { name: 'Cancel Order' })).toHaveCount(0)
    const section = told.getByRole('region', { name: 'Cancelled Orders' })
    await expect(section).toHaveCount(0)
    await shop.approveCancellation(id)
    await expect(section.getByRole('article', { name: `Order ${id}` })).toContainText('Cancelled')
    await expect(toast(told, 'Failed to load orders')).toHaveCount(0)
  })

  await test.step('more lines than one order holds are shown, and told to be too many', async () => {
    trouble.expect(/400.*cart/)
    await told.evaluate(
      ([id, title]) => {
        const pot = { title, price: 900, productImageUrl: [], sizeCode: 'C02', selectedColor: 'Sandstone', quantity: 2 }
        const lines = Array.from({ length: 101 }, (_, index) => ({ ...pot, id: Number(id) + index }))
        localStorage.setItem('cart', JSON.stringify(lines))
      },
      [product.id, product.title] as const,
    )
    await goOn(told, '/cart')
    // By selectors: finding roles among so many lines takes seconds.
    await expect(told.locator('header a[href="/cart"]')).toHaveText('101')
    await expect(total(told)).toHaveText('₹1,81,800')
    await expect(told.locator('main aside')).toContainText('One order holds at most 100 different pots.')
  })
})

/** As short as each field can be. */
const SHORT = { 'Full name': 'Kav', Address: '14 A', City: 'M', Pincode: '570001', 'Mobile number': '9845012345' }

function line(page: Page) {
  return page.getByRole('list', { name: 'Cart lines' }).locator('> li')
}

function total(page: Page) {
  return page.locator('.totals-sum dd')
}

function isThankYou(page: Page) {
  return THANK_YOU.test(page.url())
}

function pressAt(page: Page, name: string, time: number): Promise<void> {
  return page.getByRole('button', { name }).evaluate(
    (button: HTMLElement, at) =>
      new Promise<void>((resolve) => {
        setTimeout(() => {
          for (let press = 0; press < 20; press += 1) button.click()
          resolve()
        }, at - Date.now())
      }),
    time,
  )
}

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
