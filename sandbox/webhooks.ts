import type { Store } from './store.ts'

export type Message = { id: string; event: string; body: string; attempts: number; dueAt: number }

/** As Razorpay does it: it waits five seconds for a response, and retries for a day. */
const TIMEOUT_MS = 5000
const RETRY_MS = [1000, 5000, 20_000, 60_000, 300_000, 1_800_000, 3_600_000]
const ATTEMPTS = 30

type Options<Signature> = {
  /** Without it, webhooks are only stored, and tests deliver them. */
  url: string | undefined
  /** In the store. */
  kind: string
  sign: (webhook: Pick<Message, 'id' | 'body'>) => Signature
}

/** Sends webhooks to the shop, and retries each until the shop acknowledges it. */
export function openWebhooks<Signature extends Record<string, string>>(
  store: Store,
  { url, kind, sign }: Options<Signature>,
) {
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let isSending = false

  function add(webhook: Pick<Message, 'id' | 'event'>, content: object, inMs = 0): void {
    const message = { ...webhook, body: JSON.stringify(content), attempts: 0, dueAt: Date.now() + inMs }
    store.put(kind, webhook.id, message satisfies Message)
    schedule(inMs)
  }

  function schedule(delayMs: number): void {
    if (isClosed || url === undefined) return
    clearTimeout(timer)
    // One that is already waiting may be due earlier.
    const next = Math.min(Date.now() + delayMs, ...list().map(({ dueAt }) => dueAt))
    timer = setTimeout(sendDue, Math.max(0, next - Date.now()))
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
      store.remove(kind, message.id)
    } else {
      const delayMs = RETRY_MS[Math.min(message.attempts, RETRY_MS.length - 1)] ?? 0
      store.put(kind, message.id, { ...message, attempts, dueAt: Date.now() + delayMs })
    }
  }

  async function post(message: Message): Promise<boolean> {
    const { body, headers } = signed(message)
    const response = await fetch(url ?? '', { method: 'POST', body, headers, signal: AbortSignal.timeout(TIMEOUT_MS) })
    await response.arrayBuffer()
    return response.ok
  }

  function list(): Message[] {
    return store.list<Message>(kind).reverse()
  }

  function signed(message: Message) {
    return { body: message.body, headers: { 'content-type': 'application/json', ...sign(message) } }
  }

  // Webhooks left over from before a restart.
  schedule(0)

  return {
    add,
    /** Not acknowledged yet, oldest first. */
    list,
    signed,
    acknowledge: (id: string) => store.remove(kind, id),
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
