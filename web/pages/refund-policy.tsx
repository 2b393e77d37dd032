import { Link } from 'react-router'
import { pageMeta } from '#web/page-meta.ts'
import { Prose } from '#web/ui/layout/prose.tsx'
import type { Route } from './+types/refund-policy'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Refunds and returns',
    description: 'Return a pot within 48 hours of delivery for a voucher. 24-month warranty, 28 days for consumables.',
  })
}

export default function RefundPolicy() {
  return (
    <Prose title="Refunds and returns" intro="Changed your mind? You have 48 hours from delivery to return a pot.">
      <h2>Returns within 48 hours</h2>
      <p>
        Tell us within 48 hours of delivery that you want to return a pot. We collect it, inspect it, and send you a
        voucher for what you paid. You can spend the voucher on anything in the shop.
      </p>
      <ul>
        <li>The pot must be unplanted, clean and undamaged, with its plug and packaging.</li>
        <li>We refund returns with a voucher, not in cash.</li>
        <li>Collection is free.</li>
      </ul>
      <h2>Damaged or wrong pot</h2>
      <p>
        Take a photo of the pot and of the box, and contact us within 48 hours of delivery. We’ll send a replacement, or
        a voucher if we have none. You don’t need to repack it before we reply.
      </p>
      <h2>24-month warranty</h2>
      <p>
        Everything you buy is covered for 24 months from delivery against defects in material and workmanship.
        Consumables (plugs, mesh, felt pads, soil mix) are covered for 28 days. See the{' '}
        <Link to="/warranty">warranty page</Link> for how to claim and what each part is covered for.
      </p>
      <h2>Cancelling an order</h2>
      <p>
        You can ask to cancel an order until it is delivered: choose Cancel Order beside it in your account. Cancelling
        is free. If you paid online, we refund the amount to your original payment method.
      </p>
      <h2>How to return a pot</h2>
      <ol>
        <li>Find your order number in your account.</li>
        <li>
          Tell us what you want to return on the <Link to="/contactUs">contact page</Link>.
        </li>
        <li>We reply with a collection date.</li>
      </ol>
    </Prose>
  )
}
