import { Link } from 'react-router'
import { altTextOf } from '#domain/catalog/alt-texts.ts'
import { imageInFinish } from '#domain/catalog/catalogue-images.ts'
import { type GoingWith, variantToAdd } from '#domain/catalog/goes-with.ts'
import { CARD_TITLE, mrpOfSize, type Product } from '#domain/catalog/product.ts'
import { firstImageOf } from '#domain/catalog/sized-image.ts'
import { choiceText, priceOnly, type ShownVariant, shownPrice } from '#domain/catalog/variant.ts'
import { productPath } from '#domain/catalog/variant-address.ts'
import { messages } from '#domain/messages.ts'
import { cartItem } from '#domain/orders/cart.ts'
import type { Cart } from '#domain/storage/stored-cart.ts'
import { changeCart } from '#web/client/change-cart.ts'
import { toast } from '#web/client/toast.ts'
import { Button, LinkButton } from '#web/ui/forms/button.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { SoldBadge } from '#web/ui/product/badge.tsx'
import { Price } from '#web/ui/product/price.tsx'
import { CutTitle } from '#web/ui/product/product-card.tsx'
import { ProductImage } from '#web/ui/product/product-image.tsx'

type GoesWithProps = {
  list: readonly GoingWith[]
  /** Its finishes are offered first. */
  cart?: Cart | undefined
}

export function GoesWith({ list, cart }: GoesWithProps) {
  if (list.length === 0) return null
  return (
    <Section heading="Goes with">
      <GoesWithGrid list={list} level={3} cart={cart} />
    </Section>
  )
}

export function GoesWithGrid({ list, level, cart = [] }: GoesWithProps & { level: 2 | 3 }) {
  const finishes = cart.map(({ selectedColor }) => selectedColor)
  return (
    <ul className="product-grid">
      {list.map((going) => (
        <li key={going.product.id}>
          <GoesWithCard going={going} level={level} finishes={finishes} />
        </li>
      ))}
    </ul>
  )
}

/** One press adds it to the cart, unless there is a choice to make on its page. */
function GoesWithCard({ going, level, finishes }: { going: GoingWith; level: 2 | 3; finishes: readonly string[] }) {
  const { product, sizeLabel, variants } = going
  const variant = variantToAdd(going, finishes)
  const to = productPath(product.id)
  const image = variant?.image ?? inFinish(product, variant) ?? firstImageOf(product)
  const Heading = level === 2 ? 'h2' : 'h3'
  const titleId = `goes-with-${product.id}`
  const sizeCode = variants[0]?.sizeCode ?? product.sizeCode

  function add() {
    if (!variant) return
    changeCart({ type: 'ADD_CART', item: cartItem(product, variant, sizeLabel) })
    toast.success(messages.addedToCart)
  }

  return (
    <article className="product-card" aria-labelledby={titleId}>
      <Link className="product-card-image" to={to}>
        <ProductImage src={image} alt={altTextOf(product, image)} sizes={SIZES} />
      </Link>
      <div className="product-card-badges">{product.sold && <SoldBadge />}</div>
      <p className="fine product-card-brand">{variant && choiceText(variant)}</p>
      <Heading className="product-card-title" id={titleId} title={product.title}>
        <CutTitle title={product.title} length={CARD_TITLE} />
      </Heading>
      <Price
        {...priceOnly(variant ?? shownPrice(product, variants, { sizeCode }))}
        isFrom={variant ? undefined : product.isFrom}
        mrp={mrpOfSize(product, sizeCode)}
      />
      {variant ? (
        <Button wide variant="quiet" onClick={add}>
          Add<span className="visually-hidden"> {product.title} to cart</span>
        </Button>
      ) : (
        <LinkButton to={to} wide variant="quiet" aria-describedby={titleId}>
          {product.sold ? 'View Product' : 'Choose'}
        </LinkButton>
      )}
    </article>
  )
}

/** The photograph of what one press adds, if there is one. */
function inFinish({ productImageUrl }: Product, variant: ShownVariant | undefined): string | undefined {
  if (!variant?.sizeCode) return undefined
  return productImageUrl.map((image) => imageInFinish(image, variant.finish, variant.sizeCode)).find(Boolean)
}

const SIZES = '(min-width: 96rem) 22rem, (min-width: 46rem) 23vw, (min-width: 21.5rem) 44vw, 92vw'
