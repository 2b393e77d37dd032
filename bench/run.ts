import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { openTestShop } from '#tests/shop.ts'
import type { Figure } from './figure.ts'

const parts = ['pages', 'live', 'orders', 'back-office', 'weight', 'lighthouse'] as const

const only = process.argv[process.argv.indexOf('--only') + 1]
const chosen = process.argv.includes('--only') ? parts.filter((part) => part === only) : parts
if (chosen.length === 0) throw new Error(`--only takes one of: ${parts.join(', ')}`)

if (chosen.includes('lighthouse')) installTools()
const shop = await openTestShop()
try {
  const figures: Figure[] = []
  for (const part of chosen) {
    console.log(`Measuring ${part} …`)
    const { measure } = await import(`./${part}.ts`)
    figures.push(...(await measure(shop)))
  }
  console.table(Object.fromEntries(figures.map(({ work, ...rest }) => [work, rest])))
  await keep(figures)
} finally {
  await shop.close()
}

/** Lighthouse is large, so it is installed here, when it is first wanted. */
function installTools() {
  if (existsSync(join(import.meta.dirname, 'tools/node_modules/lighthouse'))) return
  console.log('Installing what only the measurements need …')
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund'], {
    cwd: join(import.meta.dirname, 'tools'),
  })
  if (status !== 0) throw new Error('npm install failed in bench/tools')
}

async function keep(figures: Figure[]) {
  const folder = join(import.meta.dirname, 'results')
  await mkdir(folder, { recursive: true })
  const machine = {
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  }
  const result = { when: new Date().toISOString(), machine, figures }
  await writeFile(join(folder, `${chosen.join('-')}.json`), `${JSON.stringify(result, null, 2)}\n`)
}
