// npm test: sets itself up in a fresh clone, then runs every check and the tests that a change can break soonest.
// `npm run test:all` adds the slow ones and the rest of the browser's; `test:unit`, `test:process`, `test:browser` and
// `test:chaos` run one group whole, or the files that are named after `--`.
// Everything runs on temporary data and free ports, beside an open shop.
import { findBrowser } from './browser.mjs'
import { build, installThen } from './ready.mjs'
import { main } from './run.mjs'
import { conclude, prepare, runBrowserTests, runNodeTests, runStaticChecks, sum } from './steps.mjs'

const [group = 'short', ...files] = process.argv.slice(2)
const hasAllGroups = group === 'short' || group === 'all'
const isShort = group === 'short'

await main(async () => {
  const { value: code, failed } = await prepare('installation', () => installThen(test))
  return failed ? conclude({ passed: 0, failed }) : code
})

async function test() {
  // The static checks need no build, so they use the core that it leaves idle.
  const checks = hasAllGroups ? runStaticChecks() : sum([])
  const { ready, server, chromePath } = await getReady()
  const browse = () =>
    sum(ready).failed === 0
      ? runBrowserTests(server?.env, chromePath, { args: files, isShort })
      : { passed: 0, failed: 1 }
  try {
    if (hasAllGroups) ready.push(...(await Promise.all([checks, runEverything(server?.env, browse)])))
    else if (group === 'browser') ready.push(await browse())
    else ready.push(await runNodeTests(group, server?.env, { files }))
  } finally {
    await server?.stop()
  }
  return conclude(sum(ready))
}

async function getReady() {
  const needsBrowser = hasAllGroups || group === 'browser'
  const [built, { value: chromePath, ...browser }, { value: server, ...started }] = await Promise.all([
    prepare('build', build),
    needsBrowser ? prepare('browser', findBrowser) : sum([]),
    prepare('test database', async () => {
      await import('#tests/support/fast-drizzle.ts')
      return (await import('#tests/support/postgres.ts')).startTestServer()
    }),
  ])
  return { ready: [built, browser, started], server, chromePath }
}

/**
 * Process tests run beside the browser's, since both wait now and then, and a core is idle meanwhile. Unit tests wait least,
 * so they take the place of whichever ends first.
 */
async function runEverything(testEnv, browse) {
  const both = [runNodeTests('process', testEnv, { isShort }), browse()]
  await Promise.race(both)
  return sum(await Promise.all([...both, runNodeTests('unit', testEnv, { isShort })]))
}
