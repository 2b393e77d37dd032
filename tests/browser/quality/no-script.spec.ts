import { newPerson } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

test.use({ javaScriptEnabled: false })
// The browser logs the scripts that it does not run.
test.beforeEach(({ trouble }) => trouble.expect(/\.js csp$/))

test('home and the search form', async ({ page }) => {
  const pot = page.waitForResponse(/-front\/\d+\.avif/)
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Featured Products' }).getByRole('article')).toHaveCount(8)
  await page.getByRole('article').first().scrollIntoViewIfNeeded()
  await pot
  await expect(page.getByRole('heading', { name: 'Stone you can lift with one hand' })).toBeVisible()
  await page.getByLabel('Search products').fill('BONSAI')
  await page.getByLabel('Search products').press('Enter')
  await expect(page).toHaveURL('/search?q=BONSAI')
  await expect(page.getByRole('article', { name: 'Bonsai Starter Tray' })).toBeVisible()
})

test('sort and pages', async ({ page, shop }) => {
  await page.goto('/allproduct')
  await page.getByLabel('Sort by').selectOption('lowToHigh')
  await page.getByRole('button', { name: 'Sort' }).click()
  await expect(page).toHaveURL('/allproduct?sort=lowToHigh')
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL('/allproduct?page=2&sort=lowToHigh')
  const rows = await shop.sql<{ title: string }>(
    'select title from products where approved order by price, id desc limit 8 offset 8',
  )
  for (const { title } of rows) await expect(page.getByRole('article', { name: title, exact: true })).toBeVisible()
})

test('signup, login, the dashboard, and cancelling an order', async ({ page, shop }) => {
  const person = newPerson()
  const main = page.getByRole('main')
  await page.goto('/signup')
  await main.getByLabel('Name').fill(person.name)
  await main.getByLabel('Email').fill(person.email)
  await main.getByLabel('Password').fill(person.password)
  await main.getByRole('button', { name: 'Signup' }).click()
  await expect(page).toHaveURL('/login')

  await main.getByLabel('Email').fill(person.email)
  await main.getByLabel('Password').fill(person.password)
  await main.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/userDashboard')
  await expect(page.getByRole('heading', { name: 'No orders yet' })).toBeVisible()

  const [order] = await shop.sql<{ id: string }>(
    `insert into orders (user_id, email, name, address, city, pincode, mobile_number, total_amount, checkout_key)
     select id, email, name, '14 Temple Street', 'Mysuru', '570001', '9845012345', 0, gen_random_uuid()
     from "user" where email = $1 returning id`,
    [person.email],
  )
  await page.reload()
  await page
    .getByRole('article', { name: `Order ${order?.id}` })
    .getByRole('button', { name: 'Cancel Order' })
    .click()
  await expect(page.getByText('Cancellation requested')).toBeVisible()
})

test('a login and a signup that are refused say so in the page', async ({ page, trouble }) => {
  trouble.expect(/40[01]/)
  await page.goto('/login')
  await page.getByLabel('Email').fill('nobody1@gmail.com')
  await page.getByLabel('Password').fill('not this one')
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('alert')).toHaveText('Login Failed')
  await expect(page.getByLabel('Email')).toHaveValue('nobody1@gmail.com')
  await page.goto('/signup')
  await page.getByRole('main').getByRole('button', { name: 'Signup' }).click()
  await expect(page.getByText('Enter your name.')).toBeVisible()
})

test('the questions and answers open', async ({ page }) => {
  await page.goto('/faq')
  await page.locator('summary').first().click()
  await expect(page.getByText('No, and that is the point.')).toBeVisible()
})
