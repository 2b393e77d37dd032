import { Link } from 'react-router'
import { pageMeta } from '#web/page-meta.ts'
import { Prose } from '#web/ui/layout/prose.tsx'

export function meta() {
  return pageMeta({
    title: 'Refunds and returns',
    description: 'Return a pot within 48 hours of delivery for a voucher. 24-month warranty, 28 days for consumables.',
  })
}

export default function RefundPolicy() {
  return (
    <Prose
      title="Refunds and returns"
      intro="A pot looks different in your home than on a screen. You have 48 hours from delivery to change your mind."
    >
      <h2>Returns within 48 hours</h2>
      <p>
        Tell us within 48 hours of delivery that you would like to return a pot. We collect it, look it over, and send
        you a voucher for what you paid. The voucher can be spent on anything in the shop.
      </p>
      <ul>
        <li>The pot is unplanted, clean and undamaged, with its plug and its packing.</li>
        <li>Returns are settled with a voucher, not with cash.</li>
        <li>Collection is free, as delivery was.</li>
      </ul>
      <h2>It arrived broken, or it is the wrong one</h2>
      <p>
        Please take a picture of the pot and of the box, and write to us within 48 hours of delivery. We send another
        one; if there is none, you get the voucher. You need not pack it again before we have answered.
      </p>
      <h2>24-month warranty</h2>
      <p>
        What you buy here is covered for 24 months from the day of delivery against faults of material and making.
        Consumables (plugs, mesh, felt pads, soil mix) are covered for 28 days. What to do when something fails stands
        on the <Link to="/warranty">warranty page</Link>, which also tells you what each part is covered for.
      </p>
      <h2>Cancelling an order</h2>
      <p>
        Until an order is delivered you can ask us to cancel it, with the button Cancel Order beside it in your account.
        An order that you pay on delivery costs nothing to cancel. If you have paid online, the money goes back the way
        it came.
      </p>
      <h2>How to start</h2>
      <ol>
        <li>Keep your order number at hand; it stands in your account.</li>
        <li>
          Write to us on the <Link to="/contactUs">contact page</Link> and say what you would like to return.
        </li>
        <li>We answer with a day for the collection.</li>
      </ol>
    </Prose>
  )
}
