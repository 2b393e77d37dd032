import { goOn, readStored, visit } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

test('the last eight pots that one looked at, newest first, each once', async ({ page, stock }) => {
  const stocked = []
  for (let n = 0; n < 9; n += 1) stocked.push(await stock())
  const [fresh, ...seen] = stocked
  const section = page.getByRole('region', { name: 'Recently visited' })
  // A response of the shop without scripts.
  await page.goto('/healthz')
  await page.evaluate(
    (list) => localStorage.setItem('lastVisitedProducts', JSON.stringify(list)),
    seen.map((pot) => ({ ...pot, productImageUrl: ['/pots/cubee-grey-stone-front'], sizeCode: 'C02' })),
  )
  const [again, ...others] = seen.map(({ id }) => id).toReversed()
  for (const [open, id] of [
    [visit, again],
    [goOn, fresh?.id],
  ] as const) {
    await open(page, `/productinfo/${id}`)
    await page.waitForFunction(
      (now) => JSON.parse(localStorage.getItem('lastVisitedProducts') ?? '[]')[0]?.id === now,
      id,
    )
  }
  const expected = [fresh?.id, again, ...others.toReversed().slice(0, 6)]
  expect(((await readStored(page, 'lastVisitedProducts')) as { id: number }[]).map(({ id }) => id)).toEqual(expected)

  await page.getByRole('banner').getByRole('link', { name: 'Gamla, home' }).click()
  const links = section.getByRole('link', { name: 'View Product' })
  await expect(links).toHaveCount(8)
  const targets = await links.evaluateAll((list) => list.map((link) => link.getAttribute('href')))
  expect(targets).toEqual(expected.map((id) => `/productinfo/${id}`))
})
