import { Link } from 'react-router'
import { formatAmount } from '#domain/money.ts'
import { formatDay } from '#domain/time.ts'
import type { OwnVoucher } from '#server/vouchers/own.ts'

/** Codes, and what is left on each; nothing for an account that never had one. */
export function VouchersSection({ vouchers }: { vouchers: readonly OwnVoucher[] }) {
  if (vouchers.length === 0) return null
  return (
    <section className="stack start account-section" id="vouchers">
      <h2>Vouchers</h2>
      <p className="quiet">Enter a code in your cart. What you do not use stays on the voucher.</p>
      <ul className="lines">
        {vouchers.map((voucher) => (
          <li key={voucher.id} className="stack gap-1">
            <strong className="numbers">{voucher.code}</strong>
            <span>
              {formatAmount(voucher.balance)} left of {formatAmount(voucher.amount)},{' '}
              {voucher.isExpired ? 'expired on' : 'valid until'} {formatDay(voucher.expiresOn)}
            </span>
            {voucher.moneyInstead && <Link to={voucher.moneyInstead}>Money instead</Link>}
            {voucher.uses.map(({ orderId, amount, givenBack }) => (
              <span key={orderId} className="fine">
                Order <Link to={`/orders/${orderId}`}>{orderId}</Link>: {formatAmount(amount)} paid
                {givenBack > 0 && `, ${formatAmount(givenBack)} back`}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}
