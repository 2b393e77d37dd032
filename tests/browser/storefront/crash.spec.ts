import { readdir, readFile } from 'node:fs/promises'
import { expect, type Page, test } from '#tests/browser/support/test.ts'

const ASSETS = new URL('../../../build/client/assets/', import.meta.url)
const SECRET = 'a stack that shoppers do not see'
const SCREENS = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
]

test('a header that fails leaves a sentence and a way on, narrow and wide', async ({ page, trouble }) => {
  trouble.expect(new RegExp(SECRET), /Minified React error/)
  await breakHeader(page)
  await page.goto('/faq')
  const heading = page.getByRole('heading', { name: 'Something went wrong', level: 1 })
  await expect(heading).toBeVisible()
  await expect(page).toHaveTitle('Something went wrong')
  await expect(page.locator('body')).toHaveText(
    'Something went wrongThe problem is on our side. Please load the page again.Home',
  )
  const home = page.getByRole('link', { name: 'Home' })
  for (const viewport of SCREENS) {
    await page.setViewportSize(viewport)
    const [first, last] = [await heading.boundingBox(), await home.boundingBox()]
    if (!first || !last) throw new Error('One of the lines is not drawn')
    // Heading, text and link are one block in the upper half, with space at both sides.
    expect(last.y + last.height - first.y).toBeLessThan(250)
    expect(last.y + last.height).toBeLessThan(viewport.height / 2)
    expect(first.x).toBeGreaterThanOrEqual(16)
  }
  // It is loaded from the shop, with scripts that may be whole again.
  const [request] = await Promise.all([page.waitForRequest((request) => request.isNavigationRequest()), home.click()])
  expect(new URL(request.url()).pathname).toBe('/')
})

/** Makes the header throw in the browser. */
async function breakHeader(page: Page): Promise<void> {
  const names = await readdir(ASSETS)
  const scripts = await Promise.all(
    names
      .filter((name) => name.endsWith('.js'))
      .map(async (name) => [name, await readFile(new URL(name, ASSETS), 'utf8')]),
  )
  const whole = /["'`]site-header-row["'`]/
  for (const [name, text = ''] of scripts.filter(([, text = '']) => whole.test(text)))
    await page.route(`**/assets/${name}`, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: text.replace(whole, `(() => { throw Error('${SECRET}') })()`),
      }),
    )
}
