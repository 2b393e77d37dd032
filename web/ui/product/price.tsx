import { listPriceOf } from '#domain/catalog/list-price.ts'
import { type Product, priceText } from '#domain/catalog/product.ts'
import { formatRupees, type Rupees } from '#domain/money.ts'
import { useShopInfo } from '#web/ui/shop-info.ts'

type PriceProps = Pick<Product, 'price' | 'isFrom' | 'was'> & { mrp?: Rupees | undefined }

/** @param mrp of this price's size; shown struck through if the shop's setting says so */
export function Price({ price, was, isFrom, mrp }: PriceProps) {
  const { listPrice } = useShopInfo()
  const list = listPriceOf(listPrice, { price, mrp, was })
  return (
    <span className="price">
      {priceText({ price, isFrom })}
      {list !== undefined && (
        <>
          {' '}
          <s>
            <span className="visually-hidden">was </span>
            {formatRupees(list)}
          </s>
        </>
      )}
    </span>
  )
}
