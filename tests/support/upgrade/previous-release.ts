import type pg from 'pg'
import { ALL_JOBS } from '#tests/support/jobs.ts'
import { fillTables } from './fill-tables.ts'

/** The time of 0015_trade, the last migration of the previous release. */
export const PREVIOUS_RELEASE = 1795326000000

/** The jobs that wait in a shop of the previous release. */
const OLD_JOBS = [
  ['refund', '{"paymentId": "pay_3"}', 'refund:pay_3'],
  ['look-at-payment', '{"paymentId": "pay_1"}', 'look-at:pay_1'],
  ['look-at-refund', '{"refundId": "rfnd_1"}', 'look-at:rfnd_1'],
  ['find-refund', '{"paymentId": "pay_3"}', 'find-refund:pay_3'],
  ['order-letter', '{"orderId": 1001}', 'order-letter:1001', 'letters'],
  ['status-letter', '{"orderId": 1002, "what": "delivered"}', null, 'letters'],
  ['refund-letter', '{"paymentId": "pay_3", "what": "promised"}', 'refund-promised-letter:pay_3', 'letters'],
  ['refund-letter', '{"paymentId": "pay_1", "what": "processed"}', 'refunded-letter:pay_1', 'letters'],
  ['refund-letter', '{"paymentId": "pay_2", "what": "lapsed"}', 'lapsed-letter:pay_2', 'letters'],
  [
    'login-letter',
    '{"uid": "u1", "failures": 30, "networks": 9, "time": "2026-03-02T00:00:00.000Z"}',
    'login-letter:u1:2026-03-02',
    'letters',
  ],
  ['letter', '{"letterId": 4}', 'letter:4', 'letters'],
  ['tidy', '{}', null],
  ['reconcile', '{"every": true}', 'first-round', 'rounds'],
]

/** The same after the upgrade. */
export const NEW_JOBS = [
  ['delete-expired-limits', {}, null, null],
  ['find-external-refund', { paymentId: 'pay_3' }, 'find-external-refund:pay_3', null],
  ['reconcile', { every: true }, 'first-reconcile', 'reconcile'],
  ['request-refund', { paymentId: 'pay_3' }, 'refund:pay_3', null],
  ['resend-email', { emailId: 4 }, 'resend-email:4', 'emails'],
  [
    'send-login-email',
    { uid: 'u1', failures: 30, networks: 9, time: '2026-03-02T00:00:00.000Z' },
    'login-email:u1:2026-03-02',
    'emails',
  ],
  ['send-order-email', { orderId: 1001 }, 'order-email:1001', 'emails'],
  [
    'send-refund-email',
    { paymentId: 'pay_2', template: 'authorization-expired' },
    'authorization-expired-email:pay_2',
    'emails',
  ],
  ['send-refund-email', { paymentId: 'pay_1', template: 'refund-processed' }, 'refund-processed-email:pay_1', 'emails'],
  ['send-refund-email', { paymentId: 'pay_3', template: 'refund-requested' }, 'refund-requested-email:pay_3', 'emails'],
  ['send-status-email', { orderId: 1002, template: 'delivered' }, null, 'emails'],
  ['sync-payment', { paymentId: 'pay_1' }, 'sync:pay_1', null],
  ['sync-refund', { refundId: 'rfnd_1' }, 'sync:rfnd_1', null],
]

/** A database of the previous release, with emails in every state and all jobs waiting. */
export async function fillPreviousRelease(client: pg.Client): Promise<void> {
  await fillTables(client)
  await client.query(
    `insert into letters (id, occasion, subject, params, state, tries, problem) values
     (4, 'delivered', 'order 1003', '{"email": "meera@gamla.example"}', 'promised', 0, null),
     (5, 'delivered', 'order 1004', '{"email": "meera@gamla.example"}', 'held', 0, 'Daily limit')`,
  )
  await client.query("select setval('letters_id_seq', 5)")
  for (const [task, payload, key, queue = null] of OLD_JOBS)
    await client.query('select graphile_worker.add_job($1, $2::json, queue_name => $3, job_key => $4)', [
      task,
      payload,
      queue,
      key,
    ])
}

const JOBS = `select task_identifier, payload, key, queue_name from ${ALL_JOBS} as job order by 1, 3`

export async function listJobs(client: pg.Client): Promise<unknown[][]> {
  return (await client.query({ text: JOBS, rowMode: 'array' })).rows
}
