// One of the processes that answer on the shop's port (WEB_CONCURRENCY). It holds nothing that there must be one of, and
// hears the database's news itself; workers.ts starts it, and another when it ends.
import { loadServerBundle } from './bundle.ts'
import { openShopServer } from './shop-server.ts'
import { runWorker } from './worker-lifecycle.ts'

const code = loadServerBundle()
// Whoever waits for it hears of it.
code.catch(() => {})

runWorker(async (orders, log) => openShopServer(await code, orders, { log, isWorker: true }))
