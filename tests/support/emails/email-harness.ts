import assert from 'node:assert/strict'
import { type Email, openEmailjs as openStandIn } from '#sandbox/emailjs.ts'
import { openInbox } from '#sandbox/pages.ts'
import { JOBS, type JobName, READABLE_JOBS } from '#server/db/enqueue.ts'
import { tasks } from '#server/jobs.ts'
import { relayBatch } from '#server/live/outbox-relay.ts'
import { createTrackingLinks } from '#server/orders/tracking-link.ts'
import { openEmailjs } from '#server/providers/emailjs.ts'
import type { Shop } from '#server/shop.ts'
import { fetchFrom } from '#tests/support/fetch-from.ts'
import { REMOVE_JOBS } from '#tests/support/jobs.ts'
import { openDatabase } from '#tests/support/postgres.ts'
import { settingsOf, textsOf } from '#tests/support/settings.ts'

export const emailKeys = { serviceId: 'service_1', templateId: 'template_1', userId: 'public', accessToken: 'private' }
/** Injects faults into the email service. */
export const SEND = /^POST .*\/email\/send$/

const URL = 'http://emails.invalid'
const trackingLinks = createTrackingLinks('the secret of a shop for tests')

export type EmailHarness = Awaited<ReturnType<typeof openEmailHarness>>

/** A shop's emails on a real database; they are sent only when a test says so. */
export async function openEmailHarness() {
  const { pool, db, close } = await openDatabase()
  const said: string[] = []
  let service = openStandIn(emailKeys)

  /** A second process of the shop. */
  function shopWith({ intervalMs = 0, rateLimitFactor = 100 } = {}): Shop {
    const httpFetch: typeof fetch = (input, init) => fetchFrom(service.app, String(input).replace(URL, ''), init)
    const emails = openEmailjs({ ...emailKeys, url: URL }, { httpFetch, paceMs: intervalMs, timeoutMs: 100 })
    const log = { info() {}, error: (line: string) => said.push(line) }
    const config = { rateLimitFactor }
    const now = () => new Date()
    return {
      db,
      settings: settingsOf(db),
      texts: textsOf(db),
      emails,
      log,
      trackingLinks,
      config,
      now,
    } as unknown as Shop
  }
  const shop = shopWith()

  async function sql<Row>(text: string): Promise<Row[]> {
    return (await pool.query(text)).rows as Row[]
  }

  /** Jobs of orders wait in the outbox until a relay takes them. */
  async function relay(): Promise<void> {
    const client = await pool.connect()
    await relayBatch(client).finally(() => client.release())
  }

  return {
    db,
    shop,
    shopWith,
    sql,
    relay,
    said,
    get service() {
      return service
    },
    inbox: (emails?: Email[]) => openInbox(emails ? () => emails : service.emails).request('/'),

    /** Runs each queued email job once, as if it were due; one that throws stays queued. */
    async doJobs(): Promise<void> {
      await relay()
      const due = await sql<{ id: string; task: JobName; payload: never }>(
        `select id, task_identifier as task, payload from ${READABLE_JOBS} as job order by id`,
      )
      for (const { id, task, payload } of due.filter((job) =>
        JOBS[job.task].needs.some((service) => service === 'emails'),
      )) {
        try {
          await tasks[task](shop, payload)
          await sql(`select graphile_worker.complete_jobs(array[${id}]::bigint[])`)
        } catch (error) {
          assert.match(String(error), /The email service/)
        }
      }
    },

    /** Deletes all emails and their jobs. */
    async forget({ servicePaceMs = 0 } = {}): Promise<void> {
      service = openStandIn(emailKeys, { intervalMs: servicePaceMs })
      said.length = 0
      await sql('delete from outbox')
      await sql(REMOVE_JOBS)
      await sql('delete from sent_messages')
    },

    close,
  }
}
