import type { Locator, Page } from '@playwright/test'
import { ADDRESS, expectToast, signUp, visit } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

test('the whole job by keyboard alone, zoomed to 400 %', async ({ page, stock }) => {
  await page.setViewportSize({ width: 320, height: 256 })
  const product = await stock({ code: 'C02', price: 900 })
  const person = await signUp(page)

  await test.step('search and choose', () => searchAndChoose(page, product))

  await test.step('cart and login', async () => {
    await tabTo(page, page.getByRole('link', { name: 'Cart, 1 item' }), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/cart')
    await expectFocusKept(page)
    await expectNotWider(page)
    await tabTo(page, page.getByRole('button', { name: 'Increase quantity' }))
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('button', { name: 'Checkout' }))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/login?next=/cart')
    await expectFocusKept(page)
    await expectNotWider(page)
    const main = page.getByRole('main')
    await tabTo(page, main.getByLabel('Email'))
    await page.keyboard.type(person.email)
    await tabTo(page, main.getByLabel('Password'))
    await page.keyboard.type(person.password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/cart')
    await expectFocusKept(page)
  })

  await test.step('address and order', async () => {
    await tabTo(page, page.getByRole('button', { name: 'Checkout' }))
    await page.keyboard.press('Enter')
    // The pincode fills the city, which stands after it.
    const { City: _city, ...typed } = ADDRESS
    for (const [label, text] of Object.entries(typed)) {
      await tabTo(page, page.getByLabel(label, { exact: true }))
      await page.keyboard.type(text)
    }
    await expect(page.getByLabel('City', { exact: true })).toHaveValue(/Mysuru/i)
    await expectNotWider(page)
    await tabTo(page, page.getByRole('button', { name: 'Cash on Delivery' }))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/userDashboard')
    await expectFocusKept(page)
  })

  await test.step('cancel', async () => {
    await expectNotWider(page)
    await tabTo(page, page.getByRole('button', { name: 'Cancel Order' }))
    await page.keyboard.press('Enter')
    await expect(page.getByText('Cancellation requested', { exact: true })).toBeVisible()
    await expectFocusKept(page)
  })
})

test('at a desk: search, choose, and a focus that stays near a line that was removed', async ({ page, stock }) => {
  await page.setViewportSize({ width: 1280, height: 1024 })
  const product = await stock({ code: 'C02', price: 900 })
  await searchAndChoose(page, product)
  await tabTo(page, page.getByRole('radio', { name: 'Grey Stone' }), 'Shift+Tab')
  await page.keyboard.press('ArrowDown')
  await tabTo(page, page.getByRole('button', { name: 'Add to cart' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('link', { name: 'Cart, 2 items' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/cart')
  await tabTo(page, page.getByRole('button', { name: 'Remove' }).first())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Remove' })).toHaveCount(1)
  await expectFocusKept(page)
  await tabTo(page, page.getByRole('button', { name: 'Remove' }), 'Tab', 10)
  await tabTo(page, page.getByRole('button', { name: 'Checkout' }))
})

async function searchAndChoose(page: Page, product: { id: number; title: string }): Promise<void> {
  await visit(page, '/')
  await tabTo(page, page.getByLabel('Search products'))
  await page.keyboard.type(product.title)
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/productinfo/${product.id}`)
  await expectFocusKept(page)
  await expectNotWider(page)
  await tabTo(page, page.getByRole('radio', { name: /^C02/ }))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /^C03/ })).toBeChecked()
  await tabTo(page, page.getByRole('radio', { name: 'Grey Stone' }))
  await page.keyboard.press('Space')
  await tabTo(page, page.getByRole('button', { name: 'Add to cart' }))
  await page.keyboard.press('Enter')
  await expectToast(page, 'Added to cart')
}

/** Presses Tab until this has the focus, which must stay visible and in the document all the way. */
async function tabTo(page: Page, target: Locator, key = 'Tab', most = 60): Promise<void> {
  for (let presses = 0; presses < most; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
    await expectFocusSeen(page)
  }
  throw new Error(`${most} presses of ${key} do not lead to ${target}`)
}

/** The focus after its element was removed. */
async function expectFocusKept(page: Page): Promise<void> {
  await expect(page.locator(':focus')).toHaveCount(1)
}

async function expectFocusSeen(page: Page): Promise<void> {
  const problem = () =>
    page.evaluate(() => {
      const focused = document.activeElement
      if (!focused || focused === document.body) return 'nothing has the focus'
      // A radio button's focus ring is on its label.
      const shown = focused.matches('input[type=radio]') ? (focused.closest('label') ?? focused) : focused
      const { left, top, width, height } = shown.getBoundingClientRect()
      const [x, y] = [left + width / 2, Math.min(top + height / 2, top + 20)]
      if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return `${shown.outerHTML.slice(0, 120)} is out of sight`
      const there = document.elementFromPoint(x, y)
      if (!there || !(shown.contains(there) || there.contains(shown))) {
        return `${shown.outerHTML.slice(0, 120)} is behind ${there?.outerHTML.slice(0, 120)}`
      }
      const marks = [focused, shown].map((element) => getComputedStyle(element))
      const isMarked = marks.some(
        ({ outlineStyle, outlineWidth, boxShadow }) =>
          (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none',
      )
      return isMarked ? '' : `${focused.outerHTML.slice(0, 120)} is not marked`
    })
  await expect.poll(problem).toBe('')
}

async function expectNotWider(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}
