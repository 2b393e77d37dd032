// Loaded when somebody presses Pay Online, and not before.
import type { action as paid } from './confirm-payment.ts'
import type { action as open } from './create-payment.ts'
import { paymentMessage } from './payment-message.ts'

type AnswerOf<Action> = Action extends (...args: never[]) => Promise<infer Answer>
  ? Answer extends { data: infer Data }
    ? Data
    : never
  : never

export type PayAnswer =
  | Exclude<AnswerOf<typeof open>, { kind: 'pay' }>
  | AnswerOf<typeof paid>
  | { kind: 'dismissed' | 'failed' | 'unanswered' | 'no-widget' }

/** `sentence`: what to tell the shopper, where it has not led to an order. */
export async function payOnline(checkout: Record<string, string>): Promise<PayAnswer & { message?: string }> {
  const answer = await pay(checkout)
  const message = paymentMessage(answer)
  return { ...answer, ...(message && { message }) }
}

/** From the press to the order: the shop prepares it, the provider's widget takes the money, the shop proves it. */
async function pay(checkout: Record<string, string>): Promise<PayAnswer> {
  const opened = await post<AnswerOf<typeof open>>('/cart/pay', checkout)
  if (opened.kind !== 'pay') return opened
  const Razorpay = await loadWidget(opened.checkoutUrl)
  if (!Razorpay) return { kind: 'no-widget' }

  // What the provider's script throws must not leave our buttons waiting for ever.
  const outcome = await askForMoney(Razorpay, opened).catch(() => ({ kind: 'no-widget' as const }))
  if (outcome.kind !== 'paid') return outcome
  return report({ checkoutId: opened.checkoutId, ...outcome.proof })
}

/** Their script's own types, as far as they concern us. */
type WidgetOptions = {
  key: string
  order_id: string
  amount: number
  currency: string
  name: string
  prefill: { name: string; email: string; contact: string }
  retry: { enabled: boolean }
  modal: { ondismiss(): void }
  handler(answer: { razorpay_payment_id: string; razorpay_signature: string }): void
}
type Widget = { open(): void; on(event: 'payment.failed', listener: () => void): void }
type WidgetClass = new (options: WidgetOptions) => Widget

function loadWidget(url: string): Promise<WidgetClass | undefined> {
  const page = window as Window & { Razorpay?: WidgetClass }
  return new Promise((resolve) => {
    if (page.Razorpay) return resolve(page.Razorpay)
    const script = document.createElement('script')
    script.src = url
    script.onload = () => resolve(page.Razorpay)
    script.onerror = () => {
      // The next press tries again.
      script.remove()
      resolve(undefined)
    }
    document.head.append(script)
  })
}

type Outcome = { kind: 'paid'; proof: { paymentId: string; signature: string } } | { kind: 'dismissed' | 'failed' }

function askForMoney(Razorpay: WidgetClass, opened: Extract<AnswerOf<typeof open>, { kind: 'pay' }>): Promise<Outcome> {
  const { keyId, providerOrderId, amount, currency, prefill } = opened
  return new Promise((resolve) => {
    const widget = new Razorpay({
      key: keyId,
      order_id: providerOrderId,
      amount,
      currency,
      name: 'Gamla',
      prefill,
      // A second try begins with our button, and a fresh look at the cart.
      retry: { enabled: false },
      modal: { ondismiss: () => resolve({ kind: 'dismissed' }) },
      handler: (answer) =>
        resolve({
          kind: 'paid',
          proof: { paymentId: answer.razorpay_payment_id, signature: answer.razorpay_signature },
        }),
    })
    widget.on('payment.failed', () => resolve({ kind: 'failed' }))
    widget.open()
  })
}

const PAUSES_MS = [1000, 2000, 3000, 4000]

/** The money has gone, so an answer that gets lost or says "not yet" is asked for again. */
async function report(proof: Record<string, string>): Promise<PayAnswer> {
  for (const pause of PAUSES_MS) {
    const answer = await post<AnswerOf<typeof paid>>('/cart/paid', proof)
    if (answer.kind !== 'waiting' && answer.kind !== 'unanswered') return answer
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  return { kind: 'waiting' }
}

/** These two routes have no page, so what they answer is plain JSON. */
async function post<Answer>(path: string, fields: Record<string, string>): Promise<Answer | { kind: 'unanswered' }> {
  try {
    const answer = await fetch(path, { method: 'POST', body: new URLSearchParams(fields) })
    return await answer.json()
  } catch {
    return { kind: 'unanswered' }
  }
}
