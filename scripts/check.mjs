// npm run check: types, lint, format, unused code, unit and database tests, in less than a minute.
import { build, installThen } from './ready.mjs'
import { main } from './run.mjs'
import { conclude, prepare, runNodeTests, runStaticChecks, sum } from './steps.mjs'

await main(() =>
  installThen(async () => {
    // The static checks use one core, everything else the other and whatever is left.
    const checks = runStaticChecks()
    const built = await prepare('build', build)
    const { startTestServer } = await import('#tests/support/postgres.ts')
    const { value: server, ...started } = await prepare('test database', startTestServer)
    try {
      return conclude(sum([built, started, ...(await Promise.all([checks, runNodeTests('unit', server?.env)]))]))
    } finally {
      await server?.stop()
    }
  }),
)
