import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestShop } from '#tests/support/shop.ts'
import { type Metric, quantile, under } from './metric.ts'

const CLIENTS = 200
const CHANGES = 10

/** 200 clients request the home page without a pause while products change: one render for each change, no errors. */
export async function measure(shop: TestShop): Promise<Metric[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
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
  const clients = Array.from({ length: CLIENTS }, read)
  await sleep(1000)
  const before = await countRender(shop)
  times.length = 0
  for (let n = 1; n <= CHANGES; n += 1) {
    await shop.sql('update products set title = title || $1 where id = $2', ['.', n])
    await sleep(500)
  }
  const rendered = (await countRender(shop)) - before
  isOver = true
  await Promise.all(clients)
  agent.destroy()
  return [
    {
      work: `home page under ${CLIENTS} clients: renders for ${CHANGES} changes, errors`,
      ours: `${rendered}, ${failed}`,
      wanted: `${CHANGES}, 0`,
      good: rendered === CHANGES && failed === 0,
    },
    under('home page under 200 clients: 99th percentile of all responses', quantile(times, 0.99), 1000, 'ms'),
  ]
}

async function countRender({ url }: TestShop): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^gamla_page_cache_renders_total\{worker="1"\} (\d+)$/m.exec(text)?.[1])
}
