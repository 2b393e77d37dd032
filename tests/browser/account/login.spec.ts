import type { Page } from '@playwright/test'
import {
  ADDRESS,
  cartLink,
  expectToast,
  logIn,
  order,
  putInCart,
  readStored,
  signUp,
  signUpAndLogIn,
  toast,
  visit,
} from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

test('what cannot be right is not sent', async ({ page }) => {
  await visit(page, '/login')
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await tryLogin(page, '', '')
  await expectToast(page, 'All Fields are required')
  await tryLogin(page, 'kavya1@gmail.com', 'short')
  await expectToast(page, 'check email or password or register')
  await expect(page.getByLabel('Email')).toHaveValue('kavya1@gmail.com')
  expect(sent).toEqual([])
})

test('a wrong password and an unknown address are answered alike', async ({ page, trouble }) => {
  trouble.expect(/401/)
  const { email } = await signUp(page)
  for (const address of [email, `nobody${email}`]) {
    await visit(page, '/login')
    await tryLogin(page, address, 'not this one')
    await expectToast(page, 'Login Failed')
    await expect(page.getByRole('alert')).toHaveText('Login Failed')
    await expect(toast(page, 'Login Successfully')).toHaveCount(0)
  }
})

test('each role lands on its own dashboard, and its name leads there', async ({ page, shop, trouble }) => {
  // The dashboards of sellers and admins are tested elsewhere.
  trouble.expect(/404.*(seller|admin)Dashboard/)
  for (const [role, path] of [
    ['user', '/userDashboard'],
    ['seller', '/sellerDashboard'],
    ['admin', '/adminDashboard'],
  ] as const) {
    const account = shop.accounts[role]
    await logIn(page, account)
    await expect(page).toHaveURL(path)
    expect(await readStored(page, 'users')).toMatchObject({ name: account.name, role, email: account.email })
    await expect(page.getByRole('banner').getByRole('link', { name: account.name })).toHaveAttribute('href', path)
    await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
  }
})

test('login leads back to where it was asked for, never to another site', async ({ page, shop }) => {
  await page.goto('/userDashboard')
  await expect(page).toHaveURL('/login?next=%2FuserDashboard')
  for (const [next, lands] of [
    ['/faq?from=login', '/faq?from=login'],
    ['https://evil.example/', '/userDashboard'],
    ['//evil.example', '/userDashboard'],
    ['/\\evil.example', '/userDashboard'],
    ['javascript:alert(1)', '/userDashboard'],
  ] as const) {
    await visit(page, `/login?next=${encodeURIComponent(next)}`)
    await logIn(page, shop.accounts.user, { here: true })
    await expect(page).toHaveURL(lands)
  }
})

test('logout ends the session and clears all that was stored, in every tab', async ({ page, stock }) => {
  const product = await stock()
  await signUpAndLogIn(page)
  await putInCart(page, { product })
  const other = await page.context().newPage()
  await visit(other, '/')
  await expect(cartLink(other, 1)).toBeVisible()
  const cookies = await page.context().cookies()
  expect(cookies.every(({ httpOnly }) => httpOnly)).toBe(true)

  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  await expect(other.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  await expect(cartLink(other, 0)).toBeVisible()

  // The old cookie is no longer valid.
  await page.context().addCookies(cookies)
  expect(await (await page.request.get('/session')).text()).toBe('null')
  await page.goto('/userDashboard')
  await expect(page).toHaveURL(/\/login/)
})

test('a logout that does not reach the shop is none, and is told', async ({ page, stock, trouble }) => {
  trouble.expect(/ERR_CONNECTION_REFUSED/)
  const product = await stock()
  const { name } = await signUpAndLogIn(page)
  await putInCart(page, { product })
  const logout = page.getByRole('banner').getByRole('button', { name: 'Logout' })
  await page.route('**/logout.data*', (route) => route.abort('connectionrefused'), { times: 1 })
  await logout.click()
  await expectToast(page, 'Connection lost. You’re still logged in. Please try again.')
  await expect(page).toHaveURL(`/productinfo/${product.id}`)
  await expect(page.getByRole('banner').getByRole('link', { name })).toBeVisible()
  await expect(cartLink(page, 1)).toBeVisible()

  await logout.click()
  await expect(page).toHaveURL('/login')
  await expect(cartLink(page, 0)).toBeVisible()
})

test('who logs in before the browser has heard that the last session ran out stays logged in', async ({ page }) => {
  const person = await signUpAndLogIn(page)
  await page.context().clearCookies()
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
  await expect(page.getByRole('banner').getByRole('link', { name: person.name })).toBeVisible()
  expect(await readStored(page, 'users')).toMatchObject({ email: person.email })
})

test('logging out everywhere ends it in other browsers too, which are told at once', async ({ page, openBrowser }) => {
  const account = await signUpAndLogIn(page)
  const other = await openBrowser()
  await logIn(other, account)
  await expect(other).toHaveURL('/userDashboard')
  const live = other.waitForResponse((answer) => answer.url().endsWith('/live'))
  await visit(other, '/userDashboard')
  await live

  await visit(page, '/userDashboard')
  await page.getByRole('button', { name: 'Log out everywhere' }).click()
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  await expect(other).toHaveURL(/\/login/)
  await expect.poll(() => readStored(other, 'users')).toBeNull()
})

test('a dashboard of orders is nothing to a seller and an admin', async ({ page, shop }) => {
  for (const role of ['seller', 'admin'] as const) {
    const { email, password } = shop.accounts[role]
    await page.request.post('/login', { form: { email, password }, headers: { accept: 'text/html' }, maxRedirects: 0 })
    await visit(page, '/userDashboard')
    await expect(page.getByRole('main')).toHaveText('')
    await expect(page.getByRole('main').locator('*')).toHaveCount(0)
  }
})

test('orders in every state: pending is red, the others green, cancelled ones stand apart', async ({ page, shop }) => {
  await logIn(page, shop.accounts.user)
  const colourOf = (status: string) =>
    page
      .locator('.status', { hasText: status })
      .first()
      .evaluate((node) => {
        const canvas = new OffscreenCanvas(1, 1).getContext('2d') as OffscreenCanvasRenderingContext2D
        canvas.fillStyle = getComputedStyle(node).color
        canvas.fillRect(0, 0, 1, 1)
        const [red = 0, green = 0] = canvas.getImageData(0, 0, 1, 1).data
        return red > green ? 'red' : 'green'
      })
  await expect(page.getByRole('article', { name: /^Order/ })).toHaveCount(5)
  expect(await colourOf('pending')).toBe('red')
  expect(await colourOf('confirmed')).toBe('green')
  expect(await colourOf('delivered')).toBe('green')
  const cancelled = page.getByRole('region', { name: 'Cancelled Orders' }).getByRole('article')
  await expect(cancelled).toHaveCount(1)
  await expect(cancelled).toContainText('Triya Hall Planter')
  const delivered = page.getByRole('article').filter({ hasText: 'delivered' })
  await expect(delivered.getByRole('button', { name: 'Cancel Order' })).toHaveCount(0)
})

test('a cancellation that does not reach the shop takes nothing away and is told', async ({ page, stock, trouble }) => {
  trouble.expect(/ERR_CONNECTION_REFUSED/)
  const product = await stock()
  await signUpAndLogIn(page)
  await putInCart(page, { product })
  await order(page)
  await page.route('**/userDashboard.data*', (route) =>
    route.request().method() === 'POST' ? route.abort('connectionrefused') : route.continue(),
  )
  await page.getByRole('button', { name: 'Cancel Order' }).click()
  await expect(page.getByRole('alert')).toHaveText('Connection lost. Please try again.')
  await page.unroute('**/userDashboard.data*')
  await page.getByRole('button', { name: 'Cancel Order' }).click()
  await expectToast(page, 'Order cancellation requested successfully!')
})

test('nobody can cancel another shopper’s order', async ({ page, openBrowser, shop, stock }) => {
  const product = await stock()
  await signUpAndLogIn(page)
  await putInCart(page, { product })
  await order(page)
  const [{ id } = { id: '' }] = await shop.sql<{ id: string }>(
    'select order_id as id from order_lines where product_id = $1',
    [product.id],
  )
  const other = await openBrowser()
  await signUpAndLogIn(other)
  await expect(other.getByRole('main')).not.toContainText(ADDRESS.Pincode)
  for (const orderId of [id, '999999', '0', '-1', 'abc', '']) {
    const answer = await other.request.post('/userDashboard.data', { form: { orderId } })
    expect(answer.status(), orderId).toBe(404)
  }
  const guest = await openBrowser()
  const answer = await guest.request.post('/userDashboard', { form: { orderId: id }, maxRedirects: 0 })
  expect(answer.status()).toBe(302)
  expect(await shop.sql('select cancel from orders where id = $1', [id])).toEqual([{ cancel: 'none' }])
})

async function tryLogin(page: Page, email: string, password: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
}
