import { useState } from 'react'
import toast from 'react-hot-toast/headless'
import { comesInSize, type Product, priceOfSize } from '#domain/catalog/product.ts'
import {
  dimensionsOf,
  getSize,
  isPotColour,
  isSizeCode,
  POT_COLOURS,
  type PotColour,
  potImageOf,
  type SizeCode,
  sizeOptionName,
  sizesInFamilyOf,
} from '#domain/catalog/sizes.ts'
import { messages } from '#domain/messages.ts'
import { cartItem, isFull, MAX_QUANTITY } from '#domain/orders/cart.ts'
import { changeCart, getCart } from '#web/client/cart.ts'
import { useWords } from '#web/client/shop-info.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { RadioPills } from '#web/ui/forms/radio-pills.tsx'
import { DiscountBadge, SoldBadge } from '#web/ui/product/badge.tsx'
import { Gallery } from '#web/ui/product/gallery.tsx'
import { Highlights } from '#web/ui/product/highlights.tsx'
import { Price } from '#web/ui/product/price.tsx'
import { Reviews } from '#web/ui/product/product-card.tsx'
import { ScaleDrawing } from '#web/ui/product/scale-drawing.tsx'
import { RequestPot } from './request-pot.tsx'

/** Images, sizes, colours, price and the Add to cart button. */
export function ProductDetail({ product }: { product: Product }) {
  const words = useWords()
  const [chosen, setChosen] = useState<SizeCode>()
  const [colour, setColour] = useState<PotColour>()
  const [colourMissing, setColourMissing] = useState(false)
  // A live update may move the product to another family, where the chosen size does not exist.
  const sizeCode = chosen && comesInSize(product, chosen) ? chosen : product.sizeCode
  const size = getSize(sizeCode)

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
      <Gallery images={imagesIn(product, colour)} title={product.title} morphName={`pot-${product.id}`} />
      <div className="product-panel">
        <p className="product-card-brand">{`${words.shop} · ${size.family}`}</p>
        <h1>{product.title}</h1>
        {product.reviews && <Reviews {...product.reviews} />}
        <div className="product-price">
          <Price price={priceOfSize(product, size)} />
          {product.discount !== undefined && product.discount > 0 && <DiscountBadge discount={product.discount} />}
          {product.sold && <SoldBadge />}
        </div>

        <RadioPills
          legend="Size"
          name="size"
          value={sizeCode}
          onChange={(code) => isSizeCode(code) && setChosen(code)}
          options={sizesInFamilyOf(product.sizeCode).map((option) => ({
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
            setColour(isPotColour(chosen) ? chosen : undefined)
            setColourMissing(false)
          }}
          options={POT_COLOURS.map((name) => ({ value: name, label: name, swatch: name }))}
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
            { icon: 'ruler', text: `${size.family} ${size.code}: ${dimensionsOf(size)}, width × depth × height` },
            { icon: 'feather', text: 'Looks like stone at a third of the weight, so one person can carry it' },
            { icon: 'drop', text: 'Drainage hole with a plug, for indoors and outdoors' },
            { icon: 'truck', text: 'Free delivery across India and 48-hour returns' },
          ]}
        />
        <ScaleDrawing size={size} />
      </div>
    </article>
  )
}

/** Puts the catalogue image of the chosen colour first. */
function imagesIn(product: Product, colour: PotColour | undefined): string[] {
  if (!colour) return product.productImageUrl
  const inColour = potImageOf(getSize(product.sizeCode).family, colour)
  return [inColour, ...product.productImageUrl.filter((image) => image !== inColour)]
}
