import { expectAccessible, NARROW } from '#tests/browser/support/axe.ts'
import { findInInbox } from '#tests/browser/support/inbox.ts'
import { arriveAsGuest, logInElsewhere } from '#tests/browser/support/quick-shopper.ts'
import {
  cartLink,
  expectToast,
  goOn,
  logIn,
  newPerson,
  readStored,
  scriptsReady,
  signUp,
  visit,
} from '#tests/browser/support/shopper.ts'
import { expect, type Page, test } from '#tests/browser/support/test.ts'

const CODE = /\b\d{6}\b/

test('a first order needs no password; one can be set by a link; a logout reaches the shop and every tab, and is not mixed up with the next login; a passkey is added, logs in instead of password and code, and is deleted', async ({
  page,
  shop,
  stock,
  trouble,
}) => {
  trouble.expect(/400/, /ERR_CONNECTION_REFUSED/)
  const { email } = newPerson()
  const name = email.split('@')[0] ?? ''
  const person = { email, password: 'a kettle in the monsoon' }
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
    expect(await readStored(page, 'users')).toMatchObject({ email, name, role: 'user' })
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
    await page.getByLabel('New password').fill(person.password)
    await expect(page.getByText('commonly used')).toHaveCount(0)
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page.getByRole('heading', { name: 'Your password is changed' })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
    await expect.poll(() => readStored(page, 'users')).toBeNull()
    const form = { email, password: person.password }
    const login = await page.request.post('/login', { form, maxRedirects: 0, headers: { accept: 'text/html' } })
    expect(login.status()).toBe(302)
    expect(await (await page.request.get(link)).text()).toContain('This link no longer works')
  })

  // The response to the login has set the cookie, and nothing is stored.
  const banner = page.getByRole('banner')

  await test.step('who logged in before the scripts ran goes on to where they were asked to log in', async () => {
    await page.goto('/login?next=/faq', { waitUntil: 'domcontentloaded' })
    await scriptsReady(page)
    await expect(page).toHaveURL('/faq')
    expect(await readStored(page, 'users')).toMatchObject({ email })
  })
  const user = await readStored(page, 'users')

  const other = await page.context().newPage()
  await visit(other, '/faq')
  await expect(cartLink(other, 1)).toBeVisible()
  // A tab in the background draws nothing, so that each click in it waits.
  await page.bringToFront()
  const cookies = await page.context().cookies()
  expect(cookies.every(({ httpOnly }) => httpOnly)).toBe(true)
  const logout = banner.getByRole('button', { name: 'Logout' })

  await test.step('a logout that does not reach the shop is none', async () => {
    await page.route('**/logout.data*', (route) => route.abort('connectionrefused'), { times: 1 })
    await logout.click()
    await expectToast(page, 'Connection lost. You’re still logged in. Please try again.')
    await expect(page).toHaveURL('/faq')
    await expect(banner.getByRole('link', { name })).toBeVisible()
    await expect(cartLink(page, 1)).toBeVisible()
  })

  await test.step('one that does ends the session and clears all that was stored, in every tab', async () => {
    await logout.click()
    await expect(page).toHaveURL('/login')
    await expect(cartLink(page, 0)).toBeVisible()
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
    await expect(other.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
    await expect(cartLink(other, 0)).toBeVisible()
    await other.close()

    // The old cookie is no longer valid.
    await page.context().addCookies(cookies)
    expect(await (await page.request.get('/session')).text()).toBe('null')
    const dashboard = await page.request.get('/userDashboard', { maxRedirects: 0 })
    expect(dashboard.headers().location).toBe('/login?next=%2FuserDashboard')
  })

  await test.step('who logs in before the browser has heard that the last session ran out stays logged in', async () => {
    await page.evaluate((text) => localStorage.setItem('users', text), JSON.stringify(user))
    const loggedIn = Promise.withResolvers<void>()
    let answers = 0
    await page.route('**/session', async (route) => {
      const response = await route.fetch()
      await loggedIn.promise
      await route.fulfill({ response })
      answers += 1
    })
    await visit(page, '/login?next=/cart')
    await logIn(page, person, { here: true })
    await expect(page).toHaveURL('/cart')
    loggedIn.resolve()
    // The layout and the page have both requested the session.
    await expect.poll(() => answers).toBe(2)
    await expect(banner.getByRole('link', { name })).toBeVisible()
    expect(await readStored(page, 'users')).toMatchObject({ email })
  })

  await page.unroute('**/session')
  await addAuthenticator(page)
  await goOn(page, '/account/security')

  await test.step('a passkey is added', async () => {
    await page.getByLabel('Name of the passkey').fill('Laptop')
    await page.getByRole('button', { name: 'Add passkey' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: /^[a-z0-9-]{14}$/ })).toHaveCount(10)
    await expectFit(page)
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await expect(page.getByText('10 of 10 left.')).toBeVisible()
    await page.getByLabel('New name for Laptop').fill('Old laptop')
    await page.getByRole('button', { name: 'Rename' }).click()
    await expect(page.getByRole('button', { name: 'Delete Old laptop' })).toBeVisible()
  })

  await test.step('it logs in instead of password and code', async () => {
    await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
    await page.getByRole('button', { name: 'Log in with a passkey' }).click()
    await expect(page).toHaveURL('/userDashboard')
    await expect(page.getByRole('banner').getByRole('link', { name })).toBeVisible()
  })

  await test.step('the password alone is not enough, the passkey is the second factor', async () => {
    await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password').fill(person.password)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL('/login/second-factor')
    await expectFit(page)
    await page.getByRole('button', { name: 'Log in with a passkey' }).click()
    await expect(page).toHaveURL('/userDashboard')
  })

  await test.step('after a while it is asked for again before it can be deleted', async () => {
    await goOn(page, '/confirm?next=/account/security')
    await expectFit(page)
    await page.getByRole('button', { name: 'Confirm with a passkey' }).click()
    await expect(page).toHaveURL('/account/security')
    await page.getByRole('button', { name: 'Delete Old laptop' }).click()
    await expectToast(page, 'The passkey was deleted.')
    await expect(page.getByRole('heading', { name: 'Recovery codes' })).toHaveCount(0)
  })

  await test.step('all sessions end together', async () => {
    const cookie = await logInElsewhere(shop, person)
    await goOn(page, '/userDashboard')
    await page.getByRole('button', { name: 'Log out everywhere' }).click()
    await expect(page).toHaveURL('/login')
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
    const session = async () => (await fetch(new URL('/session', shop.url), { headers: { cookie } })).json()
    await expect.poll(session).toBeNull()
  })
})

/** A device of Chromium's own, which always finds its owner there. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function expectFit(page: Page): Promise<void> {
  const before = page.viewportSize()
  await expectAccessible(page, { ...NARROW, within: 'main' })
  if (before) await page.setViewportSize(before)
}

test('the code for a forgotten password of an unconfirmed address is entered where it was asked for, and nowhere else', async ({
  page,
  openBrowser,
  trouble,
}) => {
  trouble.expect(/400/)
  const { email } = await signUp(page)
  await visit(page, '/forgot-password')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Email me a link' }).click()
  const code = await findInInbox(page, email, CODE)

  await test.step('another browser is refused', async () => {
    const other = await openBrowser()
    const answer = await other.request.post('/login/code', { form: { email, code }, maxRedirects: 0 })
    expect(answer.status()).toBe(400)
  })

  await page.getByRole('link', { name: 'Log in with it' }).click()
  await expect(page.getByText('They work for 10 minutes, in this browser.')).toBeVisible()
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expectToast(page, 'Login Successfully')
  expect(await readStored(page, 'users')).toMatchObject({ email })
})
