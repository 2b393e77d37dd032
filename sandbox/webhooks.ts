import { createHmac } from 'node:crypto'
import { type Notify, newId } from './provider-state.ts'
import type { Store } from './store.ts'

export type Message = { id: string; event: string; body: string; attempts: number; dueAt: number }

/** The provider waits five seconds for an answer, and tries again for a day. */
const ANSWER_MS = 5000
const PAUSES_MS = [1000, 5000, 20_000, 60_000, 300_000, 1_800_000, 3_600_000]
const ATTEMPTS = 30

/**
 * Tells the shop what happens, as often as it takes until the shop says that it has heard.
 *
 * @param url undefined: messages are only written down, and a test delivers them as it likes
 */
export function openWebhooks(store: Store, { url, secret }: { url: string | undefined; secret: string }) {
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let isSending = false

  const tell: Notify = (event, told) => {
    const { created_at } = told.refund ?? told.payment ?? told.order ?? { created_at: 0 }
    const payload = Object.fromEntries(Object.entries(told).map(([name, entity]) => [name, { entity }]))
    const body = JSON.stringify({
      entity: 'event',
      account_id: 'acc_sandbox',
      event,
      contains: Object.keys(told),
      payload,
      created_at,
    })
    const id = newId('evt')
    store.put('message', id, { id, event, body, attempts: 0, dueAt: Date.now() } satisfies Message)
    schedule(0)
  }

  function schedule(pause: number): void {
    if (isClosed || url === undefined) return
    clearTimeout(timer)
    timer = setTimeout(sendDue, pause)
    timer.unref()
  }

  async function sendDue(): Promise<void> {
    if (isSending) return
    isSending = true
    // Oldest first, as far as any order can be relied on.
    const due = list().filter(({ dueAt }) => dueAt <= Date.now())
    for (const message of due) if (!isClosed) await send(message)
    isSending = false
    if (isClosed) return
    const next = Math.min(...list().map(({ dueAt }) => dueAt))
    if (Number.isFinite(next)) schedule(Math.max(0, next - Date.now()))
  }

  async function send(message: Message): Promise<void> {
    const isHeard = await post(message).catch(() => false)
    if (isClosed) return
    const attempts = message.attempts + 1
    if (isHeard || attempts >= ATTEMPTS) {
      store.remove('message', message.id)
    } else {
      const pause = PAUSES_MS[Math.min(message.attempts, PAUSES_MS.length - 1)] ?? 0
      store.put('message', message.id, { ...message, attempts, dueAt: Date.now() + pause })
    }
  }

  async function post(message: Message): Promise<boolean> {
    const { body, headers } = signed(message)
    const answer = await fetch(url ?? '', { method: 'POST', body, headers, signal: AbortSignal.timeout(ANSWER_MS) })
    await answer.arrayBuffer()
    return answer.ok
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

  // What an earlier life has not got rid of.
  schedule(0)

  return {
    tell,
    /** What the shop has not heard yet. */
    list,
    signed,
    heard: (id: string) => store.remove('message', id),
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
