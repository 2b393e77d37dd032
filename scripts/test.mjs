// npm test: sets itself up in a fresh clone, then runs every check and every test.
// `npm run test:unit`, `test:process`, `test:browser` and `test:chaos` run one group, or the files that are named after `--`.
// Everything runs on temporary data and free ports, beside an open shop.
import { findBrowser } from './browser.mjs'
import { build, installThen } from './ready.mjs'
import { main } from './run.mjs'
import { conclude, prepare, runBrowserTests, runChecks, runNodeTests, sum } from './steps.mjs'

const [group, ...files] = process.argv.slice(2)

await main(async () => {
  const { value: code, failed } = await prepare('installation', () => installThen(test))
  return failed ? conclude({ passed: 0, failed }) : code
})

async function test() {
  const needsBrowser = group === undefined || group === 'browser'
  const built = await prepare('build', build)
  const { value: chromePath, ...browser } = needsBrowser ? await prepare('browser', findBrowser) : sum([])
  const { startTestServer } = await import('#tests/support/postgres.ts')
  const { value: server, ...started } = await prepare('test database', startTestServer)
  const ready = [built, browser, started]
  const browse = () =>
    sum(ready).failed === 0 ? runBrowserTests(server?.env, chromePath, files) : { passed: 0, failed: 1 }
  try {
    if (group === 'browser') ready.push(await browse())
    else if (group) ready.push(await runNodeTests(group, server?.env, files))
    else ready.push(...(await Promise.all([checkAll(server?.env), browse()])))
  } finally {
    await server?.stop()
  }
  return conclude(sum(ready))
}

/** The browser's tests run beside the others, since all of them wait now and then, and a core is idle meanwhile. */
async function checkAll(testEnv) {
  return sum([await runChecks(testEnv), await runNodeTests('process', testEnv)])
}
