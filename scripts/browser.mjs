import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { node24, root } from './ready.mjs'
import { run, tryRun } from './run.mjs'

const CHROMIUM = '/usr/bin/chromium'

/** @returns the path of a Chromium; undefined: Playwright's own */
export async function findBrowser() {
  const chosen = process.env.CHROME_PATH
  if (chosen) {
    if (existsSync(chosen)) return chosen
    throw new Error(`CHROME_PATH names no file: ${chosen}`)
  }
  if (existsSync(CHROMIUM)) return CHROMIUM
  return (await fromDebian()) ?? fromPlaywright()
}

async function fromDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log('Installing a browser …')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await tryRun('apt-get', ['update'], { env })
  await tryRun('apt-get', ['install', '--yes', '--no-install-recommends', 'chromium'], { env })
  // Elsewhere than in Debian the package can be an empty shell.
  const { code } = await tryRun(CHROMIUM, ['--version'])
  return code === 0 ? CHROMIUM : undefined
}

async function fromPlaywright() {
  console.log("Fetching Playwright's browser …")
  const playwright = join(root, 'node_modules', '.bin', 'playwright')
  await run(node24, [playwright, 'install', 'chromium', '--only-shell'])
  return undefined
}
