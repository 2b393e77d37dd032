// The entry point of a worker process (WEB_CONCURRENCY). primary.ts starts it and replaces it when it ends.
import { existsSync } from 'node:fs'
import { ConfigError } from '#server/config.ts'
import { openShopServer } from './shop-server.ts'
import { runWorker } from './worker-lifecycle.ts'

const code = loadServerBundle()
// Reported when the bundle is awaited.
code.catch(() => {})

runWorker(async (config, log) => openShopServer(await code, config, { log, isWorker: true }))

/**
 * The built server as one file, which loads five times faster than a thousand. Importing its modules one by one as well
 * would create second copies, whose contexts the pages do not share.
 */
async function loadServerBundle(): Promise<typeof import('#server/app.ts')> {
  const file = new URL('../../build/server/index.js', import.meta.url)
  if (existsSync(file)) return import(file.href)
  throw new ConfigError('The pages are not built yet. Run npm start, which builds them')
}
