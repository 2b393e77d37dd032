import type { Page } from '@playwright/test'
import { expectFocusKept, expectNotWider, tabTo } from '#tests/browser/support/keyboard.ts'
import { ADDRESS, expectToast, signUp, THANK_YOU, visit } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

test('the whole job by keyboard alone, at a desk as far as the cart, and zoomed to 400 %', async ({ page, stock }) => {
  const product = await stock({ title: 'Wumbo', code: 'C02', price: 900 })
  const person = await signUp(page)

  await test.step('at a desk: search, choose, and a focus that stays near a line that was removed', async () => {
    await page.setViewportSize({ width: 1280, height: 1024 })
    await visit(page, '/faq')
    await tabTo(page, page.getByLabel('Search products'))
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

  await test.step('zoomed: search and choose', async () => {
    await page.setViewportSize({ width: 320, height: 256 })
    await tabTo(page, page.getByLabel('Search products'), 'Shift+Tab')
    await searchAndChoose(page, product)
  })

  await test.step('cart and login', async () => {
    await tabTo(page, page.getByRole('link', { name: 'Cart, 2 items' }), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/cart')
    await expectFocusKept(page)
    await expectNotWider(page)
    await tabTo(page, page.getByRole('button', { name: 'Increase quantity' }).first())
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
    await expect(page).toHaveURL(THANK_YOU)
    await expectFocusKept(page)
  })

  await test.step('cancel', async () => {
    await expectNotWider(page)
    await tabTo(page, page.getByRole('button', { name: 'Cancel Order' }))
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: /^Cancel order/ })
    await expect(dialog.getByRole('button', { name: 'Go back' })).toBeFocused()
    await tabTo(page, dialog.getByRole('button', { name: 'Cancel Order' }))
    await page.keyboard.press('Enter')
    await expect(page.getByText('Cancellation requested', { exact: true }).first()).toBeVisible()
    await expectFocusKept(page)
  })
})

async function searchAndChoose(page: Page, product: { id: number; title: string }): Promise<void> {
  await page.keyboard.type(product.title)
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1)
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
