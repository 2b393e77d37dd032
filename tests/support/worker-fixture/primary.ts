// Starts workers as the shop's primary does, without a database.
import { join } from 'node:path'
import { readConfig } from '#server/config.ts'
import { createLog } from '#server/observability/log.ts'
import { startWorkers } from '#server/runtime/primary.ts'

const config = readConfig(process.env)
const log = createLog()
const workers = await startWorkers({ ...config, log, script: join(import.meta.dirname, 'worker.ts') })
process.on('SIGTERM', async () => {
  await workers.close(1000)
  process.exit(0)
})
await workers.open({ config: { ...config, port: workers.port }, databaseUrl: '', sandbox: undefined, isDemo: false })
log.info(`Gamla is open at ${workers.url}`)
