import { Hono } from 'hono'
import { html, raw } from 'hono/html'
import type { Email } from './emailjs.ts'

/** Allows the inline style sheet only: no script runs, whatever an email contains. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** A page with the emails that would have been sent. */
export function openInbox(emails: () => Email[]): Hono {
  const app = new Hono()
  app.get('/', (c) => {
    c.header('content-security-policy', POLICY)
    c.header('x-content-type-options', 'nosniff')
    c.header('referrer-policy', 'no-referrer')
    c.header('cache-control', 'no-store')
    return c.html(page(emails()))
  })
  return app
}

function page(emails: Email[]) {
  return html`<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Inbox · Test mode</title>
<style>${raw(STYLES)}</style>
</head>
<body>
<header>
<h1>Inbox</h1>
<p><strong>Test mode</strong>: these emails were not delivered. Newest first.</p>
</header>
<main>
${emails.length === 0 ? html`<p class="empty">No emails yet. Place an order to see its confirmation here.</p>` : ''}
${emails.map(emailOf)}
</main>
</body>
</html>`
}

function emailOf({ time, params }: Email) {
  const { email, user_name, amount, status, cartDetails, payment_id } = params
  return html`<article>
<header>
<p>To <b>${user_name}</b> ‹${email}›</p>
<time datetime="${time}">${FORMAT.format(new Date(time))}</time>
</header>
<p>Hello ${user_name},</p>
<p class="status">${status}</p>
${cartDetails ? html`<p class="lines">${cartDetails}</p>` : ''}
${amount ? html`<p class="amount">Amount <b>${amount}</b></p>` : ''}
${payment_id ? html`<p class="payment">Payment id <code>${payment_id}</code></p>` : ''}
</article>`
}

const FORMAT = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'Asia/Kolkata' })

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
`
