import { Hono } from 'hono'
import { html } from 'hono/html'
import type { Email } from './emailjs.ts'
import { respondWithPage, TIME_FORMAT } from './page.ts'

/** A page with the emails that would have been sent. */
export function openInbox(emails: () => Email[]): Hono {
  const app = new Hono()
  app.get('/', (c) => {
    const list = emails()
    const main =
      list.length === 0
        ? html`<p class="empty">No emails yet. Place an order to see its confirmation here.</p>`
        : list.map(emailOf)
    return respondWithPage(c, { title: 'Inbox', about: 'these emails were not delivered. Newest first.', main })
  })
  return app
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
