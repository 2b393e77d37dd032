import { openTestShop } from '#tests/support/shop.ts'
import { load } from './load.ts'
import { atLeast, type Figure, median } from './metric.ts'

const ROUNDS = 3
/** A whole page that nobody keeps, and that asks the database nothing: what is measured is rendering. */
const PAGE = '/no-such-page'

/** Pages rendered anew by two workers against one. Who asks needs a part of the two cores as well. */
export async function measure(): Promise<Figure[]> {
  const [one, two] = [await openTestShop(), await openTestShop({ env: { WEB_CONCURRENCY: '2' } })]
  try {
    const speeds = { one: [] as number[], two: [] as number[] }
    const ask = async (url: string, seconds = 3) => (await load(url + PAGE, { seconds })).perSecond
    for (const { url } of [one, two]) await ask(url, 2)
    for (let round = 0; round < ROUNDS; round++) {
      speeds.one.push(await ask(one.url))
      speeds.two.push(await ask(two.url))
    }
    return [
      atLeast(
        'pages rendered afresh, WEB_CONCURRENCY=2 against 1',
        median(speeds.two),
        median(speeds.one),
        1.6,
        'pages/s',
      ),
    ]
  } finally {
    await two.close()
    await one.close()
  }
}
