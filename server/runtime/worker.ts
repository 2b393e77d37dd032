// The entry point of a worker process (WEB_CONCURRENCY). primary.ts starts it and replaces it when it ends.
import { loadServerBundle } from './bundle.ts'
import { openShopServer } from './shop-server.ts'
import { runWorker } from './worker-lifecycle.ts'

const code = loadServerBundle()
// Reported when the bundle is awaited.
code.catch(() => {})

runWorker(async (config, log) => openShopServer(await code, config, { log, isWorker: true }))
