import type { Page } from '@playwright/test'
import {
  cancelOrder,
  expectToast,
  goOn,
  logIn,
  readStored,
  signUp,
  toast,
  visit,
} from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

const ADVICE = [
  'All Fields are required',
  'Name required minimum 3 char',
  'enter valid email or use @gmail.com',
  'Password required minimum 6 char',
]

const FAILURES = ['lost', 'failed'] as const
const SENTENCE = {
  lost: 'Connection lost. Please try again.',
  failed: 'Something went wrong on our side. Please try again.',
}

test('the signup form advises; the login form leads to orders in every state: pending is red, the others green, cancelled ones stand apart; a cancellation that gets lost is told', async ({
  page,
  shop,
  trouble,
}) => {
  trouble.expect(/400/, /401/, /409/, /500/, /ERR_CONNECTION_REFUSED/)
  const { user } = shop.accounts
  const taken = await signUp(page)
  await visit(page, '/signup')

  await test.step('an address that has an account is refused in the form, without a toast', async () => {
    await fill(page, { ...taken, email: taken.email.toUpperCase() })
    await submit(page)
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/already exists/)
    await expect(page.getByRole('status')).toHaveCount(0)
  })

  await test.step('a rule that is kept has no message, and what was typed stays', async () => {
    await fill(page, { name: 'Ka', email: taken.email, password: 'short' })
    await submit(page)
    await expectToast(page, 'Name required minimum 3 char')
    await expectToast(page, 'Password required minimum 6 char')
    await expect(toast(page, 'All Fields are required')).toHaveCount(0)
    await expect(toast(page, 'enter valid email or use @gmail.com')).toHaveCount(0)
    await expect(page.getByLabel('Password')).toHaveAccessibleDescription(/Use at least 6 characters/)
    await expect(page.getByLabel('Name')).toHaveValue('Ka')
  })

  await test.step('an empty form gets every message, and is sent all the same', async () => {
    await fill(page, { name: '', email: '', password: '' })
    const sent = page.waitForRequest((request) => request.method() === 'POST')
    await submit(page)
    await sent
    for (const text of ADVICE) await expectToast(page, text)
    await expect(page.getByLabel('Name')).toHaveAccessibleDescription('Enter your name.')
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/Enter an email/)
    await expect(page.getByLabel('Password')).toHaveAccessibleDescription(/Use at least 6 characters/)
    await expect(page.getByRole('alert')).toBeVisible()
  })

  await test.step('a short name, another provider and a commonly used password make an account', async () => {
    const email = `k.${Date.now()}@rao.example`
    await fill(page, { name: 'Ka', email, password: 'password123' })
    await expect(page.getByLabel('Password')).toHaveAccessibleDescription(/commonly used/)
    await submit(page)
    await expectToast(page, 'Name required minimum 3 char')
    await expectToast(page, 'enter valid email or use @gmail.com')
    await expectToast(page, 'Signup Successfully')
    await expect(page).toHaveURL('/login')
    expect(await shop.sql('select role from "user" where email = $1', [email])).toEqual([{ role: 'user' }])
  })

  await test.step('a signup that fails shows no toast, only the line under the form; advice that fails says nothing', async () => {
    await goOn(page, '/signup')
    await expect(page.getByRole('status')).toHaveCount(0)
    await page.evaluate(() => {
      const toasted: string[] = []
      Object.assign(window, { toasted })
      const area = document.querySelector('.toasts') as Element
      new MutationObserver(() => toasted.push(area.textContent ?? '')).observe(area, { childList: true, subtree: true })
    })
    for (const failure of FAILURES) {
      await failing(page, '**/signup{,/password}.data*', failure, async (count) => {
        await fill(page, { name: 'Kavya Rao', email: 'kavyarao12@gmail.com', password: `terracotta ${failure}` })
        await expect.poll(count).toBe(1)
        await submit(page)
        await expect.poll(count).toBe(2)
        await expect(page.getByRole('alert')).toHaveText(SENTENCE[failure])
        await expect(page.getByLabel('Email')).toHaveValue('kavyarao12@gmail.com')
      })
    }
    expect((await page.evaluate(() => Object(window).toasted)).join('')).toBe('')
    await goOn(page, '/login')
  })

  await test.step('a lost connection is no failed login, and an error of the shop is one', async () => {
    await failing(page, '**/login.data*', 'lost', async () => {
      await tryLogin(page, 'kavya1@gmail.com', 'terracotta 7')
      await expect(page.getByRole('alert')).toHaveText(SENTENCE.lost)
      await expectToast(page, SENTENCE.lost)
    })
    await failing(page, '**/login.data*', 'failed', async () => {
      await tryLogin(page, 'kavya1@gmail.com', 'terracotta 7')
      await expect(page.getByRole('alert')).toHaveText('Login Failed')
    })
  })

  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))

  await test.step('what cannot be right is not sent', async () => {
    await tryLogin(page, '', '')
    // Its toast may be that of the signup form.
    await expect(page.getByRole('alert')).toHaveText('All Fields are required')
    await tryLogin(page, 'kavya1@gmail.com', 'short')
    await expectToast(page, 'check email or password or register')
    await expect(page.getByLabel('Email')).toHaveValue('kavya1@gmail.com')
    expect(sent).toEqual([])
  })

  await test.step('a wrong password is told', async () => {
    await tryLogin(page, user.email, 'not this one')
    await expectToast(page, 'Login Failed')
    await expect(page.getByRole('alert')).toHaveText('Login Failed')
    await expect(toast(page, 'Login Successfully')).toHaveCount(0)
  })

  await test.step('the right one leads to the dashboard, and so does the name', async () => {
    await logIn(page, user, { here: true })
    await expect(page).toHaveURL('/userDashboard')
    expect(await readStored(page, 'users')).toMatchObject({ name: user.name, role: 'user', email: user.email })
    const name = page.getByRole('banner').getByRole('link', { name: user.name })
    await expect(name).toHaveAttribute('href', '/userDashboard')
  })

  const untouched = await shop.sql("select id from orders where email = $1 and cancel = 'none'", [user.email])
  await test.step('orders in every state', async () => {
    await expect(page.getByRole('article', { name: /^Order/ })).toHaveCount(5)
    expect(await hueOf(page, 'pending')).toBe('red')
    expect(await hueOf(page, 'confirmed')).toBe('green')
    expect(await hueOf(page, 'delivered')).toBe('green')
    const cancelled = page.getByRole('region', { name: 'Cancelled Orders' }).getByRole('article')
    await expect(cancelled).toHaveCount(1)
    await expect(cancelled).toContainText('Triya Hall Planter')
    const delivered = page.getByRole('article').filter({ hasText: 'delivered' })
    await expect(delivered.getByRole('button', { name: 'Cancel Order' })).toHaveCount(0)
  })

  await test.step('a cancellation that gets lost', async () => {
    await page.route('**/userDashboard.data*', (route) =>
      route.request().method() === 'POST' ? route.abort('connectionrefused') : route.continue(),
    )
    const pending = page.getByRole('article').filter({ hasText: 'pending' })
    await pending.getByRole('button', { name: 'Cancel Order' }).click()
    await page
      .getByRole('dialog', { name: /^Cancel order/ })
      .getByRole('button', { name: 'Go back' })
      .click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await cancelOrder(pending)
    await expect(page.getByRole('alert')).toHaveText('Connection lost. Please try again.')
    await page.unroute('**/userDashboard.data*')
    await cancelOrder(pending)
    await expectToast(page, 'Order cancellation requested successfully!')
  })
  // The demo's orders belong to all tests.
  await shop.sql("update orders set cancel = 'none' where id = any ($1)", [untouched.map(({ id }) => id)])
})

/** The stronger of red and green in the colour of an order's status. */
function hueOf(page: Page, status: string): Promise<'red' | 'green'> {
  return page
    .locator('.status', { hasText: status })
    .first()
    .evaluate((node) => {
      const canvas = new OffscreenCanvas(1, 1).getContext('2d') as OffscreenCanvasRenderingContext2D
      canvas.fillStyle = getComputedStyle(node).color
      canvas.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0] = canvas.getImageData(0, 0, 1, 1).data
      return red > green ? 'red' : 'green'
    })
}

async function tryLogin(page: Page, email: string, password: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  // Toasts may be over the button.
  await page.getByLabel('Password').press('Enter')
}

async function fill(page: Page, typed: { name: string; email: string; password: string }) {
  await page.getByLabel('Name').fill(typed.name)
  await page.getByLabel('Email').fill(typed.email)
  await page.getByLabel('Password').fill(typed.password)
}

async function submit(page: Page) {
  await page.getByRole('main').getByRole('button', { name: 'Signup' }).click()
}

/** @param during gets a function that counts the requests that failed */
async function failing(
  page: Page,
  url: string,
  failure: (typeof FAILURES)[number],
  during: (count: () => number) => Promise<void>,
): Promise<void> {
  let count = 0
  await page.route(url, async (route) => {
    count += 1
    await (failure === 'lost' ? route.abort('connectionrefused') : route.fulfill({ status: 500, body: 'Failed' }))
  })
  await during(() => count)
  await page.unroute(url)
}
