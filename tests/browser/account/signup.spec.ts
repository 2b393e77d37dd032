import type { Page } from '@playwright/test'
import { expectToast, newPerson, signUp, toast, visit } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

const ADVICE = [
  'All Fields are required',
  'Name required minimum 3 char',
  'enter valid email or use @gmail.com',
  'Password required minimum 6 char',
]

test('an empty form: every message, and the form is sent all the same', async ({ page, trouble }) => {
  trouble.expect(/400/)
  await visit(page, '/signup')
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await submit(page)
  await sent
  for (const text of ADVICE) await expectToast(page, text)
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription('Enter your name.')
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/Enter an email/)
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription(/Use at least 6 characters/)
  await expect(page.getByRole('alert')).toBeVisible()
})

test('each rule has its own message', async ({ page, trouble }) => {
  trouble.expect(/400/)
  const { email } = newPerson()
  await visit(page, '/signup')
  for (const [typed, expected] of [
    [{ name: 'Ka', email, password: 'short' }, [ADVICE[1], ADVICE[3]]],
    [{ name: 'Kavya', email: 'kavya', password: 'long enough' }, [ADVICE[2]]],
    [{ name: 'Kavya', email: '', password: 'long enough' }, [ADVICE[0], ADVICE[2]]],
  ] as const) {
    await fill(page, typed)
    await submit(page)
    for (const text of expected) await expectToast(page, text as string)
    for (const text of ADVICE.filter((one) => !expected.includes(one as never)))
      await expect(toast(page, text)).toHaveCount(0)
    // The input is kept, except for the password.
    await expect(page.getByLabel('Name')).toHaveValue(typed.name)
    await page.reload()
    await visit(page, '/signup')
  }
})

test('messages advise and do not block: a short name and another provider make an account', async ({ page, shop }) => {
  const email = `k.${Date.now()}@rao.example`
  await visit(page, '/signup')
  await fill(page, { name: 'Ka', email, password: 'long enough' })
  await submit(page)
  await expectToast(page, 'Name required minimum 3 char')
  await expectToast(page, 'enter valid email or use @gmail.com')
  await expectToast(page, 'Signup Successfully')
  await expect(page).toHaveURL('/login')
  expect(await shop.sql('select role from "user" where email = $1', [email])).toEqual([{ role: 'user' }])
})

test('an address that has an account is refused in the form, without a toast', async ({ page, trouble }) => {
  trouble.expect(/409/)
  const person = await signUp(page)
  await visit(page, '/signup')
  await fill(page, { ...person, email: person.email.toUpperCase() })
  await submit(page)
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/already exists/)
  await expect(page.getByRole('status')).toHaveCount(0)
})

test('nobody chooses their own role', async ({ page, shop }) => {
  const person = newPerson()
  const form = { ...person, role: 'admin', uid: 'me', approved: 'true' }
  await page.request.post('/signup', { form, headers: { accept: 'text/html' } })
  expect(await shop.sql('select role from "user" where email = $1', [person.email])).toEqual([{ role: 'user' }])
  const answer = await page.request.post('/api/auth/sign-up/email', { data: { ...person, role: 'admin' } })
  expect(answer.status()).toBeGreaterThanOrEqual(400)
})

async function fill(page: Page, typed: { name: string; email: string; password: string }) {
  await page.getByLabel('Name').fill(typed.name)
  await page.getByLabel('Email').fill(typed.email)
  await page.getByLabel('Password').fill(typed.password)
}

async function submit(page: Page) {
  await page.getByRole('main').getByRole('button', { name: 'Signup' }).click()
}
