import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { visit } from '#tests/browser/support/shopper.ts'
import { type Account, openTestShop } from '#tests/support/shop.ts'
import { type State, states } from './states.ts'

/**
 * `npm run screens`: a screenshot of every screen at the three widths that the shop is designed for, then of each state
 * in `states.ts`, into the folder `screens/`, which git ignores.
 */
const FOLDER = join(import.meta.dirname, '../../screens')
const WIDTHS = [360, 768, 1440]

const publicScreens = {
  home: '/',
  listing: '/allproduct',
  category: '/category/bonsai',
  product: '/productinfo/12',
  search: '/search?q=bowl',
  'search-similar': '/search?q=cubbe',
  'search-nothing': '/search?q=teapot',
  'cart-empty': '/cart',
  contact: '/contactUs',
  login: '/login',
  'login-code': '/login/code',
  'forgot-password': '/forgot-password',
  'reset-password-expired': '/reset-password',
  signup: '/signup',
  wishlist: '/wishlist',
  faq: '/faq',
  'refund-policy': '/refund-policy',
  warranty: '/warranty',
  terms: '/termsAndConditions',
  privacy: '/privacy',
  'not-found': '/nowhere',
}

const adminScreens = {
  'admin-products': '/adminDashboard',
  'admin-search': '/adminDashboard/search?q=pot',
  'admin-orders': '/adminDashboard/orders',
  'admin-dispatch': '/adminDashboard/dispatch?orders=1001,1002,1003',
  'admin-users': '/adminDashboard/users',
  'admin-requests': '/adminDashboard/requests',
  'admin-messages': '/adminDashboard/messages',
  'admin-message': '/adminDashboard/messages/1',
  'admin-reviews': '/adminDashboard/reviews',
  'admin-returns': '/adminDashboard/returns',
  'admin-emails': '/adminDashboard/emails',
  security: '/account/security',
  confirm: '/confirm',
  'admin-audit': '/adminDashboard/audit',
  'admin-sessions': '/adminDashboard/sessions',
  'admin-import': '/adminDashboard/import',
  'admin-import-reviews': '/adminDashboard/import/reviews',
  'admin-import-customers': '/adminDashboard/import/customers',
  'admin-import-move': '/adminDashboard/import/move',
  'admin-settings': '/adminDashboard/settings',
  'admin-settings-returns': '/adminDashboard/settings/returns',
  'admin-searches': '/adminDashboard/searches',
  'admin-home-sections': '/adminDashboard/home',
  'admin-collections': '/adminDashboard/collections',
  'admin-collection': '/adminDashboard/collections/new',
  'admin-offers': '/adminDashboard/offers',
  'admin-offer': '/adminDashboard/offers/new',
  'admin-pages': '/adminDashboard/pages',
  'admin-page': '/adminDashboard/pages/new',
  'admin-sizes': '/adminDashboard/sizes',
  'admin-size': '/adminDashboard/sizes?edit=size&name=C02',
  'admin-text': '/adminDashboard/settings/texts/faq',
  'admin-wordings': '/adminDashboard/settings/wordings',
  'admin-ready': '/adminDashboard/ready',
  'add-product': '/addproduct',
  'update-product': '/updateproduct/3',
}

const sellerScreens = { 'seller-products': '/sellerDashboard', 'seller-orders': '/sellerDashboard/orders' }

await mkdir(FOLDER, { recursive: true })
const shop = await openTestShop()
const browser = await chromium.launch({
  executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
})
try {
  for (const width of WIDTHS) await takeScreens(width)
  for (const [name, state] of Object.entries(states)) await takeState(name, state)
} finally {
  await browser.close()
  await shop.close()
}

async function takeScreens(width: number) {
  const context = await openWindow(width)
  for (const [name, path] of Object.entries(publicScreens)) await takeScreen(context, name, path, width)
  await fillCart(context)
  await takeScreen(context, 'cart', '/cart', width)
  await logIn(context, shop.accounts.user)
  await takeScreen(context, 'user-dashboard', '/userDashboard', width)
  await takeScreen(context, 'your-data', '/account/privacy', width)
  await takeScreen(context, 'delete-account', '/account/privacy/delete', width)
  await takeScreen(context, 'account', '/account', width)
  await context.close()
  for (const [account, screens] of [
    [shop.accounts.admin, adminScreens],
    [shop.accounts.seller, sellerScreens],
  ] as const) {
    const office = await openWindow(width)
    await logIn(office, account)
    for (const [name, path] of Object.entries(screens)) await takeScreen(office, name, path, width)
    await office.close()
  }
}

async function takeState(name: string, { widths, colorScheme, isWindow, open }: State) {
  for (const width of widths) {
    const context = await openWindow(width, colorScheme)
    const page = await context.newPage()
    await open(page, shop)
    await take(page, `${name}-${width}`, { fullPage: !isWindow })
    await context.close()
  }
}

function openWindow(width: number, colorScheme: 'light' | 'dark' = 'light'): Promise<BrowserContext> {
  const viewport = { width, height: width < 500 ? 740 : 900 }
  return browser.newContext({ viewport, baseURL: shop.url, reducedMotion: 'reduce', colorScheme })
}

async function takeScreen(context: BrowserContext, name: string, path: string, width: number) {
  const page = await context.newPage()
  await visit(page, path)
  await take(page, `${name}-${width}`)
  await page.close()
}

async function take(page: Page, name: string, { fullPage = true } = {}) {
  await page.evaluate(showEverything)
  // A sticky header would otherwise appear in the middle of a full-page screenshot.
  if (fullPage) await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await page.waitForLoadState('networkidle')
  const image = sharp(await page.screenshot({ fullPage })).webp({ quality: 60 })
  await image.toFile(join(FOLDER, `${name}.webp`))
  console.log(name)
}

/** Lays out and loads what a browser defers until it comes near the viewport. */
async function showEverything() {
  const styles = new CSSStyleSheet()
  styles.replaceSync('* { content-visibility: visible !important }')
  document.adoptedStyleSheets.push(styles)
  for (const image of document.images) image.loading = 'eager'
  await Promise.all(Array.from(document.images, (image) => image.decode().catch(() => {})))
}

async function fillCart(context: BrowserContext) {
  const page = await context.newPage()
  for (const [id, colour] of Object.entries({ 3: 'Sandstone', 12: 'Mosaic Grey' })) {
    await visit(page, `/productinfo/${id}`)
    await page.getByRole('radio', { name: colour }).check()
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.getByText('Added to cart').waitFor()
  }
  await page.close()
}

async function logIn(context: BrowserContext, { email, password }: Account) {
  const page = await context.newPage()
  await visit(page, '/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await page.waitForURL('**/*Dashboard')
  await page.close()
}
