import { createHmac } from 'node:crypto'
import { type Notify, newId } from './provider-state.ts'
import type { Store } from './store.ts'

export type Message = { id: string; event: string; body: string; attempts: number; dueAt: number }

/** Razorpay waits five seconds for a response, and retries for a day. */
const TIMEOUT_MS = 5000
const RETRY_MS = [1000, 5000, 20_000, 60_000, 300_000, 1_800_000, 3_600_000]
const ATTEMPTS = 30

/**
 * Sends webhooks to the shop, and retries each until the shop acknowledges it.
 *
 * @param url without it, webhooks are only stored, and tests deliver them
 */
export function openWebhooks(store: Store, { url, secret }: { url: string | undefined; secret: string }) {
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let isSending = false

  const notify: Notify = (event, entities) => {
    const { created_at } = entities.refund ?? entities.payment ?? entities.order ?? { created_at: 0 }
    const payload = Object.fromEntries(Object.entries(entities).map(([name, entity]) => [name, { entity }]))
    const body = JSON.stringify({
      entity: 'event',
      account_id: 'acc_sandbox',
      event,
      contains: Object.keys(entities),
      payload,
      created_at,
    })
    const id = newId('evt')
    store.put('message', id, { id, event, body, attempts: 0, dueAt: Date.now() } satisfies Message)
    schedule(0)
  }

  function schedule(delayMs: number): void {
    if (isClosed || url === undefined) return
    clearTimeout(timer)
    timer = setTimeout(sendDue, delayMs)
    timer.unref()
  }

  async function sendDue(): Promise<void> {
    if (isSending) return
    isSending = true
    // Oldest first; the shop must not rely on the order.
    const due = list().filter(({ dueAt }) => dueAt <= Date.now())
    for (const message of due) if (!isClosed) await send(message)
    isSending = false
    if (isClosed) return
    const next = Math.min(...list().map(({ dueAt }) => dueAt))
    if (Number.isFinite(next)) schedule(Math.max(0, next - Date.now()))
  }

  async function send(message: Message): Promise<void> {
    const isAcknowledged = await post(message).catch(() => false)
    if (isClosed) return
    const attempts = message.attempts + 1
    if (isAcknowledged || attempts >= ATTEMPTS) {
      store.remove('message', message.id)
    } else {
      const delayMs = RETRY_MS[Math.min(message.attempts, RETRY_MS.length - 1)] ?? 0
      store.put('message', message.id, { ...message, attempts, dueAt: Date.now() + delayMs })
    }
  }

  async function post(message: Message): Promise<boolean> {
    const { body, headers } = signed(message)
    const response = await fetch(url ?? '', { method: 'POST', body, headers, signal: AbortSignal.timeout(TIMEOUT_MS) })
    await response.arrayBuffer()
    return response.ok
  }

  function list(): Message[] {
    return store.list<Message>('message').reverse()
  }

  function signed({ id, body }: Message) {
    const signature = createHmac('sha256', secret).update(body).digest('hex')
    const headers = {
      'content-type': 'application/json',
      'x-razorpay-signature': signature,
      'x-razorpay-event-id': id,
    }
    return { body, headers }
  }

  // Webhooks left over from before a restart.
  schedule(0)

  return {
    notify,
    /** Not acknowledged yet, oldest first. */
    list,
    signed,
    acknowledge: (id: string) => store.remove('message', id),
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
