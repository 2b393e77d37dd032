type ProductGridSkeletonProps = {
  /** As many as a page of a list has. */
  count?: number
  label?: string
}

/** Quiet places where cards are about to stand; as large as they, so that nothing moves. */
export function ProductGridSkeleton({ count = 8, label = 'Loading products' }: ProductGridSkeletonProps) {
  return (
    <div role="status">
      <span className="visually-hidden">{label}</span>
      <ul className="product-grid" aria-hidden="true">
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          <li key={index}>
            <CardSkeleton />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Unseen words of the usual length, a title being cut at 25 letters, give each line its height. */
function CardSkeleton() {
  return (
    <div className="product-card">
      <span className="product-card-picture skeleton picture" />
      <p className="product-card-brand">
        <span className="skeleton words">Gamla</span>
      </p>
      <p className="product-card-title">
        <span className="skeleton words">Cubee Window Ledge Plante</span>
      </p>
      <p className="reviews">
        <span className="skeleton words">4.6 (38 Reviews)</span>
      </p>
      <p className="price">
        <span className="skeleton words">₹849 ₹999</span>
      </p>
      <span className="skeleton words button primary wide">View Product</span>
    </div>
  )
}

type ListSkeletonProps = {
  /** Known before the list is, so it stands there in full. */
  heading: string
  /** It has a count and an order, as every list but that of a search has. */
  sorted?: boolean
}

/** A whole list that is about to stand here. Its heading is for the eye: the page's own comes with the answer. */
export function ListSkeleton({ heading, sorted = true }: ListSkeletonProps) {
  return (
    <div className="section">
      <div className="section-heading" aria-hidden="true">
        <div>
          <h1>{heading}</h1>
          {sorted && (
            <p className="quiet">
              <span className="skeleton words">30 pots</span>
            </p>
          )}
        </div>
        {sorted && <SortSkeleton />}
      </div>
      <ProductGridSkeleton />
    </div>
  )
}

/** As wide as its longest choice. */
function SortSkeleton() {
  return (
    <div className="sort">
      <span className="skeleton words">Sort by</span>
      <select className="skeleton words" disabled>
        <option>Price: high to low</option>
      </select>
    </div>
  )
}
