import { Link, useViewTransitionState } from 'react-router'
import { altTextOf } from '#domain/catalog/alt-texts.ts'
import type { ListedProduct } from '#domain/catalog/filters/match.ts'
import { CARD_TITLE, cutTitle } from '#domain/catalog/product.ts'
import { firstImageOf } from '#domain/catalog/sized-image.ts'
import { productPath } from '#domain/catalog/variant-address.ts'
import { LinkButton } from '#web/ui/forms/button.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { useWords } from '#web/ui/shop-info.ts'
import { DiscountBadge, SoldBadge } from './badge.tsx'
import { Heart } from './heart.tsx'
import { Price } from './price.tsx'
import { ProductImage } from './product-image.tsx'

type ProductCardProps = {
  product: ListedProduct
  /** For cards in the first viewport. */
  priority?: boolean
  /** Morphs the image into the product page's. Off where a product may appear twice on a page. */
  morph?: boolean
  /** 3 under a section's heading. */
  level?: 2 | 3
}

const SIZES = '(min-width: 96rem) 22rem, (min-width: 46rem) 23vw, (min-width: 21.5rem) 44vw, 92vw'

function ProductCard({ product, priority, morph = true, level = 2 }: ProductCardProps) {
  const words = useWords()
  const to = productPath(product.id) + (product.match?.query ?? '')
  const leaving = useViewTransitionState(to)
  const image = firstImageOf(product)
  const Heading = level === 2 ? 'h2' : 'h3'
  const titleId = `${morph ? 'card' : 'seen'}-${product.id}`

  return (
    <article className="product-card" aria-labelledby={titleId}>
      <Link className="product-card-image" to={to} viewTransition>
        <ProductImage
          src={image}
          alt={altTextOf(product, image)}
          sizes={SIZES}
          priority={priority}
          style={leaving && morph ? { viewTransitionName: `pot-${product.id}` } : undefined}
        />
      </Link>
      <div className="product-card-badges">
        <DiscountBadge product={product} />
        {product.sold && <SoldBadge />}
      </div>
      <p className="fine product-card-brand">
        {words.shop}
        {product.match && ` · ${product.match.label}`}
      </p>
      <Heading className="product-card-title" id={titleId} title={product.title}>
        <CutTitle title={product.title} length={CARD_TITLE} />
      </Heading>
      {product.reviews && <Reviews rating={product.reviews.rating} count={product.reviews.count} />}
      <Price {...product} />
      <LinkButton to={to} viewTransition wide aria-describedby={titleId}>
        View Product
      </LinkButton>
      <Heart id={product.id} titleId={titleId} />
    </article>
  )
}

/** Shows the cut title and gives screen readers the full one. */
export function CutTitle({ title, length }: { title: string; length: number }) {
  const cut = cutTitle(title, length)
  if (cut === title) return title
  return (
    <>
      <span aria-hidden="true">{cut}</span>
      <span className="visually-hidden">{title}</span>
    </>
  )
}

export function Reviews({ rating, count }: { rating: number; count: number }) {
  return (
    <p className="row fine reviews">
      <Icon name="star" />
      <span>
        {rating} ({count} Reviews)
      </span>
    </p>
  )
}

type ProductGridProps = {
  products: readonly ListedProduct[]
  /** How many cards are in the first viewport. */
  priority?: number
  morph?: boolean
  level?: 2 | 3
}

/** Four columns on wide screens, two on phones, one when zoomed in. */
export function ProductGrid({ products, priority = 0, morph, level }: ProductGridProps) {
  return (
    <ul className="product-grid">
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard product={product} priority={index < priority} morph={morph} level={level} />
        </li>
      ))}
    </ul>
  )
}
