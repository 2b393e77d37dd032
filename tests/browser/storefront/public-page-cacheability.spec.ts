import type { APIRequestContext } from '@playwright/test'
import { expect, test } from '#tests/browser/support/test.ts'

const PUBLIC = [
  '/',
  '/allproduct',
  '/allproduct?page=2&sort=lowToHigh',
  '/category/bonsai',
  '/productinfo/1',
  '/search?q=tubo',
  '/cart',
  '/signup',
  '/login',
  '/refund-policy',
  '/termsAndConditions',
  '/privacy',
  '/warranty',
  '/faq',
  '/_root.data',
  '/productinfo/1.data',
]

test('public pages are the same, byte for byte, with nobody’s cookies and anybody’s', async ({ playwright, shop }) => {
  const guest = await playwright.request.newContext({ baseURL: shop.url })
  const people: APIRequestContext[] = []
  for (const { email, password } of Object.values(shop.accounts)) {
    const person = await playwright.request.newContext({ baseURL: shop.url })
    await person.post('/login', { form: { email, password }, headers: { accept: 'text/html' }, maxRedirects: 0 })
    expect(await (await person.get('/session')).json()).toMatchObject({ email })
    people.push(person)
  }
  for (const path of PUBLIC) {
    // Several attempts, in case a product changes in between.
    await expect(async () => {
      const plain = await guest.get(path)
      expect(plain.headers()['set-cookie'], path).toBeUndefined()
      for (const person of people) {
        const answer = await person.get(path)
        expect(Buffer.compare(await answer.body(), await plain.body()), path).toBe(0)
        expect(answer.headers()['set-cookie'], path).toBeUndefined()
      }
    }).toPass()
  }
  for (const context of [guest, ...people]) await context.dispose()
})
