import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import type { Metric } from './metric.ts'
import { keepResults } from './results.ts'

/** These share one shop. Orders come last, because sending their emails keeps the shop busy afterwards. */
const shared = ['page-weight', 'lighthouse', 'blocking', 'pages', 'ssr', 'live', 'orders'] as const
/** These open shops of their own. */
const own = [
  'invalidation',
  'hot-stock',
  'fulfilment',
  'workers',
  'start',
  'scaling',
  'account-timing',
  'emails',
] as const
const parts = [...shared, ...own]

const { values } = parseArgs({
  options: { only: { type: 'string' }, rows: { type: 'string', default: '100000' } },
})
const chosen = values.only === undefined ? parts : parts.filter((part) => values.only?.split(',').includes(part))
if (chosen.length === 0) throw new Error(`--only takes a comma-separated list of: ${parts.join(', ')}`)
const rows = Number(values.rows)
if (!Number.isSafeInteger(rows) || rows < 1000) throw new Error('--rows takes a whole number from 1000')

if (chosen.includes('lighthouse')) installTools()
const results = new Map<string, Metric[]>()
let shop: TestShop | undefined
try {
  for (const part of chosen) {
    console.log(`Measuring ${part} …`)
    const began = performance.now()
    const { measure } = await import(`./${part}.ts`)
    const isShared = shared.some((one) => one === part)
    if (isShared) shop ??= await openTestShop()
    results.set(part, await measure(isShared ? shop : { rows }))
    console.log(`… in ${Math.round((performance.now() - began) / 1000)} s`)
  }
} finally {
  await shop?.close()
}
const metrics = [...results.values()].flat()
console.table(Object.fromEntries(metrics.map(({ work, ...rest }) => [work, rest])))
await keepResults(results)

/** Lighthouse is large, so it is installed only when it is first used. */
function installTools() {
  if (existsSync(join(import.meta.dirname, 'tools/node_modules/lighthouse'))) return
  console.log('Installing the benchmark tools …')
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund'], {
    cwd: join(import.meta.dirname, 'tools'),
  })
  if (status !== 0) throw new Error('npm install failed in bench/tools')
}
