import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestShop } from '#tests/support/shop.ts'
import { type Figure, quantile, under } from './metric.ts'

const READERS = 200
const CHANGES = 10

/** Two hundred people read the home page without a pause while a product changes now and then. */
export async function measure(shop: TestShop): Promise<Figure[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: READERS })
  const times: number[] = []
  let failed = 0
  let isOver = false

  async function read() {
    while (!isOver) {
      const began = performance.now()
      const status = await new Promise<number>((resolve) => {
        const asked = get(shop.url, { agent, headers: { 'accept-encoding': 'br' } }, (answer) => {
          answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
        })
        asked.once('error', () => resolve(0))
      })
      times.push(performance.now() - began)
      if (status !== 200) failed += 1
    }
  }
  const readers = Array.from({ length: READERS }, read)
  await sleep(1000)
  const before = await countRender(shop)
  times.length = 0
  for (let n = 1; n <= CHANGES; n += 1) {
    await shop.sql('update products set title = title || $1 where id = $2', ['.', n])
    await sleep(500)
  }
  const rendered = (await countRender(shop)) - before
  isOver = true
  await Promise.all(readers)
  agent.destroy()
  return [
    {
      work: `home under ${READERS} readers: renders for ${CHANGES} changes, errors`,
      ours: `${rendered}, ${failed}`,
      wanted: `${CHANGES}, 0`,
      good: rendered === CHANGES && failed === 0,
    },
    under('… 99th percentile of all answers meanwhile', quantile(times, 0.99), 1000, 'ms'),
  ]
}

async function countRender({ url }: TestShop): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^gamla_page_cache_renders_total\{worker="1"\} (\d+)$/m.exec(text)?.[1])
}
