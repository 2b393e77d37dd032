import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { node24, root } from './ready.mjs'
import { run, tryRun } from './run.mjs'

/** Chromium's headless shell runs the tests in half the time. */
const DEBIANS_SHELL = 'chromium-headless-shell'
const DEBIANS = [`/usr/bin/${DEBIANS_SHELL}`, '/usr/bin/chromium']

/** @returns the path of a Chromium, or undefined to use Playwright's own */
export async function findBrowser() {
  const chosen = process.env.CHROME_PATH
  if (chosen) {
    if (existsSync(chosen)) return chosen
    throw new Error(`CHROME_PATH is not a file: ${chosen}`)
  }
  const [shell] = DEBIANS
  if (!existsSync(shell)) await installFromDebian()
  return DEBIANS.find((path) => existsSync(path)) ?? fromPlaywright()
}

async function installFromDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log('Installing a browser …')
  // If Debian's servers cannot be reached, another browser is tried next.
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, timeout: 90_000 }
  await tryRun('apt-get', ['update'], options)
  await tryRun('apt-get', ['install', '--yes', '--no-install-recommends', DEBIANS_SHELL], options)
}

async function fromPlaywright() {
  console.log("Fetching Playwright's browser …")
  const playwright = join(root, 'node_modules', '.bin', 'playwright')
  await run(node24, [playwright, 'install', 'chromium', '--only-shell'])
  return undefined
}
