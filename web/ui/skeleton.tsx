/** A quiet place where something is about to stand; as large as what comes, so that nothing moves. */
function Skeleton({ shape = 'line' }: { shape?: 'line' | 'short' | 'picture' | 'button' }) {
  return <span className={`skeleton ${shape}`} aria-hidden="true" />
}

export function ProductGridSkeleton({ count = 8, label = 'Loading products' }: { count?: number; label?: string }) {
  return (
    <div role="status">
      <span className="visually-hidden">{label}</span>
      <ul className="product-grid" aria-hidden="true">
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          <li key={index} className="product-card">
            <Skeleton shape="picture" />
            <Skeleton shape="short" />
            <Skeleton />
            <Skeleton shape="short" />
            <Skeleton shape="button" />
          </li>
        ))}
      </ul>
    </div>
  )
}
