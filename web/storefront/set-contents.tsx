import { Link } from 'react-router'
import { chosenImageOf } from '#domain/catalog/catalogue-images.ts'
import { type ShownPart, sumOfParts } from '#domain/catalog/sets.ts'
import { choiceText } from '#domain/catalog/variant.ts'
import { addressedAs, addressOfVariant, productPath } from '#domain/catalog/variant-address.ts'
import { formatRupees, type Rupees } from '#domain/money.ts'
import { Facts } from '#web/ui/product/facts.tsx'
import { ProductImage } from '#web/ui/product/product-image.tsx'

/** The products of a set; absent for any other product. @param price of the set */
export function SetContents({ parts, price }: { parts: readonly ShownPart[]; price: Rupees }) {
  if (parts.length === 0) return null
  const sum = sumOfParts(parts)
  return (
    <section className="stack gap-3 minor" aria-labelledby="in-this-set">
      <h2 id="in-this-set">In this set</h2>
      <ul className="lines">
        {parts.map((part) => (
          <li key={`${part.productId}/${choiceText(part)}`} className="order-line">
            <ProductImage
              src={chosenImageOf({ ...part, productImageUrl: [part.image], selectedColor: part.finish })}
              alt=""
              sizes="5rem"
            />
            <div>
              <strong>
                <Link to={addressOfVariant(productPath(part.productId), addressedAs(part))}>{part.title}</Link>
              </strong>
              <Facts
                className="order-line-choice quiet"
                facts={[choiceText(part), `Quantity ${part.quantity}`].filter(Boolean)}
              />
            </div>
            <p className="order-line-price numbers">{formatRupees(part.price * part.quantity)}</p>
          </li>
        ))}
      </ul>
      {sum > price && (
        <p className="quiet">
          One by one {formatRupees(sum)}. You save {formatRupees(sum - price)}.
        </p>
      )}
    </section>
  )
}
