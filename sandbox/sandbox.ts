import { join } from 'node:path'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { type EmailjsOptions, openEmailjs } from './emailjs.ts'
import { openDisputesPage, openInbox, openParcelsPage } from './pages.ts'
import { openRazorpay, type RazorpayOptions } from './razorpay.ts'
import { logError } from './requests.ts'
import { openShiprocket, type ShiprocketOptions } from './shiprocket.ts'
import { openSmtp, type SmtpOptions } from './smtp.ts'
import { openStore } from './store.ts'
import { openWeb3forms, type Web3formsOptions } from './web3forms.ts'
import { openWhatsapp, type WhatsappOptions } from './whatsapp.ts'

export type SandboxOptions = {
  dataDir: string
  /** Receives the webhooks. */
  shopUrl: string
  /** Each only if the real service is not configured. */
  razorpay?: RazorpayOptions
  emailjs?: EmailjsOptions
  smtp?: SmtpOptions
  web3forms?: Web3formsOptions
  shiprocket?: ShiprocketOptions
  whatsapp?: WhatsappOptions
  /** Opens the shop's webhook for couriers. */
  courierWebhookKey?: string
}

/** Long enough to see a pending refund. */
const REFUND_MS = 3000
/** EmailJS accepts one email per second. */
const EMAIL_INTERVAL_MS = 1000
/** Long enough to see a message that is sent and not delivered yet. */
const WHATSAPP_STEP_MS = 1500

/** Enough for the shop's emails. The shop's proxy limits browsers to less. */
const BODY_BYTES = 128 * 1024

/** @returns what answers HTTP, and the server of SMTP, which does not listen yet */
export function openSandbox(options: SandboxOptions) {
  const { dataDir, shopUrl, razorpay, emailjs, smtp, web3forms, shiprocket, whatsapp, courierWebhookKey } = options
  const key = courierWebhookKey ?? ''
  const store = openStore(join(dataDir, 'sandbox.sqlite'))
  const app = new Hono().basePath('/sandbox')
  app.use(async (c, next) => {
    // The shop connects to 127.0.0.1 and sends no origin. Any other request comes from a browser that another site sent here.
    const isBrowser = c.req.header('origin') !== undefined || c.req.header('sec-fetch-site') !== undefined
    const host = c.req.header('host') ?? '127.0.0.1'
    if (isBrowser || !/^127\.0\.0\.1(:\d+)?$/.test(host)) return c.text('The sandbox is reached through the shop.', 421)
    return next()
  })
  app.use(bodyLimit({ maxSize: BODY_BYTES }))
  app.onError((error, c) => {
    logError(error)
    return c.text('We are facing some trouble', 500)
  })
  if (razorpay) {
    const webhookUrl = `${shopUrl}/webhooks/razorpay`
    const { app: service, state } = openRazorpay(razorpay, { store, webhookUrl, refundMs: REFUND_MS })
    app.route('/razorpay', service)
    app.route('/disputes', openDisputesPage(state))
  }
  const emails = emailjs && openEmailjs(emailjs, { store, intervalMs: EMAIL_INTERVAL_MS })
  const smtpEmails = smtp && openSmtp(smtp, { store })
  const phones =
    whatsapp && openWhatsapp(whatsapp, { store, webhookUrl: `${shopUrl}/webhooks/whatsapp`, stepMs: WHATSAPP_STEP_MS })
  if (emails) app.route('/emailjs', emails.app)
  if (phones) app.route('/whatsapp', phones.app)
  if (emails || smtpEmails || phones)
    app.route(
      '/inbox',
      openInbox(() => [...(emails?.emails() ?? []), ...(smtpEmails?.emails() ?? [])], phones),
    )
  if (web3forms) app.route('/web3forms', openWeb3forms(web3forms, { store }).app)
  if (shiprocket) {
    const webhook = { url: `${shopUrl}/webhooks/courier`, key }
    const { app: service, parcels } = openShiprocket(shiprocket, { store, webhook, publicUrl: shopUrl })
    app.route('/shiprocket', service)
    app.route('/parcels', openParcelsPage(parcels))
  }
  return { app, smtp: smtpEmails?.server }
}
