import { PAGE_SIZE } from '#domain/catalog/listing.ts'
import { USES } from '#domain/catalog/uses.ts'
import { countOfNouns } from '#domain/shop/wording.ts'
import { useWords } from '#web/ui/shop-info.ts'

/** Placeholders the size of the cards, so that nothing moves when those appear. */
export function ProductGridSkeleton() {
  return (
    <div role="status">
      <span className="visually-hidden">Loading products</span>
      <ul className="product-grid" aria-hidden="true">
        {Array.from({ length: PAGE_SIZE }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items are identical
          <li key={index}>
            <CardSkeleton />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Invisible text of typical length gives each line its height. */
function CardSkeleton() {
  const words = useWords()
  return (
    <div className="product-card">
      <span className="product-card-image skeleton image-frame" />
      <p className="fine product-card-brand">
        <span className="skeleton text">{words.shop}</span>
      </p>
      <p className="product-card-title">
        <span className="skeleton text">Cubee Window Ledge Plante</span>
      </p>
      <p className="row fine reviews">
        <span className="skeleton text">4.6 (38 Reviews)</span>
      </p>
      <p className="price">
        <span className="skeleton text">₹849 ₹999</span>
      </p>
      <span className="skeleton text button primary wide">View Product</span>
    </div>
  )
}

/** A loading list. Its heading is hidden from screen readers, because the old page's heading is still there. */
export function ListSkeleton({ heading }: { heading: string }) {
  const words = useWords()
  return (
    <div className="section">
      <div className="cluster spread bottom section-heading" aria-hidden="true">
        <div>
          <h1>{heading}</h1>
          <p className="quiet">
            <span className="skeleton text">{countOfNouns(30, words)}</span>
          </p>
        </div>
        <SortSkeleton />
      </div>
      <div className="filters" aria-hidden="true">
        <span className="skeleton text button quiet">Filters</span>
        {words.sellsPots && (
          <ul className="cluster gap-2">
            {[...USES, 'Under ₹500'].map((label) => (
              <li key={label}>
                <span className="chip skeleton text">{label}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
      <ProductGridSkeleton />
    </div>
  )
}

/** As wide as the longest option. */
function SortSkeleton() {
  return (
    <div className="row sort">
      <span className="skeleton text">Sort by</span>
      <select className="skeleton text" disabled>
        <option>Price: high to low</option>
      </select>
    </div>
  )
}
