import type { Page } from '@playwright/test'
import { readConfig } from '#server/config.ts'
import { serveWorker } from '#server/install/endpoints.ts'
import { expectAccessible } from '#tests/browser/support/axe.ts'
import { openFront } from '#tests/browser/support/front.ts'
import { arriveAs, logIn } from '#tests/browser/support/quick-shopper.ts'
import { goByScript, goOn, scriptsReady, signUp, visit } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' })
const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 })
const said = (page: Page, text: string) => expect(page.locator('.try-again').getByRole('status')).toHaveText(text)

test.beforeEach(({ trouble }) =>
  trouble.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|50[03]|404|dynamically imported module|loading route module/),
)

test('a lost connection keeps the page, and trying again goes on, also to the back office, whose routes come when they are needed', async ({
  page,
  shop,
  stock,
}) => {
  const { id, title } = await stock()
  const { seller } = shop.accounts
  await arriveAs(page, seller)
  await visit(page, '/faq')
  await test.step('one question is open at a time, and Careers leads nowhere', async () => {
    const items = page.locator('main details')
    const open = page.locator('main details[open]')
    await expect(items).toHaveCount(3)
    await expect(open).toHaveCount(0)
    for (const index of [0, 2, 1]) {
      await items.nth(index).locator('summary').click()
      await expect(open).toHaveCount(1)
      await expect(items.nth(index)).toHaveAttribute('open')
    }
    await items.nth(1).locator('summary').press('Enter')
    await expect(open).toHaveCount(0)
    await page.getByRole('contentinfo').getByText('Careers').click({ force: true })
    await expect(page).toHaveURL('/faq')
  })

  const documents: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && documents.push(new URL(request.url()).pathname))
  await test.step('back to a page that was loaded again, and forward', async () => {
    await page.getByRole('banner').getByRole('link', { name: seller.name }).click()
    await expect(heading(page)).toHaveText('Products')
    await page.goBack()
    await expect(heading(page)).toHaveText('Questions and answers')
    await page.reload()
    await scriptsReady(page)
    await page.goForward()
    await expect(heading(page)).toHaveText('Products')
    await page.goBack()
    await expect(heading(page)).toHaveText('Questions and answers')
    expect(documents).toEqual(['/faq'])
    await page.reload()
    await scriptsReady(page)
  })

  await test.step('a seller to the back office: not while offline', async () => {
    await page.context().setOffline(true)
    await page.getByRole('banner').getByRole('link', { name: seller.name }).click()
    await said(page, 'You are offline')
    await expect(heading(page)).toHaveText('Questions and answers')
    await expect(page).toHaveURL('/faq')
    await page.context().setOffline(false)
    await tryAgain(page).click()
    await expect(heading(page)).toHaveText('Products')
    await expect(page).toHaveURL('/sellerDashboard')
    await expect(tryAgain(page)).toHaveCount(0)
    // A browser that does not fetch code again once it failed has loaded the page as a document, so this loads one too.
    await page.goBack()
    await expect(heading(page)).toHaveText('Questions and answers')
    await scriptsReady(page)
  })

  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Warranty' })
  await link.scrollIntoViewIfNeeded()
  const top = await page.evaluate(() => scrollY)

  await test.step('offline, where the code of the next page is missing too', async () => {
    await page.context().setOffline(true)
    await link.click()
    await said(page, 'You are offline')
    await expect(heading(page)).toHaveText('Questions and answers')
    await expect(page).toHaveURL('/faq')
    await expect(link).toBeFocused()
    expect(await page.evaluate(() => scrollY)).toBe(top)
    await tryAgain(page).click()
    await said(page, 'You are offline')
    await page.context().setOffline(false)
    await said(page, 'Failed to load this page')
    await tryAgain(page).click()
    await expect(page).toHaveURL('/warranty')
    await expect(heading(page)).toContainText('arranty')
    await expect(tryAgain(page)).toHaveCount(0)
  })

  await test.step('back and forward', async () => {
    await page.getByRole('link', { name: 'Cart, 0 items' }).click()
    await expect(page).toHaveURL('/cart')
    await page.route('**/*.data*', (route) => route.abort())
    await page.goBack()
    await said(page, 'Failed to load this page')
    await expect(page).toHaveURL('/cart')
    await expect(heading(page)).toContainText('cart')
    await page.unroute('**/*.data*')
    await tryAgain(page).click()
    await expect(page).toHaveURL('/warranty')
    await expect(heading(page)).toContainText('arranty')
    await page.goForward()
    await expect(page).toHaveURL('/cart')
  })

  await test.step('an error keeps the style sheet', async () => {
    await page.route('**/allproduct.data*', (route) => route.fulfill({ status: 404, body: 'gone' }))
    const sheet = await page.evaluateHandle(() => document.querySelector('link[rel="stylesheet"]'))
    await page.getByRole('contentinfo').getByRole('link', { name: 'All pots' }).click()
    await expect(heading(page)).toHaveText('We couldn’t find that page')
    expect(await sheet.evaluate((link) => link?.isConnected)).toBe(true)
    await page.unroute('**/allproduct.data*')
  })

  await test.step('a list, after its skeleton was shown, and the search box', async () => {
    await goOn(page, `/productinfo/${id}`)
    await page.route('**/*.data*', async (route) => {
      await page.locator('.pending-list, .search-box:focus-within').waitFor()
      await route.fulfill({ status: 503, body: 'busy' })
    })
    const all = page
      .getByRole('contentinfo')
      .getByRole('link', { name: /^All/ })
      .or(page.getByRole('navigation').getByRole('link', { name: 'Products' }))
      .first()
    await all.click()
    await said(page, 'Failed to load products')
    await expect(page).toHaveURL(`/productinfo/${id}`)
    await expect(heading(page)).toHaveText(title)
    await expect(all).toBeFocused()
    // The message of the list is still there, so only the answer tells that the search has failed, too.
    const failed = page.waitForResponse((response) => response.url().includes('q=tubo') && response.status() === 503)
    await page.getByLabel('Search products').fill('tubo')
    await failed
    await said(page, 'Failed to load products')
    // While requests fail: a change of any product asks again, and an answer would take the message away.
    await expect(async () => {
      await page.getByRole('button', { name: 'Close', exact: true }).click({ timeout: 2000 })
      await expect(tryAgain(page)).toHaveCount(0, { timeout: 500 })
    }).toPass()
    // A request of the search box that was given up may still wait in the route.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await all.click()
    await expect(heading(page)).toContainText('All')
  })

  await test.step('an unknown address is still a 404', async () => {
    await goByScript(page, '/nowhere')
    await expect(heading(page)).toHaveText('We couldn’t find that page')
    await expect(page).toHaveURL('/nowhere')
  })

  await test.step('a page that the new build has no code for any more is loaded whole', async () => {
    await page.route('**/assets/contact-*.js', (route) => route.fulfill({ status: 404 }), { times: 2 })
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: /ontact/ })
      .first()
      .click()
    await expect(page).toHaveURL(/contactUs/i)
    await scriptsReady(page)
  })
})

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('visited products and the cart are readable offline, other pages say so', async ({ page, stock }) => {
    const [seen, linked, unseen] = [await stock(), await stock(), await stock()]
    const chosen = page.getByRole('radio', { name: 'Sandstone' })
    await visit(page, `/productinfo/${seen.id}?finish=Sandstone`)
    await expect(chosen).toBeChecked()
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await workerIsReady(page, `/productinfo/${seen.id}`)
    expect(await installabilityErrors(page)).toEqual([])
    await page.getByRole('searchbox').or(page.getByLabel('Search products')).fill(linked.title)
    await page.getByRole('option', { name: linked.title }).click()
    await expect(heading(page)).toHaveText(linked.title)
    await stored(page, `/productinfo/${linked.id}`)
    await logIn(page, await signUp(page))
    await goOn(page, '/userDashboard')
    await expect(page.getByRole('heading', { name: 'Your orders' })).toBeVisible()

    await page.context().setOffline(true)
    for (const { id, title } of [seen, linked]) {
      await page.goto(`/productinfo/${id}`)
      await expect(heading(page)).toHaveText(title)
      await expect(page.getByText(/^Saved on .* Prices and availability may have changed since\.$/)).toBeVisible()
      await scriptsReady(page)
      // One copy is kept for all choices, and this address names none.
      await expect(chosen).not.toBeChecked()
    }
    await page.getByRole('link', { name: 'Cart, 1 item' }).click()
    await expect(page.getByRole('main').getByRole('link', { name: seen.title })).toBeVisible()
    await expect(page.getByText('You can check out once you’re back online')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Checkout' })).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('main').getByRole('link', { name: seen.title })).toBeVisible()

    for (const path of [`/productinfo/${unseen.id}`, '/userDashboard', '/search?q=tubo']) {
      await page.goto(path)
      await expect(heading(page)).toHaveText('You are offline')
      await expect(page).toHaveURL(path)
    }
    await page.context().setOffline(false)
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(heading(page)).toHaveText('Results for “tubo”')
    await expect(page.getByText(/^Saved on/)).toHaveCount(0)
    // Files and pictures aside, only what everybody may see.
    const pages = (await storedPaths(page)).filter((path) => !/^\/(assets|pictures|pots)\//.test(path))
    expect(pages.filter((path) => !/^\/(productinfo\/\d+(\.data.*)?|cart|offline)$/.test(path))).toEqual([])
  })

  test('a new worker takes over open pages, and the last one removes all that was stored', async ({ page, shop }) => {
    const front = await openFront(shop.url)
    const address = (path: string) => `${front.url}${path}`
    const stores = () => page.evaluate(() => caches.keys())
    await visit(page, address('/faq'))
    await workerIsReady(page, '/faq')
    const worker = await (await page.request.get(address('/service-worker.js'))).text()
    const build = /shop-pages-(\w+)/.exec(worker)?.[1] ?? ''
    const files = (await storedPaths(page)).filter((path) => path.startsWith('/assets/'))

    await test.step('of a new build, whose shop has none of the old files', async () => {
      for (const file of files) front.setScript(file, undefined)
      front.setScript('/assets/next.js', '')
      front.setScript(
        '/service-worker.js',
        worker.replaceAll(build, 'next').replace(/`\/assets\/(?=[\w-])/, '`/assets/next.js,/assets/'),
      )
      await updateWorker(page)
      await expect.poll(async () => (await stores()).toSorted()).toEqual(['shop-assets', 'shop-pages-next'])
      await stored(page, '/assets/next.js')
      // The page that is open is still the one of the old build, and finds its files.
      const statuses = await page.evaluate(
        (all) => Promise.all(all.map(async (file) => (await fetch(file)).status)),
        files,
      )
      expect(new Set(statuses)).toEqual(new Set([200]))
      // With a pointer over a link Chromium wakes the old worker that it is replacing, and then keeps it.
      await page.getByRole('link', { name: 'Cart, 0 items' }).press('Enter')
      await expect(heading(page)).toContainText('cart')
    })

    await test.step('SERVICE_WORKER=off', async () => {
      const off = await serveWorker({ config: readConfig({ SERVICE_WORKER: 'off' }) })
      front.setScript('/service-worker.js', await off.text())
      await updateWorker(page)
      await expect.poll(stores).toEqual([])
      await page.getByRole('contentinfo').getByRole('link', { name: 'Warranty' }).click()
      await expect(heading(page)).toContainText('arranty')
      await visit(page, address('/faq'))
      await expect.poll(stores).toEqual([])
      const workers = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
      await expect.poll(workers).toBe(0)
    })
    front.close()
  })

  test('an owner chooses what to hear of; a push is shown while no page of the shop is open, and makes a sound once', async ({
    page,
    context,
    shop,
  }) => {
    await arriveAs(page, shop.accounts.admin)
    await visit(page, '/account')
    const row = page.getByRole('row', { name: 'New order' })
    await expect(row.getByRole('radio', { name: 'Never' })).toBeChecked()
    await row.getByRole('radio', { name: 'Never' }).press('ArrowLeft')
    await row.getByLabel('By').selectOption('Push')
    await page.getByRole('button', { name: 'Save notifications' }).press('Enter')
    await expect(page.getByRole('alert')).toHaveText('Your notifications were saved.')
    await expect(row.getByRole('radio', { name: 'Morning digest' })).toBeChecked()
    await expect(page.getByText('what you chose by push comes by email')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Notify on this device' })).toBeVisible()
    await expectAccessible(page)

    const devtools = await context.newCDPSession(page)
    const registered = new Promise<string>((resolve) =>
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [known] = registrations
        if (known) resolve(known.registrationId)
      }),
    )
    await page.evaluate(() => navigator.serviceWorker.ready)
    await devtools.send('ServiceWorker.enable')
    const registrationId = await registered
    const worker = context.serviceWorkers().find((one) => one.url().startsWith(shop.url))
    // This browser has no place for notifications, so the worker's are listed instead.
    await worker?.evaluate(() => {
      const shown: object[] = []
      Object.assign(Reflect.get(globalThis, 'registration'), {
        getNotifications: async () => shown.slice(-1),
        showNotification: async (title: string, options: object) => void shown.push({ title, ...options }),
      })
      Object.assign(globalThis, { shown })
    })
    await page.goto('about:blank')
    const body = '57 new orders, ₹1,23,400.'
    const data = { tag: 'notice-new-order', title: 'Gamla', body, path: '/adminDashboard/orders' }
    for (const id of [7, 7, 8]) {
      const push = { origin: shop.url, registrationId, data: JSON.stringify({ id, ...data }) }
      await devtools.send('ServiceWorker.deliverPushMessage', push)
    }
    const read = () => worker?.evaluate(() => Reflect.get(globalThis, 'shown'))
    await expect.poll(async () => (await read())?.length).toBe(3)
    const shown: { renotify: boolean }[] = await read()
    expect(shown[0]).toMatchObject({ title: 'Gamla', body, tag: data.tag, data: { id: 7, path: data.path } })
    expect(shown.map(({ renotify }) => renotify)).toEqual([true, false, true])
  })
})

/** As opening a page does. */
async function updateWorker(page: Page) {
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
}

const storedPaths = (page: Page) =>
  page.evaluate(async () => {
    const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const keys = await Promise.all(stores.map((store) => store.keys()))
    return keys.flat().map(({ url }) => new URL(url).pathname + new URL(url).search)
  })

async function stored(page: Page, path: string) {
  await expect.poll(async () => (await storedPaths(page)).filter((one) => one === path)).toEqual([path])
}

/** It is registered late, and stores the page that was open before it. */
async function workerIsReady(page: Page, path: string) {
  await page.waitForFunction(() => navigator.serviceWorker.controller)
  await stored(page, path)
}

async function installabilityErrors(page: Page) {
  const session = await page.context().newCDPSession(page)
  return (await session.send('Page.getInstallabilityErrors')).installabilityErrors
}
