import { expect, type Page, test } from '#tests/browser/support/test.ts'

const SECRET = 'a stack that shoppers do not see'
const SCREENS = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
]

test('a header that fails leaves a sentence and a way on, narrow and wide', async ({ page, trouble }) => {
  trouble.expect(new RegExp(SECRET), /Minified React error/)
  const mend = await breakHeader(page)
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
  await mend()
  await home.click()
  await expect(page.getByRole('heading', { name: 'Featured Products' })).toBeVisible()
})

/** Makes the header throw in the browser; the answer makes it whole again. */
async function breakHeader(page: Page): Promise<() => Promise<void>> {
  const scripts = '**/assets/*.js'
  await page.route(scripts, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(/["'`]site-header-row["'`]/, `(() => { throw Error('${SECRET}') })()`)
    // Otherwise the mended page could find it in the browser's memory.
    const headers = { ...response.headers(), 'cache-control': 'no-store' }
    await route.fulfill({ response, headers, body })
  })
  return () => page.unroute(scripts)
}
