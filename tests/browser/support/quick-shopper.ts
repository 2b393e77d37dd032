import { expect, type Page } from '@playwright/test'
import { potImageOf } from '#domain/catalog/catalogue-images.ts'
import type { TestShop } from '#tests/support/shop.ts'
import { ADDRESS, type Person, signUp } from './shopper.ts'
import type { StockedProduct } from './stock.ts'

/** A response of the shop without scripts, whose local storage can be written before a page of the shop opens. */
const WITHOUT_SCRIPTS = '/healthz'

/** As the address form sends it. */
export const ADDRESS_FIELDS = {
  name: ADDRESS['Full name'],
  address: ADDRESS.Address,
  city: ADDRESS.City,
  pincode: ADDRESS.Pincode,
  mobileNumber: ADDRESS['Mobile number'],
}

/** A fresh shopper: logged in, with these pots in the cart and the address filled in, before any page is open. */
export async function arriveAsShopper(page: Page, pots: StockedProduct[] = []): Promise<Person> {
  const person = await signUp(page)
  await arriveAs(page, person)
  await putAddress(page)
  await putPots(page, pots)
  return person
}

/** Logs in without the form. */
export async function logIn(
  { request }: Pick<Page, 'request'>,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<void> {
  await request.post('/login', { form: { email, password }, headers: { accept: 'text/html' }, maxRedirects: 0 })
}

/** Logged in, before any page is open. */
export async function arriveAs(page: Page, person: Pick<Person, 'email' | 'password'>): Promise<void> {
  await logIn(page, person)
  const user = await (await page.request.get('/session')).text()
  await page.goto(WITHOUT_SCRIPTS)
  await page.evaluate((text) => localStorage.setItem('users', text), user)
}

/** These pots are in the cart before any page is open. */
export async function arriveAsGuest(page: Page, pots: StockedProduct[]): Promise<void> {
  await page.goto(WITHOUT_SCRIPTS)
  await putPots(page, pots)
}

/** Logs in on another device. @returns its cookie, for requests without a page */
export async function logInElsewhere(
  { url }: Pick<TestShop, 'url'>,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<string> {
  const body = new URLSearchParams({ email, password })
  const answer = await fetch(new URL('/login', url), {
    method: 'POST',
    headers: { accept: 'text/html' },
    redirect: 'manual',
    body,
  })
  expect(answer.status).toBe(302)
  const cookies = answer.headers.getSetCookie()
  return cookies.map((cookie) => cookie.split(';')[0]).join('; ')
}

/** Writes the cart without the product pages, as another tab does. */
export async function putPots(page: Page, pots: StockedProduct[]): Promise<void> {
  const lines = pots.map((pot) => ({
    ...pot,
    productImageUrl: [potImageOf('CUBEE', 'Grey Stone')],
    sizeCode: 'C02',
    sizeLabel: 'CUBEE C02',
    selectedColor: 'Sandstone',
    quantity: 1,
  }))
  await page.evaluate((text) => {
    localStorage.setItem('cart', text)
    dispatchEvent(new StorageEvent('storage', { key: 'cart' }))
  }, JSON.stringify(lines))
}

/** Fills in the address of the next checkout in this tab. */
export async function putAddress(page: Page): Promise<void> {
  await page.evaluate((text) => sessionStorage.setItem('addressDraft', text), JSON.stringify(ADDRESS_FIELDS))
}

/** Orders one pot with cash on delivery, without a page. */
export async function orderQuietly(page: Pick<Page, 'request'>, { id, price }: StockedProduct): Promise<void> {
  const lines = [{ id, sizeCode: 'C02', selectedColor: 'Sandstone', quantity: 1, seenPrice: price }]
  const form = { key: crypto.randomUUID(), lines: JSON.stringify(lines), ...ADDRESS_FIELDS }
  const answer = await page.request.post('/cart', { form, headers: { accept: 'text/html' } })
  expect(answer.status()).toBe(200)
}
