import { useState } from 'react'
import toast from 'react-hot-toast/headless'
import { inFinish } from '#domain/catalog/catalogue-images.ts'
import { mrpOfSize, type Product, priceOfSize } from '#domain/catalog/product.ts'
import { dimensionsOf, type Finish, type Size, sizeOptionName } from '#domain/catalog/sizes.ts'
import { messages } from '#domain/messages.ts'
import { cartItem, isFull, MAX_QUANTITY } from '#domain/orders/cart.ts'
import type { Highlight } from '#domain/texts/section-contents.ts'
import { changeCart, getCart } from '#web/client/cart.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { RadioPills } from '#web/ui/forms/radio-pills.tsx'
import { DiscountBadge, SoldBadge } from '#web/ui/product/badge.tsx'
import { Gallery } from '#web/ui/product/gallery.tsx'
import { Highlights } from '#web/ui/product/highlights.tsx'
import { Price } from '#web/ui/product/price.tsx'
import { Reviews } from '#web/ui/product/product-card.tsx'
import { ScaleDrawing } from '#web/ui/product/scale-drawing.tsx'
import { useWords } from '#web/ui/shop-info.ts'
import { ProductInformation } from './product-information.tsx'
import { RequestPot } from './request-pot.tsx'

type ProductDetailProps = {
  product: Product
  sizes: readonly Size[]
  finishes: readonly Finish[]
  /** The seller's name; undefined: the shop itself sells it. */
  soldBy: string | undefined
  highlights: readonly Highlight[]
}

/** Images, sizes, colours, price and the Add to cart button. */
export function ProductDetail({ product, sizes, finishes, soldBy, highlights }: ProductDetailProps) {
  const words = useWords()
  const [chosenSize, setChosenSize] = useState<string>()
  const [chosenColour, setChosenColour] = useState<string>()
  const [colourMissing, setColourMissing] = useState(false)
  // A live update may retire what was chosen, or move the product to another family.
  const size = sizes.find(({ code }) => code === chosenSize) ?? ownSize(product, sizes)
  const colour = finishes.find(({ name }) => name === chosenColour)?.name

  function addToCart() {
    if (!colour) {
      setColourMissing(true)
      toast.error(words.chooseFinish)
      return
    }
    const item = cartItem(product, size, colour)
    if (isFull(getCart(), item)) {
      toast.error(`You can order at most ${MAX_QUANTITY} of this ${words.noun}`)
      return
    }
    changeCart({ type: 'ADD_CART', item })
    toast.success(messages.addedToCart)
  }

  return (
    <article className="product">
      <Gallery
        images={imagesIn(product, colour)}
        title={product.title}
        altTexts={product.altTexts}
        morphName={`pot-${product.id}`}
      />
      <div className="product-panel">
        <p className="product-card-brand">{`${words.shop} · ${size.family}`}</p>
        <h1>{product.title}</h1>
        {soldBy && <p className="sold-by">Sold by {soldBy}</p>}
        {product.reviews && <Reviews {...product.reviews} />}
        <div className="product-price">
          <Price price={priceOfSize(product, size)} mrp={mrpOfSize(product, size)} />
          {product.discount !== undefined && product.discount > 0 && <DiscountBadge discount={product.discount} />}
          {product.sold && <SoldBadge />}
        </div>

        <RadioPills
          legend="Size"
          name="size"
          value={size.code}
          onChange={setChosenSize}
          options={sizes.map((option) => ({
            value: option.code,
            label: sizeOptionName(option, priceOfSize(product, option)),
          }))}
        />
        <RadioPills
          legend={words.finishLabel}
          name="colour"
          value={colour}
          error={colourMissing ? words.chooseFinish : undefined}
          onChange={(chosen) => {
            setChosenColour(chosen)
            setColourMissing(false)
          }}
          options={finishes.map((finish) => ({ value: finish.name, label: finish.name, swatch: finish }))}
        />

        {product.sold ? (
          <>
            <Button wide disabled>
              Sold
            </Button>
            <RequestPot productId={product.id} />
          </>
        ) : (
          <Button wide onClick={addToCart}>
            Add to cart
          </Button>
        )}

        <p className="product-description">{product.description}</p>
        <Highlights
          items={[
            { icon: 'ruler', text: [`${size.family} ${size.code}: ${dimensionsOf(size)}, width × depth × height`] },
            ...highlights,
          ]}
        />
        <ScaleDrawing size={size} />
        <ProductInformation product={product} size={size} />
      </div>
    </article>
  )
}

/** The size that the product itself has. @throws when it is not among them */
export function ownSize({ sizeCode }: Pick<Product, 'sizeCode'>, sizes: readonly Size[]): Size {
  const size = sizes.find(({ code }) => code === sizeCode)
  if (!size) throw new Error(`There is no size ${sizeCode}`)
  return size
}

/** Puts the photograph in the chosen colour first, if there is one. */
function imagesIn({ productImageUrl }: Product, colour: string | undefined): string[] {
  const inColour =
    colour === undefined ? undefined : productImageUrl.map((image) => inFinish(image, colour)).find(Boolean)
  return inColour ? [inColour, ...productImageUrl.filter((image) => image !== inColour)] : productImageUrl
}
