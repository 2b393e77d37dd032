import type { Page } from '@playwright/test'
import { logIn } from '#tests/browser/support/quick-shopper.ts'
import {
  allowMotion,
  goOn,
  newPerson,
  scriptsReady,
  signUp,
  signUpAndLogIn,
  visit,
} from '#tests/browser/support/shopper.ts'
import { arriveBefore } from '#tests/browser/support/slow-line.ts'
import { expect, test } from '#tests/browser/support/test.ts'

const similar = (page: Page) => page.getByRole('region', { name: 'Similar results' })

test('the menu of small screens; the search box: typed, emptied, pressed and left, by keyboard to one result or to all, and the last text typed wins', async ({
  page,
  stock,
  shop,
}) => {
  const { id } = await stock({ title: 'Quetzal Planter Of Endless Name' })
  const older = await stock({ title: 'Quoll Planter One' })
  await stock({ title: 'Quoll Planter Two' })
  await test.step('the menu slides in, keeps the focus, leads on, and closes behind one', () => useMenu(page))
  await test.step('at every width there is one way to the products, the menu or the link, and nothing is pushed out', async () => {
    const ways = page.getByRole('banner').locator('button[aria-label=Menu]:visible, nav a[href="/allproduct"]:visible')
    for (const width of [320, 735, 736, 768, 820, 900, 959, 960, 1280]) {
      await page.setViewportSize({ width, height: 720 })
      await expect(ways, `${width} px`).toHaveCount(1)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width} px`).toBe(width)
    }
  })
  await test.step('header, page and footer begin at one inset', async () => {
    await goOn(page, '/allproduct')
    for (const width of [1024, 1440, 1920]) {
      await page.setViewportSize({ width, height: 720 })
      const left = async (part: string) => (await page.locator(part).boundingBox())?.x ?? 0
      const heading = await left('h1')
      for (const part of ['.site-header .logo-pot', '.site-footer-about'])
        expect(Math.abs((await left(part)) - heading), `${part} at ${width} px`).toBeLessThan(2)
    }
  })
  await page.setViewportSize({ width: 1280, height: 720 })
  await goOn(page, '/faq')
  const magnifier = page.getByRole('search').getByRole('button', { name: 'Search', exact: true })
  const clear = page.getByRole('button', { name: 'Clear search' })
  await expect(magnifier).toBeVisible()
  await expect(clear).toHaveCount(0)

  for (const typed of ['CUBE', 'r']) {
    await searchBox(page).fill(typed)
    const found = await shop.sql<{ title: string }>(
      'select title from products where approved and title ilike $1 order by id desc limit 8',
      [`%${typed}%`],
    )
    await expect(results(page)).toHaveCount(found.length)
    for (const [index, { title }] of found.entries()) await expect(results(page).nth(index)).toContainText(title)
  }
  await expect(results(page)).toHaveCount(8)

  await expect(magnifier).toHaveCount(0)
  await clear.click()
  await expect(searchBox(page)).toHaveValue('')
  await expect(searchBox(page)).toBeFocused()
  await expect(results(page)).toHaveCount(0)
  await expect(page).toHaveURL('/faq')

  const odd = "'; drop table products; -- %🪴\\"
  await searchBox(page).fill(odd)
  await expect(page.locator('.search-query')).toHaveText(odd)
  await expect(page.locator('.search-results').getByRole('img')).toBeVisible()
  await expect(results(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(searchBox(page)).toHaveValue('')
  await expect(page.locator('.search-results')).toHaveCount(0)

  await searchBox(page).fill('bowl warranty')
  await expect(results(page)).toHaveText(['Warranty'])
  await searchBox(page).fill('track order')
  await expect(results(page)).toHaveText(['Track order'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/track')
  await goOn(page, '/faq')

  await searchBox(page).fill('quetzal')
  const result = page.getByRole('option', { name: 'Quetzal Planter Of Endless Name' })
  await expect(result.locator('.search-result-title [aria-hidden]')).toHaveText('Quetzal Planter Of E')
  await test.step('a text typed while the chosen page arrives stays', async () => {
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    await page.route(`**/productinfo/${id}.data*`, async (route) => {
      await held
      await route.continue()
    })
    await result.click()
    await expect(searchBox(page)).toHaveValue('')
    await searchBox(page).fill('terra')
    letGo()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Quetzal Planter Of Endless Name')
    await expect(page).toHaveURL(`/productinfo/${id}`)
    await expect(searchBox(page)).toHaveValue('terra')
    await page.unrouteAll({ behavior: 'wait' })
  })

  await test.step('however slow the answers come', async () => {
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    await page.route(/search\.data\?q=tubo/, async (route) => {
      await held
      await route.continue().catch(() => {})
    })
    const asked = page.waitForRequest(/q=tubo/)
    await searchBox(page).fill('tubo')
    await asked
    await searchBox(page).fill('bonsai')
    await expect(results(page).first()).toContainText('Bonsai')
    letGo()
    await page.unrouteAll({ behavior: 'wait' })
    await expect(results(page).first()).toContainText('Bonsai')
  })

  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/search?q=bonsai')
  await expect(searchBox(page)).toHaveValue('bonsai')
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()

  await test.step('what was meant by a mistake is below, and only a submitted search is counted', async () => {
    await searchBox(page).fill('qoull')
    await expect(page.locator('.search-query')).toHaveText('qoull')
    await page.keyboard.press('Enter')
    await expect(similar(page).getByRole('article')).toHaveCount(2)
    await expect
      .poll(() => shop.sql("select words from missed_searches where words like 'qo%'"))
      .toEqual([{ words: 'qoull' }])
    await page.getByRole('link', { name: 'quoll', exact: true }).click()
    await expect(page).toHaveURL('/search?q=quoll')
    await expect(similar(page)).toBeHidden()
  })

  await test.step('going back shows the words of that search, with the keyboard in the field too', async () => {
    await searchBox(page).focus()
    await page.goBack()
    await expect(page).toHaveURL('/search?q=qoull')
    await expect(searchBox(page)).toHaveValue('qoull')
  })

  await test.step('but not in place of what is typed while that page arrives', async () => {
    await page.goForward()
    await expect(searchBox(page)).toHaveValue('quoll')
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    await page.route(/search\.data\?q=qoull/, async (route) => {
      await held
      await route.continue().catch(() => {})
    })
    const asked = page.waitForRequest(/search\.data\?q=qoull/)
    await page.goBack()
    await asked
    await searchBox(page).fill('terra')
    letGo()
    await expect(similar(page)).toBeVisible()
    await expect(searchBox(page)).toHaveValue('terra')
    await page.unrouteAll({ behavior: 'wait' })
  })

  await searchBox(page).fill('')
  await page.keyboard.type('quoll')
  await expect(results(page)).toHaveCount(2)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('banner').getByRole('option', { selected: true })).toHaveAccessibleName(
    /Quoll Planter One/,
  )
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/productinfo/${older.id}`)
})

test('the header of somebody logged in has its shape and name before the scripts, and a press on the name counts', async ({
  page,
}) => {
  const { name } = await signUpAndLogIn(page, { ...newPerson(), name: 'Anneliese "Käthe" \\ Rao' })
  await page.setViewportSize({ width: 1440, height: 900 })
  const banner = page.getByRole('banner')
  const dashboard = banner.getByRole('link', { name })
  const places = () =>
    banner
      .locator('input, a:visible, button:visible')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x))
  let before: number[] = []
  await arriveBefore(page, '/faq', async () => {
    await expect(banner.getByRole('link', { name: 'Login' })).toBeHidden()
    await expect(dashboard).toBeVisible()
    before = await places()
  })
  await scriptsReady(page)
  expect(await places()).toEqual(before)
  await arriveBefore(page, '/faq', () => dashboard.click())
  await expect(page).toHaveURL('/userDashboard')
  await arriveBefore(page, '/faq', () => banner.getByRole('link', { name: 'Account', exact: true }).click())
  await expect(page).toHaveURL('/account')
  // On a tablet the menu has all links but the name, which leaves the search field its room.
  await page.setViewportSize({ width: 768, height: 900 })
  await expect(dashboard).toBeVisible()
  expect((await searchBox(page).boundingBox())?.width).toBeGreaterThan(240)
})

async function useMenu(page: Page): Promise<void> {
  const person = await signUp(page)
  await allowMotion(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await visit(page, '/faq')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeHidden()
  const opener = page.getByRole('button', { name: 'Menu', exact: true })
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await opener.click()
  await expect(menu).toBeVisible()
  for (const [name, path] of Object.entries({
    Home: '/',
    Products: '/allproduct',
    Signup: '/signup',
    Login: '/login',
    'Track order': '/track',
    'Contact us': '/contactUs',
    Warranty: '/warranty',
  })) {
    await expect(menu.getByRole('link', { name, exact: true })).toBeVisible()
    await expect(menu.getByRole('link', { name, exact: true })).toHaveAttribute('href', path)
  }
  await menu.getByRole('button', { name: /^Close/ }).click()
  await expect(menu).toBeHidden()
  await expect(opener).toBeFocused()

  // From here on, where the focus is and where it leads is what counts.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.keyboard.press('Enter')
  await expect(menu).toBeVisible()
  for (let press = 0; press < 12; press += 1) {
    await page.keyboard.press('Tab')
    // Only the browser's own toolbar is outside.
    const isInside = () =>
      document.activeElement === document.body || document.activeElement?.closest('dialog') !== null
    expect(await page.evaluate(isInside)).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(opener).toBeFocused()

  await opener.click()
  await expect.poll(async () => (await menu.boundingBox())?.x).toBe(0)
  // Beside it.
  await page.mouse.click(355, 400)
  await expect(menu).toBeHidden()

  await opener.click()
  await menu.getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL(/login/)
  await expect(menu).toBeHidden()
  const { name } = person
  await logIn(page, person)
  await goOn(page, '/userDashboard')
  await opener.click()
  await expect(menu.getByRole('link', { name: 'Login' })).toHaveCount(0)
  await expect(menu.getByRole('link', { name })).toHaveAttribute('href', '/userDashboard')
  await menu.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await expect(menu).toBeHidden()
}

function searchBox(page: Page) {
  return page.getByRole('combobox', { name: 'Search products' })
}

function results(page: Page) {
  return page.getByRole('listbox', { name: 'Search results' }).getByRole('option')
}
