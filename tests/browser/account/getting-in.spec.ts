import { listEmailsTo } from '#tests/browser/support/inbox.ts'
import { cartLink, expectToast, newPerson, putInCart, readStored, visit } from '#tests/browser/support/shopper.ts'
import { expect, type Page, test } from '#tests/browser/support/test.ts'

/** The newest email to this address in which the pattern is found. */
async function findInInbox(page: Page, email: string, pattern: RegExp, except?: string): Promise<string> {
  let found: string | undefined
  await expect
    .poll(async () => {
      const [newest = ''] = await listEmailsTo(page, email)
      found = pattern.exec(newest)?.[0]
      return found !== undefined && found !== except
    })
    .toBe(true)
  return found ?? ''
}

const CODE = /\b\d{6}\b/

test('a first order needs no password; one can be set by a link, and reset again', async ({ page, stock, trouble }) => {
  trouble.expect(/400/)
  const { email } = newPerson()
  await putInCart(page, { product: await stock() })
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

  await test.step('a link sets the first password, and the session ends', async () => {
    await visit(page, '/login')
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
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill('a kettle in the monsoon')
    await page.getByRole('button', { name: 'Login' }).click()
    await expectToast(page, 'Login Successfully')
    await visit(page, link)
    await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  })
})

test('who logged in before the scripts ran goes on to where they were asked to log in', async ({ page, shop }) => {
  const { email, password } = shop.accounts.user
  await page.request.post('/login', { form: { email, password }, maxRedirects: 0 })
  await visit(page, '/cart')
  expect(await readStored(page, 'users')).toBeNull()
  await visit(page, '/login?next=/faq')
  await expect(page).toHaveURL('/faq')
  expect(await readStored(page, 'users')).toMatchObject({ email })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('password and code both land on the page', async ({ page, shop, trouble }) => {
    trouble.expect(/\.js csp$/, /\.js/)
    const { seller } = shop.accounts
    await page.goto('/login')
    await page.getByLabel('Email').fill(seller.email)
    await page.getByLabel('Password').fill(seller.password)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL('/sellerDashboard')

    const { email } = newPerson()
    await page.goto('/login?next=/userDashboard')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Email me a code' }).click()
    await page.getByLabel('Code').fill(await findInInbox(page, email, CODE))
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(page).toHaveURL('/userDashboard')
    await expect(page.getByRole('heading', { name: 'Your orders' })).toBeVisible()
  })
})

test('sign-up advises against a commonly used password beside the field, and is sent all the same', async ({
  page,
}) => {
  const { name, email } = newPerson()
  await visit(page, '/signup')
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('password123')
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription(/commonly used/)
  await page.getByRole('button', { name: 'Signup' }).click()
  await expectToast(page, 'Signup Successfully')
})
