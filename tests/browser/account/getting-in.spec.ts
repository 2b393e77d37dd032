import { listEmailsTo } from '#tests/browser/support/inbox.ts'
import { arriveAsGuest } from '#tests/browser/support/quick-shopper.ts'
import { cartLink, expectToast, goOn, newPerson, readStored, visit } from '#tests/browser/support/shopper.ts'
import { expect, type Page, test } from '#tests/browser/support/test.ts'

/** What the pattern finds in the newest email to this address. */
async function findInInbox(page: Page, email: string, pattern: RegExp): Promise<string> {
  const find = async () => pattern.exec((await listEmailsTo(page, email))[0] ?? '')?.[0] ?? ''
  await expect.poll(find).not.toBe('')
  return find()
}

const CODE = /\b\d{6}\b/

test('a first order needs no password; one can be set by a link', async ({ page, stock, trouble }) => {
  trouble.expect(/400/)
  const { email } = newPerson()
  await arriveAsGuest(page, [await stock()])
  await visit(page, '/cart')
  await expect(page.getByRole('link', { name: 'Email me a code' })).toBeVisible()
  await page.getByRole('button', { name: 'Checkout' }).click()
  await expect(page).toHaveURL('/login?next=/cart')

  await test.step('the code leads back to the cart with everything in it', async () => {
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Email me a code' }).click()
    await expect(page.getByLabel('Code')).toBeFocused()
    const code = await findInInbox(page, email, CODE)
    await page.getByLabel('Code').fill('12345')
    await page.getByLabel('Code').press('Enter')
    await expect(page.getByRole('alert')).toHaveText('Enter the six digits of the code.')
    await page.getByLabel('Code').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await expectToast(page, 'Login Successfully')
    await expect(page).toHaveURL('/cart')
    await expect(cartLink(page, 1)).toBeVisible()
    expect(await readStored(page, 'users')).toMatchObject({ email, name: email.split('@')[0], role: 'user' })
    await page.getByRole('button', { name: 'Checkout' }).click()
    await expect(page.getByRole('button', { name: 'Cash on Delivery' })).toBeVisible()
  })

  await test.step('a link sets the first password, once, and the session ends', async () => {
    await goOn(page, '/login')
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    // Both pages have a field of this name.
    await expect(page.getByRole('heading', { name: 'Forgot password?' })).toBeVisible()
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Email me a link' }).click()
    await expect(page.getByRole('alert')).toHaveText('Check your email.')
    const link = await findInInbox(page, email, /http:\/\/localhost:\d+\/reset-password\?token=[\w-]+/)
    await visit(page, link)
    await page.getByLabel('New password').fill('password123')
    await expect(page.getByText('commonly used')).toBeVisible()
    await page.getByLabel('New password').fill('a kettle in the monsoon')
    await expect(page.getByText('commonly used')).toHaveCount(0)
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page.getByRole('heading', { name: 'Your password is changed' })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
    await expect.poll(() => readStored(page, 'users')).toBeNull()
    const form = { email, password: 'a kettle in the monsoon' }
    const login = await page.request.post('/login', { form, maxRedirects: 0, headers: { accept: 'text/html' } })
    expect(login.status()).toBe(302)
    expect(await (await page.request.get(link)).text()).toContain('This link no longer works')
  })
})
