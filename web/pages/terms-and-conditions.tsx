import { Link } from 'react-router'
import { pageMeta } from '#web/page-meta.ts'
import { Prose } from '#web/ui/layout/prose.tsx'

export function meta() {
  return pageMeta({
    title: 'Terms and conditions',
    description: 'What you and Gamla agree on when you order: prices, payment, delivery, cancelling and returning.',
  })
}

export default function TermsAndConditions() {
  return (
    <Prose title="Terms and conditions" intro="What we promise each other when you order from Gamla, in plain words.">
      <h2>Ordering</h2>
      <p>
        You need an account to order; looking around and filling a cart needs none. Your order is placed when you see
        “Order placed successfully” and it stands in your account. Should you press the button twice, it is still one
        order.
      </p>
      <h2>Prices</h2>
      <ul>
        <li>Prices are in Indian rupees and include taxes.</li>
        <li>Delivery is free. There is no shipping fee and nothing is added at the end.</li>
        <li>
          The total is the price of each pot times how many you take. If a price changes while a pot is in your cart, we
          show you the new one before you order.
        </li>
        <li>The price crossed out on a card is a list price, for comparison.</li>
      </ul>
      <h2>Payment</h2>
      <p>
        You may pay in cash when the pot arrives, or online by card or wallet. Online payments are handled by our
        payment provider; we never see your card number. If you have paid and the pot was sold in the same moment, you
        get your money back.
      </p>
      <h2>Availability</h2>
      <p>
        A pot marked Sold cannot be ordered. You can ask for it on its page, and we will write to you if it comes back.
      </p>
      <h2>Pictures, sizes and colours</h2>
      <p>
        Measurements are outer width, depth and height in centimetres; a centimetre more or less is normal. Stone
        finishes vary: no two pots have the same veins or grains. Plants in the pictures are not part of the order.
      </p>
      <h2>Delivery</h2>
      <p>
        We deliver to the address that you give with the order. Please see that somebody can take it in, and give a
        mobile number that the courier can reach.
      </p>
      <h2>Cancelling and returning</h2>
      <p>
        You may ask to cancel until the order is delivered, and return a pot within 48 hours of delivery for a voucher.
        The details are on <Link to="/refund-policy">Refunds and returns</Link> and <Link to="/warranty">Warranty</Link>
        .
      </p>
      <h2>Your account</h2>
      <p>
        Please keep your password to yourself, and give us an e-mail address that is yours. We may close an account that
        is used to harm the shop or other people.
      </p>
      <h2>The law</h2>
      <p>These terms are under the law of India. Nothing here takes away a right that consumer law gives you.</p>
    </Prose>
  )
}
