// npm test: sets itself up in a fresh clone, then runs every check and every test.
// `npm run test:unit`, `test:process`, `test:browser` and `test:chaos` run one group, or the files that are named after `--`.
// Everything runs on temporary data and free ports, beside an open shop.
import { findBrowser } from './browser.mjs'
import { build, installThen } from './ready.mjs'
import { main } from './run.mjs'
import { conclude, prepare, runBrowserTests, runNodeTests, runStaticChecks, sum } from './steps.mjs'

const [group, ...files] = process.argv.slice(2)

await main(async () => {
  const { value: code, failed } = await prepare('installation', () => installThen(test))
  return failed ? conclude({ passed: 0, failed }) : code
})

async function test() {
  // The static checks need no build, so they use the core that it leaves idle.
  const checks = group === undefined ? runStaticChecks() : sum([])
  const { ready, server, chromePath } = await getReady()
  const browse = () =>
    sum(ready).failed === 0 ? runBrowserTests(server?.env, chromePath, files) : { passed: 0, failed: 1 }
  try {
    if (group === 'browser') ready.push(await browse())
    else if (group) ready.push(await runNodeTests(group, server?.env, files))
    else ready.push(...(await Promise.all([checks, runEverything(server?.env, browse)])))
  } finally {
    await server?.stop()
  }
  return conclude(sum(ready))
}

async function getReady() {
  const needsBrowser = group === undefined || group === 'browser'
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
  const both = [runNodeTests('process', testEnv), browse()]
  await Promise.race(both)
  return sum(await Promise.all([...both, runNodeTests('unit', testEnv)]))
}
