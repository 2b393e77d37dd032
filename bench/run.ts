import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import type { Figure } from './metric.ts'
import { keepResults } from './results.ts'

/** Those that measure in the same shop come first, orders last: their letters keep it busy. Then those that open shops of their own. */
const shared = ['weight', 'lighthouse', 'blocking', 'pages', 'render', 'live', 'orders'] as const
const own = ['change', 'workers', 'start', 'size'] as const
const parts = [...shared, ...own]

const { values } = parseArgs({
  options: { only: { type: 'string' }, rows: { type: 'string', default: '100000' } },
})
const chosen = values.only === undefined ? parts : parts.filter((part) => values.only?.split(',').includes(part))
if (chosen.length === 0) throw new Error(`--only takes some of: ${parts.join(', ')}`)
const rows = Number(values.rows)
if (!Number.isSafeInteger(rows) || rows < 1000) throw new Error('--rows takes a whole number from 1000')

if (chosen.includes('lighthouse')) installTools()
const results = new Map<string, Figure[]>()
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
const figures = [...results.values()].flat()
console.table(Object.fromEntries(figures.map(({ work, ...rest }) => [work, rest])))
await keepResults(results)

/** Lighthouse is large, so it is installed here, when it is first wanted. */
function installTools() {
  if (existsSync(join(import.meta.dirname, 'tools/node_modules/lighthouse'))) return
  console.log('Installing what only the measurements need …')
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund'], {
    cwd: join(import.meta.dirname, 'tools'),
  })
  if (status !== 0) throw new Error('npm install failed in bench/tools')
}
