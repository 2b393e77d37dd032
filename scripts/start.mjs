// npm start: installs and builds what is missing, then opens the shop on Node 24.
// (`exec` in package.json: npm's signals and exit code are then ours, not those of a shell between us.)
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { build, compileCache, install, node24, root } from './ready.mjs'
import { main, stopIfInterrupted } from './run.mjs'

const isDev = process.argv.includes('--dev')
/** Only npm asks for the operator's settings, so that tests never read them. */
const flags = process.argv.includes('--dotenv') ? ['--env-file-if-exists=.env'] : []
/** Before it is opened again: twice as long after each time that it was killed within the last minute. */
const FIRST_PAUSE_MS = 200
/** Killed so often within a minute it would be killed again. */
const MOST_KILLS = 6
const MINUTE_MS = 60_000

let shop
/** Where it has opened. */
let port
let isStopping = false

await main(async () => {
  await install()
  if (!isDev) await build()
  stopIfInterrupted()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal))
  if (process.env.npm_lifecycle_event) closeWhenOrphaned()
  // Its own exit code, whichever signal ended it.
  process.exit(await keepOpen())
})

/**
 * Opens the shop, and opens it again when its first process is killed: that one restarts everything else, but nobody
 * could restart it.
 * @returns the shop's exit code
 */
async function keepOpen() {
  let hasOpened = false
  let kills = []
  for (;;) {
    const { code, signal, isOpen } = await openShop()
    hasOpened ||= isOpen
    // One that ends by itself means to. One that was killed and does not open again may find things better in a moment.
    const isMeant = code !== null && isOpen
    kills = [...kills, Date.now()].filter((at) => Date.now() - at < MINUTE_MS)
    if (isStopping || isMeant || !hasOpened || kills.length >= MOST_KILLS) {
      return code ?? 128 + constants.signals[signal]
    }
    complain(`The shop has ended (${signal ?? code}); it is opened again`)
    await sleep(FIRST_PAUSE_MS * 2 ** (kills.length - 1))
    if (isStopping) return code ?? 128 + constants.signals[signal]
  }
}

/** @returns how it has ended, and whether it had been open */
function openShop() {
  shop = spawn(node24, [...flags, 'server/main.ts', ...(isDev ? ['--dev'] : [])], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: isDev ? 'development' : 'production',
      NODE_COMPILE_CACHE: compileCache,
      // Opened again it stays where browsers know it.
      ...(port && { PORT: port }),
    },
    // The fourth is a line between us: the shop closes by itself when we are killed, and says where it is open.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  return new Promise((resolve) => {
    let isOpen = false
    shop.once('message', (message) => {
      isOpen = true
      port = message.port
    })
    shop.once('error', (error) => {
      console.error(`Node 24 does not start: ${error.message}`)
      resolve({ code: 1, isOpen })
    })
    shop.once('exit', (code, signal) => resolve({ code, signal, isOpen }))
  })
}

function stop(signal) {
  isStopping = true
  shop.kill(signal)
}

/** When npm itself is killed, nobody is left whose Ctrl-C would reach us. */
function closeWhenOrphaned() {
  const npm = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(watch)
    stop('SIGTERM')
  }, 200)
}

/** As the shop itself does: for people or, in production, for programs that collect logs. */
function complain(message) {
  const time = new Date().toISOString()
  console.error(isDev ? `${time} ${message}` : JSON.stringify({ time, level: 'error', message }))
}
