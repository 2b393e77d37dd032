import { type Context, Hono } from 'hono'
import { html, raw } from 'hono/html'
import type { Email } from './emailjs.ts'
import { renderLabels } from './label.ts'
import { DISPUTE_MOVES, type Dispute, type Payment, type ProviderState } from './provider-state.ts'
import { nextOf, type Parcel, type Parcels } from './shiprocket-state.ts'
import type { SmtpEmail } from './smtp.ts'
import type { PhoneMessage, Whatsapp } from './whatsapp.ts'

type Page = { title: string; about: unknown; main: unknown; hasForms?: boolean }

/** A page of the sandbox for people. Only the inline style sheet is allowed: no script runs, whatever a record contains. */
function respondWithPage(c: Context, { title, about, main, hasForms = false }: Page) {
  const forms = hasForms ? "'self'" : "'none'"
  c.header(
    'content-security-policy',
    `default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action ${forms}; frame-ancestors 'none'`,
  )
  c.header('x-content-type-options', 'nosniff')
  // Without a referrer a form would have no origin either, and the shop would refuse it.
  c.header('referrer-policy', hasForms ? 'same-origin' : 'no-referrer')
  c.header('cache-control', 'no-store')
  return c.html(html`<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · Test mode</title>
<style>${raw(STYLES)}</style>
</head>
<body>
<header>
<h1>${title}</h1>
<p><strong>Test mode</strong>: ${about}</p>
</header>
<main>
${main}
</main>
</body>
</html>`)
}

const TIME_FORMAT = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'Asia/Kolkata',
})

const STYLES = `
:root { color-scheme: light dark; --paper: #fff; --ground: #f3f0ea; --ink: #2a2722; --quiet: #6b655b; --line: #ddd6ca; --leaf: #2f5d43 }
@media (prefers-color-scheme: dark) {
  :root { --paper: #26241f; --ground: #1a1815; --ink: #ece7dd; --quiet: #b0a899; --line: #3d3932; --leaf: #8cc3a2 }
}
* { box-sizing: border-box; margin: 0 }
body { font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground); padding: 2rem 1rem 4rem }
body > header, main { max-width: 42rem; margin: 0 auto }
h1 { font: 600 2rem/1.2 Georgia, serif }
body > header p, .empty, time, .payment { color: var(--quiet) }
main { display: grid; gap: 1rem; margin-top: 1.5rem }
article { background: var(--paper); border: 1px solid var(--line); border-radius: .75rem; padding: 1.25rem 1.5rem; display: grid; gap: .75rem; overflow-wrap: anywhere }
article header { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .25rem 1rem; padding-bottom: .75rem; border-bottom: 1px solid var(--line) }
.status { font-size: 1.0625rem }
.lines { white-space: pre-line; border-left: 3px solid var(--leaf); padding-left: .75rem }
.headers { display: grid; gap: .25rem }
iframe { width: 100%; height: 32rem; border: 1px solid var(--line); border-radius: .5rem; background: #fff }
pre { font: inherit; white-space: pre-wrap }
summary { cursor: pointer; min-height: 2.75rem; display: flex; align-items: center; color: var(--leaf) }
.buttons { display: flex; flex-wrap: wrap; gap: .5rem }
button { font: inherit; min-height: 2.75rem; padding: .5rem 1rem; border: 1px solid var(--leaf); border-radius: .5rem; background: var(--paper); color: var(--leaf); cursor: pointer }
a { color: var(--leaf) }
`

type List = {
  title: string
  about: string
  empty: string
  /** Newest first. */
  items: () => unknown[]
  /** Does what a button of an item asks for; undefined: there are none. */
  press?: ((form: Record<string, string>) => void) | undefined
}

/** A page with a list and buttons, which answers with itself because the shop's proxy does not pass on redirects. */
function openList({ title, about, empty, items, press }: List): Hono {
  const app = new Hono()
  app.get('/', show)
  app.post('/', async (c) => {
    const form = await c.req.parseBody().catch(() => undefined)
    if (!form) return c.text('This form could not be read.', 400)
    press?.(Object.fromEntries(Object.entries(form).map(([name, value]) => [name, String(value)])))
    return show(c)
  })

  function show(c: Context) {
    const list = items()
    const main = list.length === 0 ? html`<p class="empty">${empty}</p>` : list
    return respondWithPage(c, { title, about, main, hasForms: press !== undefined })
  }
  return app
}

/** A page with the messages that would have been sent, and buttons for what can be answered on WhatsApp. */
export function openInbox(emails: () => (Email | SmtpEmail)[], phones?: Pick<Whatsapp, 'messages' | 'answer'>): Hono {
  return openList({
    title: 'Inbox',
    about: 'these messages were not delivered. Newest first.',
    empty: 'No messages yet. Place an order to see its confirmation here.',
    items: () =>
      [
        ...emails().map((email) => ({ ...email, shown: 'params' in email ? emailOf(email) : smtpEmailOf(email) })),
        ...(phones?.messages() ?? []).map((message) => ({ ...message, shown: phoneMessageOf(message) })),
      ]
        .sort((one, other) => other.time.localeCompare(one.time))
        .map(({ shown }) => shown),
    press: phones && (({ message = '', answer = '' }) => phones.answer(message, answer)),
  })
}

function phoneMessageOf({ id, time, to, text, replies, link, answer }: PhoneMessage) {
  return html`<article>
<header>
<p>WhatsApp to <b>+${to}</b></p>
<time datetime="${time}">${TIME_FORMAT.format(new Date(time))}</time>
</header>
<p class="status">${text}</p>
${link ? html`<p><a href="${link.url}">${link.text}</a></p>` : ''}
${answer ? html`<p class="payment">Answered: ${answer}</p>` : ''}
<form method="post" action="/sandbox/inbox" class="buttons">
<input type="hidden" name="message" value="${id}">
${[...replies.map((reply) => reply.text), 'STOP'].map((label) => html`<button name="answer" value="${label}">${label}</button>`)}
</form>
</article>`
}

function emailOf({ time, params }: Email) {
  const { email, user_name, amount, status, cartDetails, payment_id } = params
  return html`<article>
<header>
<p>To <b>${user_name}</b> ‹${email}›</p>
<time datetime="${time}">${TIME_FORMAT.format(new Date(time))}</time>
</header>
<p>Hello ${user_name},</p>
<p class="status">${status}</p>
${cartDetails ? html`<p class="lines">${cartDetails}</p>` : ''}
${amount ? html`<p class="amount">Amount <b>${amount}</b></p>` : ''}
${payment_id ? html`<p class="payment">Payment id <code>${payment_id}</code></p>` : ''}
</article>`
}

function smtpEmailOf({ time, from, name, to, subject, html: body, text }: SmtpEmail) {
  return html`<article>
<header>
<div class="headers">
<p>To <b>${name}</b> ‹${to}›</p>
<p class="payment">From ${from}</p>
</div>
<time datetime="${time}">${TIME_FORMAT.format(new Date(time))}</time>
</header>
<p class="status"><b>${subject}</b></p>
${body ? html`<iframe title="${subject}" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${NEW_TAB}${body}"></iframe>` : ''}
${body ? html`<details><summary>As text</summary><pre>${text}</pre></details>` : html`<pre>${text}</pre>`}
</article>`
}

/** Links of an email leave its frame, which runs no script and has no origin. */
const NEW_TAB = '<base target="_blank">'

const NEWEST = 100
/** Other scans of a parcel that is not delivered yet. */
const ACCIDENTS = ['UNDELIVERED', 'RTO DELIVERED', 'LOST', 'DELAYED']
/** Of what a courier fetches from a buyer. */
const FAILED_PICKUPS = ['RETURN PICKUP ERROR', 'RETURN PICKUP RESCHEDULED', 'RETURN PICKUP CANCELLED']

/** A page with the parcels that would have been picked up, and buttons for what their couriers would report. */
export function openParcelsPage(parcels: Parcels): Hono {
  const app = openList({
    title: 'Parcels',
    about: 'nobody picks these parcels up. Newest first.',
    empty: 'No parcels yet. Dispatch an order and book its courier to see it here.',
    items: () =>
      parcels
        .list()
        .slice(0, NEWEST)
        .map((parcel) => parcelOf(parcel, buttonsOf(parcel))),
    press({ awb = '', label = '' }) {
      if (parcels.findByAwb(awb)) parcels.scan(awb, [...ACCIDENTS, ...FAILED_PICKUPS].includes(label) ? { label } : {})
    },
  })
  app.get('/labels/:awbs', async (c) => {
    const labelled = c.req
      .param('awbs')
      .split(',')
      .flatMap((awb) => parcels.findByAwb(awb) ?? [])
    if (labelled.length === 0) return c.text('The sandbox does not know these parcels.', 404)
    return c.body(new Uint8Array(await renderLabels(labelled)), 200, {
      'content-type': 'application/pdf',
      'cache-control': 'no-store',
    })
  })
  app.get('/:awb', (c) => {
    const parcel = parcels.findByAwb(c.req.param('awb'))
    if (!parcel) return c.text('The sandbox does not know this parcel.', 404)
    const about = 'this is the page where a shopper follows the parcel.'
    return respondWithPage(c, { title: parcel.awb, about, main: html`${parcelOf(parcel)}` })
  })
  return app
}

/** A page with the payments that were made, and buttons for what their buyers' banks would do. */
export function openDisputesPage(
  state: Pick<ProviderState, 'listAllPayments' | 'listDisputes' | 'dispute' | 'moveDispute'>,
): Hono {
  const payments = () =>
    state
      .listAllPayments()
      .filter(({ captured }) => captured)
      .slice(0, NEWEST)
  return openList({
    title: 'Disputes',
    about: 'no bank is asked, and no money moves. Disputes first.',
    empty: 'No payments yet. Pay an order online to see it here.',
    items: () => [...state.listDisputes().map(disputeOf), ...payments().map(paymentOf)],
    press(form) {
      const move = DISPUTE_MOVES.find((each) => each === form.move)
      const dispute = state.listDisputes().find(({ id }) => id === form.dispute)
      if (dispute && move) state.moveDispute(dispute.id, move)
      const payment = payments().find(({ id }) => id === form.payment)
      if (payment) state.dispute(payment.id)
    },
  })
}

const rupeesOf = (amount: number) => `₹${(amount / 100).toLocaleString('en-IN')}`

function disputeOf({ id, payment_id, amount, status, phase, respond_by }: Dispute) {
  return html`<article>
<header>
<p><b>${id}</b> about <code>${payment_id}</code></p>
<time>answer by ${TIME_FORMAT.format(respond_by * 1000)}</time>
</header>
<p class="status">${rupeesOf(amount)}, ${phase}: ${status.replaceAll('_', ' ')}</p>
<form method="post" action="/sandbox/disputes" class="buttons">
<input type="hidden" name="dispute" value="${id}">
${DISPUTE_MOVES.map((move) => html`<button name="move" value="${move}">${capitalised(move.replaceAll('_', ' '))}</button>`)}
</form>
</article>`
}

function paymentOf({ id, amount, email, created_at }: Payment) {
  return html`<article>
<header>
<p><code>${id}</code> ${email ?? ''}</p>
<time>${TIME_FORMAT.format(created_at * 1000)}</time>
</header>
<p class="status">${rupeesOf(amount)}</p>
<form method="post" action="/sandbox/disputes" class="buttons">
<button name="payment" value="${id}">Dispute</button>
</form>
</article>`
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function parcelOf({ reference, awb, courier, city, cash, scans, isReturn }: Parcel, buttons: unknown = '') {
  return html`<article>
<header>
<p><b>${reference}</b> ${isReturn ? 'from' : 'to'} ${city}${cash ? html`, ₹${cash.toLocaleString('en-IN')} in cash` : ''}</p>
<p class="payment">${courier} ${awb ? html`<a href="/sandbox/parcels/${awb}"><code>${awb}</code></a>` : 'no AWB yet'}</p>
</header>
${scans.map(({ label, place, time }) => html`<p class="status">${label}, ${place} <time>${TIME_FORMAT.format(time)}</time></p>`)}
${buttons}
</article>`
}

function buttonsOf(parcel: Parcel) {
  const next = nextOf(parcel)
  if (!parcel.awb || next === undefined) return ''
  return html`<form method="post" action="/sandbox/parcels" class="buttons">
<input type="hidden" name="awb" value="${parcel.awb}">
<button name="label" value="">Next scan: ${next}</button>
${(parcel.isReturn ? FAILED_PICKUPS : ACCIDENTS).map((label) => html`<button name="label" value="${label}">${label}</button>`)}
</form>`
}
