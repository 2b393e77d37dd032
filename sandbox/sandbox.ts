import { join } from 'node:path'
import { Hono } from 'hono'
import { openRazorpay, type RazorpayOptions } from './razorpay.ts'
import { openStore } from './store.ts'

export type SandboxOptions = {
  /** Where it keeps what it was told. */
  dataDir: string
  /** Where the shop is, for whom it stands in. */
  shopUrl: string
  /** Each only when nobody has named the real service. */
  razorpay?: RazorpayOptions
}

/** Long enough to see a refund under way. */
const REFUND_MS = 3000

/** Everything under `/sandbox/`. */
export function openSandbox({ dataDir, shopUrl, razorpay }: SandboxOptions): Hono {
  const store = openStore(join(dataDir, 'sandbox.sqlite'))
  const app = new Hono().basePath('/sandbox')
  if (razorpay) {
    const webhookUrl = `${shopUrl}/webhooks/razorpay`
    app.route('/razorpay', openRazorpay(razorpay, { store, webhookUrl, refundMs: REFUND_MS }).app)
  }
  return app
}
