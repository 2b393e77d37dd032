import { Hono } from 'hono'
import { openRazorpay, type RazorpayOptions } from './razorpay.ts'

export type SandboxOptions = {
  /** Where it keeps what it was told; undefined: in memory. */
  dataDir?: string
  /** Where the shop is, for whom it stands in. */
  shopUrl: string
  /** Each only when nobody has named the real service. */
  razorpay?: RazorpayOptions
}

/** Everything under `/sandbox/`. */
export function openSandbox(options: SandboxOptions) {
  const app = new Hono().basePath('/sandbox')
  if (options.razorpay) app.route('/razorpay', openRazorpay(options.razorpay).app)
  return { app }
}
