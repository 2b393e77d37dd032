// npm test: does its own set-up in a fresh clone, then every check and the journeys in a browser.
// Everything runs on temporary data and free ports, beside an open shop.
import { findBrowser } from './browser.mjs'
import { build, installThen } from './ready.mjs'
import { main } from './run.mjs'
import { conclude, prepare, runBrowser, runChecks, sum, tortureShortly } from './steps.mjs'

await main(async () => {
  const { value: code, failed } = await prepare('installation', () => installThen(test))
  return failed ? conclude({ passed: 0, failed }) : code
})

async function test() {
  const built = await prepare('build', build)
  const { value: chromePath, ...browser } = await prepare('browser', findBrowser)
  const { startTestServer } = await import('#tests/support/postgres.ts')
  const { value: server, ...started } = await prepare('test database', startTestServer)
  try {
    const checks = await runChecks(server?.env, built.failed ? [] : [tortureShortly])
    const canBrowse = sum([built, browser, started]).failed === 0
    const journeys = canBrowse ? await runBrowser(server?.env, chromePath) : { passed: 0, failed: 1 }
    // The line below is the last, so everything is closed before it.
    await server?.stop()
    return conclude(sum([built, browser, started, checks, journeys]))
  } catch (error) {
    await server?.stop()
    throw error
  }
}
