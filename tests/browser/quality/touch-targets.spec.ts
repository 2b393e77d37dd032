import { enter } from '#tests/browser/support/admin.ts'
import { arriveAsShopper, orderQuietly } from '#tests/browser/support/quick-shopper.ts'
import { visit } from '#tests/browser/support/shopper.ts'
import { expect, type Page, test } from '#tests/browser/support/test.ts'

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

const PUBLIC = [
  '/',
  '/allproduct',
  '/search?q=bowl',
  '/contactUs',
  '/login',
  '/login/code',
  '/signup',
  '/faq',
  '/warranty',
]
const SHOPPER = [
  '/cart',
  '/userDashboard',
  '/account',
  '/account?address=new',
  '/wishlist',
  '/account/security',
  '/account/privacy',
]
const BACK_OFFICE = [
  '/adminDashboard',
  '/adminDashboard/overview',
  '/adminDashboard/orders',
  '/adminDashboard/orders?view=orders',
  '/adminDashboard/orders/1001',
  '/adminDashboard/orders/new',
  '/adminDashboard/messages',
  '/adminDashboard/reviews',
  '/adminDashboard/emails',
  '/adminDashboard/audit',
  '/adminDashboard/sessions',
  '/adminDashboard/settings',
  '/adminDashboard/settings/shop',
  '/adminDashboard/settings/texts/faq',
  '/adminDashboard/settings/wordings',
  '/adminDashboard/settings/connections',
  '/adminDashboard/dispatch?orders=1001',
  '/adminDashboard/sizes',
  '/adminDashboard/staff',
  '/adminDashboard/redirects',
  '/adminDashboard/sales',
  '/addproduct',
  '/updateproduct/3',
]

test('on a phone whatever is pressed is at least 44 px high, but for links within a sentence', async ({
  page,
  stock,
  shop,
  trouble,
}) => {
  // A busy machine sheds load.
  trouble.expect(/503/)
  const pot = await stock()
  const small: string[] = []
  const measure = async (paths: readonly string[]) => {
    for (const path of paths) {
      await visit(page, path)
      small.push(...(await listSmall(page)).map((target) => `${path}: ${target}`))
    }
  }
  await measure([...PUBLIC, `/productinfo/${pot.id}`])
  await arriveAsShopper(page, [pot])
  await orderQuietly(page, pot)
  await measure(SHOPPER)
  // Its address takes two lines.
  await shop.sql(
    `insert into contact_messages (name, email, phone, message)
     values ('Zenobia', 'zenobia.of.the.house.with.the.long.balcony@gmail.com', '9845012345', 'When?')`,
  )
  await enter(page, shop.accounts.admin, '/adminDashboard')
  await measure(BACK_OFFICE)
  expect([...new Set(small)]).toEqual([])
})

async function listSmall(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = 'a[href], button, input:not([type=hidden]), select, textarea, summary'
    return [...document.querySelectorAll<HTMLElement>(controls)].flatMap((control) => {
      const target = control.closest('label') ?? control
      // Headings of tables are for screen readers only, and the skip link for keyboards.
      if (
        control.closest('thead, .skip-link') ||
        !control.checkVisibility({ visibilityProperty: true, opacityProperty: false })
      )
        return []
      const box = target.getBoundingClientRect()
      const isSeen = box.width > 2 && box.right > 0 && box.left < innerWidth + scrollX
      const isInSentence =
        control.matches('a') &&
        ['P', 'LI', 'DD', 'SPAN'].includes(control.parentElement?.tagName ?? '') &&
        (control.parentElement?.textContent ?? '').trim() !== (control.textContent ?? '').trim()
      if (!isSeen || isInSentence || box.height >= 43.5) return []
      // A pseudo-element may make it larger.
      target.scrollIntoView({ block: 'center' })
      const here = target.getBoundingClientRect()
      const [x, y] = [here.x + here.width / 2, here.y + here.height / 2]
      if ([-21, 21].every((by) => target.contains(document.elementFromPoint(x, y + by)))) return []
      const name = (control.getAttribute('aria-label') ?? target.textContent ?? '').trim().slice(0, 30)
      return [`${control.tagName} .${control.className} “${name}” ${Math.round(box.width)} × ${Math.round(box.height)}`]
    })
  })
}
