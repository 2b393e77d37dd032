import { visit } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

test('tips, reasons and testimonials: four of each', async ({ page }) => {
  await visit(page, '/')
  for (const name of ['Tips and guides', 'Why choose Gamla']) {
    await expect(page.getByRole('region', { name }).getByRole('listitem')).toHaveCount(4)
  }
  const testimonials = page.getByRole('region', { name: 'Testimonials' })
  await expect(testimonials.getByRole('group', { name: / of 4$/, includeHidden: true })).toHaveCount(4)
})

test('the parts of the page stand in the order of the specification', async ({ page }) => {
  await visit(page, '/')
  await expect(page.locator('.section h2')).toHaveText([
    'Featured Products',
    'Tips and guides',
    'Why choose Gamla',
    'What our customers say',
  ])
})

test('testimonials stand alone, in pairs or in threes, as there is room', async ({ page }) => {
  await visit(page, '/')
  for (const [width, perView] of [
    [360, 1],
    [800, 2],
    [1280, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await expect
      .poll(() =>
        page.evaluate(() => {
          const slider = document.querySelector('[aria-label=Testimonials]')
          const room = slider?.querySelector('.slider-viewport')?.clientWidth ?? 0
          const slide = slider?.querySelector('.slider-slide')?.getBoundingClientRect().width ?? 1
          return Math.round(room / slide)
        }),
      )
      .toBe(perView)
  }
})

test('the footer: copyright, three social links and Careers that lead nowhere', async ({ page }) => {
  await visit(page, '/')
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByText('2025')).toBeVisible()
  for (const name of ['Instagram', 'Facebook', 'X', 'Careers']) {
    const link = footer.getByRole('link', { name, exact: true })
    await expect(link).toBeVisible()
    await expect(link).not.toHaveAttribute('href')
    await link.click({ force: true })
  }
  await expect(page).toHaveURL('/')
})
