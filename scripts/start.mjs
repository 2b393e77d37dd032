// npm start: installs and builds what is missing, then opens the shop on Node 24.
// (`exec` in package.json: npm's signals and exit code are then ours, not those of a shell between us.)
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { build, compileCache, install, node24, root } from './ready.mjs'
import { main, stopIfInterrupted } from './run.mjs'

const isDev = process.argv.includes('--dev')

await main(async () => {
  await install()
  if (!isDev) await build()
  stopIfInterrupted()
  // Its own exit code, whichever signal ended it.
  process.exit(await openShop())
})

/** @returns the shop's exit code */
function openShop() {
  const shop = spawn(node24, ['server/main.ts', ...(isDev ? ['--dev'] : [])], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: isDev ? 'development' : 'production',
      NODE_COMPILE_CACHE: compileCache,
    },
    // The fourth is a line between us: the shop closes by itself when we are killed.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => shop.kill(signal))
  if (process.env.npm_lifecycle_event) closeWhenOrphaned(shop)

  return new Promise((resolve) => {
    shop.once('error', (error) => {
      console.error(`Node 24 does not start: ${error.message}`)
      resolve(1)
    })
    shop.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
  })
}

/** When npm itself is killed, nobody is left whose Ctrl-C would reach us. */
function closeWhenOrphaned(shop) {
  const npm = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(watch)
    shop.kill('SIGTERM')
  }, 200)
}
