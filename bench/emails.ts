import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { writePlainEmail } from '#domain/messages/message.ts'
import { readConfig } from '#server/config.ts'
import { runJobs } from '#server/jobs.ts'
import { queueMessage } from '#server/messages/queries.ts'
import { silentLog } from '#server/observability/log.ts'
import { saveSettings } from '#server/settings/settings.ts'
import { openShop } from '#server/shop.ts'
import { listenForSmtp } from '#tests/support/emails/smtp-service.ts'
import { openDatabase, startTestServer } from '#tests/support/postgres.ts'
import type { Metric } from './metric.ts'

const EMAILS = 300
/** How long the mail server thinks about each answer, with the way there and back. */
const ANSWER_MS = 25

/** Queued emails that one process sends through SMTP, by its jobs. */
export async function measure(): Promise<Metric[]> {
  const postgres = await startTestServer()
  Object.assign(process.env, postgres.env)
  const database = await openDatabase()
  let taken = 0
  const later = (reply: (error?: null) => void) => void sleep(ANSWER_MS).then(() => reply(null))
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onMailFrom: (_address, _session, reply) => later(reply),
    onRcptTo: (_address, _session, reply) => later(reply),
    onData(stream, _session, reply) {
      stream.resume().once('end', () => {
        taken += 1
        later(reply)
      })
    },
  })
  const config = readConfig({
    SMTP_URL: `smtp://127.0.0.1:${await listenForSmtp(server)}`,
    SHOP_SECRET: 'x'.repeat(40),
  })
  const owner = { userId: 'boss', name: 'Boss', email: 'boss@example.com', role: 'admin' as const }
  await database.db.transaction((tx) => saveSettings(tx, owner, { emailThrough: 'smtp' }))
  const shop = await openShop(config, database.url, silentLog)
  for (let n = 0; n < EMAILS; n += 1)
    await shop.db.transaction(async (tx) => {
      const params = writePlainEmail({ name: 'Meera', email: `meera${n}@gamla.example` }, 'Thank you for your message.')
      await queueMessage(tx, { template: 'message-reply', subject: `reply ${n}`, params })
    })
  const began = performance.now()
  const jobs = runJobs(shop)
  while (taken < EMAILS) await sleep(20)
  const perMinute = (EMAILS / (performance.now() - began)) * 60_000
  await jobs.close()
  await shop.close()
  server.close()
  await database.close()
  await postgres.stop()
  return [
    {
      work: `emails through SMTP, of a server that takes ${ANSWER_MS} ms for each answer`,
      ours: `${Math.round(perMinute)} a minute`,
      wanted: 'at least 300 a minute',
      good: perMinute >= 300,
    },
  ]
}
