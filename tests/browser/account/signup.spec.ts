import type { Page } from '@playwright/test'
import { expectToast, signUp, toast, visit } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

const ADVICE = [
  'All Fields are required',
  'Name required minimum 3 char',
  'enter valid email or use @gmail.com',
  'Password required minimum 6 char',
]

test('the signup form: rules advise and do not block, and what the shop refuses is told at its field', async ({
  page,
  shop,
  trouble,
}) => {
  trouble.expect(/400/, /409/)
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
})

async function fill(page: Page, typed: { name: string; email: string; password: string }) {
  await page.getByLabel('Name').fill(typed.name)
  await page.getByLabel('Email').fill(typed.email)
  await page.getByLabel('Password').fill(typed.password)
}

async function submit(page: Page) {
  await page.getByRole('main').getByRole('button', { name: 'Signup' }).click()
}
