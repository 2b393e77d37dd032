// npm start: installs and builds what is missing, then opens the shop on Node 24.
// (`exec` in package.json replaces npm's shell, so that signals and exit codes are passed on.)
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { build, compileCache, install, node24, root } from './ready.mjs'
import { main, stopIfInterrupted } from './run.mjs'

const isDev = process.argv.includes('--dev')
/** npm passes the flag that loads `.env`, so that tests never read the operator's settings. */
const flags = process.argv.includes('--dotenv') ? ['--env-file-if-exists=.env'] : []
/** Pause before a restart; doubled for each kill within the last minute. */
const FIRST_PAUSE_MS = 200
/** After so many kills within a minute it gives up. */
const MAX_KILLS = 6
const MINUTE_MS = 60_000

let shop
/** The port of the running shop. */
let port
let isStopping = false

await main(async () => {
  await install()
  if (!isDev) await build()
  stopIfInterrupted()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal))
  if (process.env.npm_lifecycle_event) closeWhenOrphaned()
  // The shop's exit code, not the signal's.
  process.exit(await keepOpen())
})

/**
 * Opens the shop, and restarts it when its primary process is killed. The primary restarts all others itself.
 * @returns the shop's exit code
 */
async function keepOpen() {
  let hasOpened = false
  let kills = []
  for (;;) {
    const { code, signal, isOpen } = await openShop()
    hasOpened ||= isOpen
    // An exit with a code is intended. A killed shop that fails to reopen is retried, since the cause may be temporary.
    const isMeant = code !== null && isOpen
    kills = [...kills, Date.now()].filter((at) => Date.now() - at < MINUTE_MS)
    if (isStopping || isMeant || !hasOpened || kills.length >= MAX_KILLS) {
      return code ?? 128 + constants.signals[signal]
    }
    complain(`The shop exited (${signal ?? code}); restarting it`)
    await sleep(FIRST_PAUSE_MS * 2 ** (kills.length - 1))
    if (isStopping) return code ?? 128 + constants.signals[signal]
  }
}

/** @returns how it exited, and whether it was open before */
function openShop() {
  shop = spawn(node24, [...flags, 'server/main.ts', ...(isDev ? ['--dev'] : [])], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: isDev ? 'development' : 'production',
      NODE_COMPILE_CACHE: compileCache,
      // After a restart it keeps its port, which browsers know.
      ...(port && { PORT: port }),
    },
    // Over IPC the shop reports its port, and notices when this process is killed.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  return new Promise((resolve) => {
    let isOpen = false
    shop.once('message', (message) => {
      isOpen = true
      port = message.port
    })
    shop.once('error', (error) => {
      console.error(`Node 24 could not be started: ${error.message}`)
      resolve({ code: 1, isOpen })
    })
    shop.once('exit', (code, signal) => resolve({ code, signal, isOpen }))
  })
}

function stop(signal) {
  isStopping = true
  shop.kill(signal)
}

/** Closes the shop when npm is killed, because Ctrl-C would no longer reach it. */
function closeWhenOrphaned() {
  const npm = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(watch)
    stop('SIGTERM')
  }, 200)
}

/** Logs as the shop does: text for people, JSON in production. */
function complain(message) {
  const time = new Date().toISOString()
  console.error(isDev ? `${time} ${message}` : JSON.stringify({ time, level: 'error', message }))
}
