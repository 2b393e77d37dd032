import { attributesOf } from '#domain/catalog/attributes.ts'
import type { Product } from '#domain/catalog/product.ts'
import { listProductInformation } from '#domain/catalog/product-information.ts'
import type { Size } from '#domain/catalog/sizes.ts'
import { useShopInfo } from '#web/ui/shop-info.ts'

/** Absent while the shop has filled in nothing of it. */
export function ProductInformation({ product, size }: { product: Product; size: Size | undefined }) {
  const facts = listProductInformation(product, size, useShopInfo())
  if (facts.length === 0) return null
  return (
    <section className="stack gap-3 minor" aria-labelledby="product-information">
      <h2 id="product-information">Product information</h2>
      <dl className="lines pairs product-information">
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Absent while the product has none. */
export function ProductAttributes({ attributes }: { attributes: string | undefined }) {
  const byName = Map.groupBy(attributesOf(attributes), ({ name }) => name)
  if (byName.size === 0) return null
  return (
    <section className="stack gap-3 minor" aria-labelledby="product-attributes">
      <h2 id="product-attributes">Details</h2>
      <div className="table-scroll">
        <table>
          <tbody>
            {[...byName].map(([name, values]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{values.map(({ value }) => value).join(', ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
