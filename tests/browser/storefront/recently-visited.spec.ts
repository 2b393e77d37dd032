import { readStored, visit } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

test('the last eight pots that one looked at, newest first, each once', async ({ page, stock }) => {
  const stocked = []
  for (let n = 0; n < 9; n += 1) stocked.push(await stock())
  const [again, ...others] = stocked.map(({ id }) => id)
  await visit(page, '/')
  const section = page.getByRole('region', { name: 'Recently visited' })
  await expect(section).toHaveCount(0)

  for (const id of [again, ...others.slice(0, 2), again, ...others.slice(2)]) {
    await visit(page, `/productinfo/${id}`)
    await page.waitForFunction(
      (seen) => JSON.parse(localStorage.getItem('lastVisitedProducts') ?? '[]')[0]?.id === seen,
      id,
    )
  }
  const expected = [...others.slice(2).toReversed(), again, others[1]]
  expect(((await readStored(page, 'lastVisitedProducts')) as { id: number }[]).map(({ id }) => id)).toEqual(expected)

  await visit(page, '/')
  const links = section.getByRole('link', { name: 'View Product' })
  await expect(links).toHaveCount(8)
  const targets = await links.evaluateAll((list) => list.map((link) => link.getAttribute('href')))
  expect(targets).toEqual(expected.map((id) => `/productinfo/${id}`))
})
