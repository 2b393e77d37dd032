import type { Page } from '@playwright/test'
import { enter, image } from '#tests/browser/support/admin.ts'
import { openBusyPage } from '#tests/browser/support/fault-fixtures.ts'
import {
  cancelOrder,
  fillAddress,
  openCheckout,
  order,
  putInCart,
  signUpAndLogIn,
  visit,
} from '#tests/browser/support/shopper.ts'
import type { TestShop } from '#tests/support/shop.ts'

export type State = {
  widths: readonly number[]
  colorScheme: 'light' | 'dark'
  /** Screenshot of the viewport only: dialogs and toasts are placed relative to it. */
  isWindow?: boolean
  open: (page: Page, shop: TestShop) => Promise<void>
}

const day = { widths: [360, 1440], colorScheme: 'light' } as const
const viewportOnly = { ...day, isWindow: true }
const night = { widths: [360, 1440], colorScheme: 'dark' } as const

/** Menus, toasts, errors and dialogs, and the main screens in dark mode. The later ones change the shop's data. */
export const states: Record<string, State> = {
  'home-dark': { ...night, open: (page) => visit(page, '/') },
  'product-dark': { ...night, open: (page) => visit(page, '/productinfo/12') },
  'cart-dark': { ...night, open: openCart },
  'admin-products-dark': { ...night, open: (page, shop) => enter(page, shop.accounts.admin, '/adminDashboard') },
  menu: { ...viewportOnly, widths: [360], open: openMenu },
  'search-dropdown': { ...viewportOnly, open: searchForCubes },
  toast: { ...viewportOnly, open: addToCart },
  'login-refused': { ...day, open: logInWronglyTyped },
  'failed-link': { ...viewportOnly, open: openWhatFails },
  busy: { ...day, open: openBusyPage },
  'checkout-dark': { ...night, open: openFilledCheckout },
  payment: { ...viewportOnly, open: payOnline },
  'order-cancelling': { ...day, open: askToCancel },
  'return-ask': { ...day, open: openReturnForm },
  'return-ask-dark': { ...night, open: openReturnForm },
  'order-return': { ...day, open: askForReturn },
  'order-return-dark': { ...night, open: askForReturn },
  'admin-return': { ...day, open: openDeskReturn },
  'admin-return-dark': { ...night, open: openDeskReturn },
}

async function openMenu(page: Page) {
  await visit(page, '/')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('dialog', { name: 'Menu' }).waitFor()
}

async function searchForCubes(page: Page) {
  await visit(page, '/')
  await page.getByLabel('Search products').fill('cube')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('ArrowDown')
}

async function addToCart(page: Page) {
  await putInCart(page, { product: { id: 12 }, colour: 'Mosaic Grey' })
  // Toasts stay while the pointer is over them.
  await page.getByText('Added to cart').hover()
}

async function logInWronglyTyped(page: Page) {
  await visit(page, '/login')
  await page.getByLabel('Email').fill('kavya')
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await page.getByRole('alert').first().waitFor()
}

async function openWhatFails(page: Page) {
  await visit(page, '/nowhere')
  await page.route('**/allproduct.data*', (route) => route.fulfill({ status: 500, body: 'out of order' }))
  await page.getByRole('main').getByRole('link', { name: 'See all pots' }).click()
  await page.getByRole('button', { name: 'Try again' }).waitFor()
}

async function openCart(page: Page) {
  await putInCart(page, { product: { id: 3 } })
  await putInCart(page, { product: { id: 12 }, colour: 'Mosaic Grey' })
  await visit(page, '/cart')
}

async function openFilledCheckout(page: Page) {
  await signUpAndLogIn(page)
  await openCart(page)
  await openCheckout(page)
  await fillAddress(page)
}

async function payOnline(page: Page) {
  await openFilledCheckout(page)
  await page.getByRole('button', { name: 'Pay Online' }).click()
  await page.getByRole('dialog', { name: 'Pay Gamla' }).waitFor()
}

async function askToCancel(page: Page) {
  await signUpAndLogIn(page)
  await openCart(page)
  await order(page)
  await cancelOrder(page)
  await page.getByText('Cancellation requested', { exact: true }).waitFor()
  // Without toasts.
  await visit(page, '/userDashboard')
}

/** Of an order that was delivered. */
async function openReturnForm(page: Page, shop: TestShop) {
  await signUpAndLogIn(page)
  await putInCart(page, { product: { id: 12 }, colour: 'Mosaic Grey' })
  await order(page)
  const id = /\/orders\/(\d+)/.exec(page.url())?.[1] ?? ''
  await shop.sql("update orders set status = 'delivered', delivered_at = now() where id = $1", [id])
  await visit(page, `/orders/${id}/return`)
}

async function askForReturn(page: Page, shop: TestShop) {
  await openReturnForm(page, shop)
  await page.getByLabel('Reason').selectOption('Damaged')
  await page.getByLabel('What happened').fill('It has a crack below the rim.')
  await page.getByLabel('Pictures').setInputFiles([await image('crack.png'), await image('box.png', '#a86b4a')])
  await page.getByRole('main').getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText(/^RET-\d+ was sent/).waitFor()
}

async function openDeskReturn(page: Page, shop: TestShop) {
  await askForReturn(page, shop)
  const [asked] = await shop.sql<{ id: string }>('select max(id) as id from return_requests')
  await page.context().clearCookies()
  await enter(page, shop.accounts.admin, `/adminDashboard/returns/RET-${asked?.id}`)
}
