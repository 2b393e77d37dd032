import { expect, type Locator, type Page } from '@playwright/test'

/** Opens a page and waits for hydration, because a click before that may be lost. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  await scriptsReady(page)
}

/** Goes on to a page with another title as a link does, for a third of the work of opening it. */
export async function goOn(page: Page, path: string): Promise<void> {
  await scriptsReady(page)
  const before = await page.title()
  await goByScript(page, path)
  await expect(page).not.toHaveTitle(before)
}

/** The router follows the address as it does on Forward. */
export async function goByScript(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

/** Motion as most visitors have it; the other tests run without. */
export async function allowMotion(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
}

export async function scriptsReady(page: Page): Promise<void> {
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
}

export function toast(page: Page, text: string): Locator {
  return page.getByRole('status').filter({ hasText: new RegExp(`^${text.replace(/[.?!()]/g, '\\$&')}$`) })
}

/** Asserts that a toast with exactly this text appears. */
export async function expectToast(page: Page, text: string): Promise<void> {
  await expect(toast(page, text).first()).toBeVisible()
}

type CartItem = { product: { id: number }; size?: string; colour?: string }

export async function putInCart(page: Page, { product, size, colour = 'Sandstone' }: CartItem): Promise<void> {
  await visit(page, `/productinfo/${product.id}`)
  if (size) await page.getByRole('group', { name: 'Size' }).getByRole('radio', { name: size }).check()
  await page.getByRole('group', { name: 'Pot colour' }).getByRole('radio', { name: colour }).check()
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expectToast(page, 'Added to cart')
}

export type Person = { name: string; email: string; password: string }

let signups = 0

/** A guest. */
export function newPerson(): Person {
  signups += 1
  return { name: 'Kavya Rao', email: `kavya${Date.now()}${process.pid}${signups}@gmail.com`, password: 'terracotta 7' }
}

/** A fresh account, made without the form. */
export async function signUp(page: Pick<Page, 'request'>, person = newPerson()): Promise<Person> {
  const answer = await page.request.post('/signup', { form: person, maxRedirects: 0, headers: { accept: 'text/html' } })
  expect(answer.status()).toBe(302)
  return person
}

/** Logs in through the form of the page that is open or, without `here`, of /login. */
export async function logIn(
  page: Page,
  person: Pick<Person, 'email' | 'password'>,
  { here = false } = {},
): Promise<void> {
  if (!here) await visit(page, '/login')
  const form = page.getByRole('main')
  await form.getByLabel('Email').fill(person.email)
  await form.getByLabel('Password').fill(person.password)
  await form.getByRole('button', { name: 'Login' }).click()
  await expectToast(page, 'Login Successfully')
}

/** A fresh shopper for each test, so that no test meets another one's orders. */
export async function signUpAndLogIn(page: Page, person = newPerson()): Promise<Person> {
  await signUp(page, person)
  const { email, password } = person
  await page.request.post('/login', { form: { email, password }, headers: { accept: 'text/html' } })
  // The dashboard stores the user in local storage.
  await visit(page, '/userDashboard')
  await expect(page.getByRole('heading', { name: 'Your orders' })).toBeVisible()
  await page.waitForFunction(() => localStorage.getItem('users'))
  return person
}

export const ADDRESS = {
  'Full name': 'Kavya Rao',
  Address: '14 Temple Street',
  City: 'Mysuru',
  Pincode: '570001',
  'Mobile number': '9845012345',
}

export async function openCheckout(page: Page): Promise<void> {
  await visit(page, '/cart')
  await checkOut(page)
}

/** For a third of the work, from another page of the shop. */
export async function goOnToCheckout(page: Page): Promise<void> {
  // The address changes before the page does: the form of an order that was just placed may be there still.
  await expect(page.getByRole('button', { name: 'Cash on Delivery' })).toHaveCount(0)
  await goOn(page, '/cart')
  await checkOut(page)
}

async function checkOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Checkout' }).click()
  await expect(page.getByRole('button', { name: 'Cash on Delivery' })).toBeVisible()
}

export async function fillAddress(page: Page, address: Partial<typeof ADDRESS> = ADDRESS): Promise<void> {
  for (const [label, text] of Object.entries(address)) await page.getByLabel(label, { exact: true }).fill(text)
}

/** The order's page as checkout opens it. */
export const THANK_YOU = /\/orders\/\d+\?placed$/

export async function expectPlaced(page: Page): Promise<void> {
  await expectToast(page, 'Order placed successfully')
  await expect(page).toHaveURL(THANK_YOU)
}

/** Chooses the card and presses the one button. */
export async function placeOrder(page: Page, way: 'Pay Online' | 'Cash on Delivery'): Promise<void> {
  await page.getByRole('radio', { name: way }).check()
  await page.getByRole('button', { name: /^Place order · ₹/ }).click()
}

/** Orders the cart with cash on delivery. */
export async function order(page: Page): Promise<void> {
  await openCheckout(page)
  await fillAddress(page)
  await placeOrder(page, 'Cash on Delivery')
  await expectPlaced(page)
}

/** Presses Cancel Order, in this order's card if there are several, and confirms it. */
export async function cancelOrder(order: Page | Locator): Promise<void> {
  await order.getByRole('button', { name: 'Cancel Order' }).click()
  const dialog = order.getByRole('dialog', { name: /^Cancel order \d+\?$/ })
  await expect(dialog.getByRole('button', { name: 'Go back' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Cancel Order' }).click()
  // While it fades, its button has the name of the one that opens it.
  await expect(dialog).toHaveCount(0)
}

export function cartLink(page: Page, items: number): Locator {
  return page.getByRole('link', { name: items === 1 ? 'Cart, 1 item' : `Cart, ${items} items`, exact: true })
}

export async function readStored(page: Page, key: string): Promise<unknown> {
  return page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? 'null'), key)
}
