import { openTestShop } from '#tests/support/shop.ts'
import { load } from './load.ts'
import { atLeast, type Metric, median } from './metric.ts'

const ROUNDS = 3
/** A page that is never cached and needs no query, so that only rendering is measured. */
const PAGE = '/no-such-page'

/** Server rendering with two workers against one. The load generator shares the two cores. */
export async function measure(): Promise<Metric[]> {
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
      atLeast('server rendering, WEB_CONCURRENCY=2 against 1', median(speeds.two), median(speeds.one), 1.6, 'pages/s'),
    ]
  } finally {
    await two.close()
    await one.close()
  }
}
