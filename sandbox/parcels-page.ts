import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { respondWithPage, TIME_FORMAT } from './page.ts'
import { nextOf, type Parcel, type Parcels } from './shiprocket-state.ts'

const NEWEST = 100
/** What else may happen to a parcel that is not delivered yet. */
const ACCIDENTS = ['UNDELIVERED', 'RTO DELIVERED', 'LOST', 'DELAYED']

/** A page with the parcels that would have been picked up, and buttons for what their couriers would report. */
export function openParcelsPage(parcels: Parcels): Hono {
  const app = new Hono()
  app.get('/', (c) => showAll(c))
  // Answers with the page itself, because the shop's proxy does not pass on redirects.
  app.post('/', async (c) => {
    const form = await c.req.parseBody().catch(() => undefined)
    if (!form) return c.text('This form could not be read.', 400)
    const awb = String(form.awb ?? '')
    const label = String(form.label ?? '')
    if (parcels.findByAwb(awb)) parcels.scan(awb, ACCIDENTS.includes(label) ? { label } : {})
    return showAll(c)
  })
  app.get('/:awb', (c) => {
    const parcel = parcels.findByAwb(c.req.param('awb'))
    if (!parcel) return c.text('The sandbox does not know this parcel.', 404)
    const about = 'this page is the label, and the page where a shopper follows the parcel.'
    return respondWithPage(c, { title: parcel.awb, about, main: html`${parcelOf(parcel)}` })
  })

  function showAll(c: Context) {
    const list = parcels.list().slice(0, NEWEST)
    const main =
      list.length === 0
        ? html`<p class="empty">No parcels yet. Dispatch an order and book its courier to see it here.</p>`
        : list.map((parcel) => parcelOf(parcel, buttonsOf(parcel)))
    const about = 'nobody picks these parcels up. Newest first.'
    return respondWithPage(c, { title: 'Parcels', about, main, hasForms: true })
  }
  return app
}

function parcelOf({ reference, awb, courier, city, cash, scans }: Parcel, buttons: unknown = '') {
  return html`<article>
<header>
<p><b>${reference}</b> to ${city}${cash ? html`, ₹${cash.toLocaleString('en-IN')} in cash` : ''}</p>
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
${ACCIDENTS.map((label) => html`<button name="label" value="${label}">${label}</button>`)}
</form>`
}
