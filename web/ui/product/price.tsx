import { formatRupees, type Rupees, struckThroughPrice } from '#domain/money.ts'

export function Price({ price }: { price: Rupees }) {
  return (
    <span className="price">
      <span className="price-now">{formatRupees(price)}</span>{' '}
      <s>
        <span className="visually-hidden">was </span>
        {formatRupees(struckThroughPrice(price))}
      </s>
    </span>
  )
}
