import { Link } from 'react-router'
import { pageMeta } from '#web/page-meta.ts'
import { Prose } from '#web/ui/layout/prose.tsx'
import { SellerSection } from '#web/ui/layout/seller.tsx'
import type { Route } from './+types/terms-and-conditions'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Terms and conditions',
    description: 'What you and Gamla agree on when you order: prices, payment, delivery, cancelling and returning.',
  })
}

export default function TermsAndConditions() {
  return (
    <Prose title="Terms and conditions" intro="The terms that apply when you order from Gamla.">
      <h2>Ordering</h2>
      <p>
        You can browse and fill a cart without an account, but you need one to order. Your order is placed when you see
        “Order placed successfully” and it appears in your account. Pressing the button twice places only one order.
      </p>
      <h2>Prices</h2>
      <ul>
        <li>Prices are in Indian rupees and include taxes.</li>
        <li>Delivery is free. There are no shipping or other fees.</li>
        <li>
          The total is the price of each pot times its quantity. If a price changes while a pot is in your cart, we show
          you the new price before you order.
        </li>
        <li>The crossed-out price is our price plus 10 percent, rounded. It is for comparison, not a list price.</li>
      </ul>
      <h2>Payment</h2>
      <p>
        You can pay in cash on delivery, or online by card or wallet. Our payment provider handles online payments; we
        never see your card number. If a pot sells out while you are paying, you will be refunded in full.
      </p>
      <h2>Availability</h2>
      <p>
        You can’t order a pot marked Sold. You can request it on its page, and we’ll email you if it is available again.
      </p>
      <h2>Images, sizes and colours</h2>
      <p>
        Measurements are outer width, depth and height in centimetres, accurate to about one centimetre. Stone finishes
        vary, so every pot looks slightly different. Plants in the images are not included.
      </p>
      <h2>Delivery</h2>
      <p>
        We deliver to the address on your order. Please make sure that someone can receive the parcel, and give a mobile
        number where the courier can reach you.
      </p>
      <h2>Cancelling and returning</h2>
      <p>
        You can ask to cancel an order until it is delivered, and return a pot within 48 hours of delivery for a
        voucher. See <Link to="/refund-policy">Refunds and returns</Link> and <Link to="/warranty">Warranty</Link>.
      </p>
      <h2>Your account</h2>
      <p>
        Keep your password secret, and use your own email. We may close an account that is used to harm the shop or
        other people.
      </p>
      <h2>The law</h2>
      <p>These terms are governed by the law of India. They don’t affect your rights under consumer law.</p>
      <SellerSection heading="Who you are buying from" />
    </Prose>
  )
}
