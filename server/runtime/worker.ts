// One of the processes that answer on the shop's port (WEB_CONCURRENCY). It holds nothing that there must be one of, and
// hears the database's news itself; workers.ts starts it, and another when it ends.
import { readBuild } from './bundle.ts'
import { openServed } from './serving.ts'
import { runWorker } from './worker-process.ts'

const code = readBuild()
// Whoever waits for it hears of it.
code.catch(() => {})

runWorker(async (orders, log) => openServed(await code, orders, { log, isWorker: true }))
