// Loaded on demand, when a shopper presses Pay Online.
import { backoffMs } from '#domain/backoff.ts'
import type { Words } from '#domain/shop/wording.ts'
import type { action as paid } from './confirm-payment.ts'
import type { action as open } from './create-payment.ts'
import { type DataOf, type OtherWay, type PayResult, paymentMessage } from './payment-message.ts'

/** `message`: shown to the shopper when no order was placed. */
export async function payOnline(
  checkout: Record<string, string>,
  words: Words,
  other: OtherWay,
): Promise<PayResult & { message?: string }> {
  const result = await pay(checkout, words)
  const message = paymentMessage(result, words, other)
  return { ...result, ...(message && { message }) }
}

/** The server creates the payment, the provider's widget charges it, the server verifies it. */
async function pay(checkout: Record<string, string>, words: Words): Promise<PayResult> {
  const opened = await post<DataOf<typeof open>>('/cart/pay', checkout)
  return opened.kind === 'pay' ? charge(opened, words) : opened
}

type Payable = Extract<DataOf<typeof open>, { kind: 'pay' }>

/** The widget charges what was opened, and the server verifies it. @param report the address that hears of the payment */
export async function charge(opened: Payable, { shop }: Words, report = '/cart/paid'): Promise<PayResult> {
  const Razorpay = await loadWidget(opened.checkoutUrl)
  if (!Razorpay) return { kind: 'no-widget' }

  // If the provider's script throws, the buttons must not stay busy.
  const outcome = await openWidget(Razorpay, opened, shop).catch(() => ({ kind: 'no-widget' as const }))
  if (outcome.kind !== 'paid') return outcome
  return confirm(report, { checkoutId: opened.checkoutId, ...outcome.proof })
}

/** The part of the provider's API that we use. */
type WidgetOptions = {
  key: string
  order_id: string
  amount: number
  currency: string
  name: string
  prefill: { name: string; email: string; contact: string }
  config: { display: { hide: { method: string; flows: string[] }[] } }
  retry: { enabled: boolean }
  modal: { ondismiss(): void }
  handler(response: { razorpay_payment_id: string; razorpay_signature: string }): void
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
      // Remove the script element, so that the next attempt loads it again.
      script.remove()
      resolve(undefined)
    }
    document.head.append(script)
  })
}

/**
 * Without the field for a UPI ID: NPCI ended the collect flow on 28 February 2026. UPI apps and the QR code stay.
 *
 * @see https://razorpay.com/docs/announcements/upi-collect-migration/standard-integration
 */
const WITHOUT_UPI_COLLECT = { display: { hide: [{ method: 'upi', flows: ['collect'] }] } }

type Outcome = { kind: 'paid'; proof: { paymentId: string; signature: string } } | { kind: 'dismissed' | 'failed' }

function openWidget(Razorpay: WidgetClass, opened: Payable, shopName: string): Promise<Outcome> {
  const { keyId, providerOrderId, amount, currency, prefill } = opened
  return new Promise((resolve) => {
    const widget = new Razorpay({
      key: keyId,
      order_id: providerOrderId,
      amount,
      currency,
      name: shopName,
      prefill,
      config: WITHOUT_UPI_COLLECT,
      // A retry must go through our button, which checks the cart again.
      retry: { enabled: false },
      modal: { ondismiss: () => resolve({ kind: 'dismissed' }) },
      handler: (response) =>
        resolve({
          kind: 'paid',
          proof: { paymentId: response.razorpay_payment_id, signature: response.razorpay_signature },
        }),
    })
    widget.on('payment.failed', () => resolve({ kind: 'failed' }))
    widget.open()
  })
}

const CONFIRMATIONS = 4
const BACKOFF = { firstMs: 1000, maxMs: 4000 }

/** The shopper has paid, so a lost or pending response is retried. */
async function confirm(report: string, proof: Record<string, string>): Promise<PayResult> {
  for (let tries = 0; tries < CONFIRMATIONS; tries += 1) {
    const result = await post<DataOf<typeof paid>>(report, proof)
    if (result.kind !== 'waiting' && result.kind !== 'unanswered') return result
    await new Promise((resolve) => setTimeout(resolve, backoffMs(tries, BACKOFF)))
  }
  return { kind: 'waiting' }
}

/** These routes have no component, so they respond with plain JSON. */
export async function post<Data>(path: string, fields: Record<string, string>): Promise<Data | { kind: 'unanswered' }> {
  try {
    const response = await fetch(path, { method: 'POST', body: new URLSearchParams(fields) })
    return await response.json()
  } catch {
    return { kind: 'unanswered' }
  }
}
