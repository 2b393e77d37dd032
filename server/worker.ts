// One of several processes that answer on one port (WEB_CONCURRENCY). It holds nothing that there must be one of, hears
// the database's news itself, and obeys the process that started it, see workers.ts.
import type { Socket } from 'node:net'
import { readBuild } from './build.ts'
import { correspond } from './correspondence.ts'
import { createReception } from './listen.ts'
import { createLog } from './log.ts'
import { isAlwaysHttps } from './origin.ts'
import type { Shop } from './shop.ts'
import type { Orders } from './workers.ts'

type Message = { connection: number } | { orders: Orders } | { close: number } | Record<string, unknown>

const log = createLog()
const reception = createReception()
// Nothing listens here, but what watches over slow senders waits for this.
reception.http.emit('listening')
const code = readBuild()
let opening: Promise<Shop> | undefined

// Ctrl-C reaches every process of the terminal's group; the one that started us says when to close.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
process.on('disconnect', () => process.exit(1))
process.on('uncaughtException', (error) => {
  log.error('An unexpected error ends a worker', error)
  process.exit(1)
})
process.on('message', async (message: Message, socket?: Socket) => {
  if ('connection' in message) {
    reception.http.emit('connection', socket)
    process.send?.({ taken: message.connection })
  } else if ('orders' in message) opening = open(message.orders as Orders)
  else if ('close' in message) await close(Number(message.close))
})

async function open({ config, databaseUrl, sandbox }: Orders): Promise<Shop> {
  if (config.isProduction) log.speakJson()
  const { createListener, openShop } = await code
  const primary = correspond(process, { metrics: () => shop.metrics.read() })
  const shop = await openShop(config, databaseUrl, log, primary)
  reception.open(createListener(shop, sandbox), isAlwaysHttps(config))
  process.send?.('ready')
  return shop
}

async function close(patienceMs: number): Promise<void> {
  const drained = reception.close(patienceMs, Promise.resolve())
  const shop = await opening
  // Live lines never end by themselves.
  await shop?.live.close()
  await drained
  await shop?.close()
  process.exit(0)
}
