import { Hono } from 'hono'

export type RazorpayOptions = { keyId: string; keySecret: string; webhookSecrets: string[] }

export function openRazorpay(_options: RazorpayOptions) {
  const app = new Hono()
  return { app }
}
