import { useLayoutEffect, useState } from 'react'
import { finishOf, imageInFinish } from '#domain/catalog/catalogue-images.ts'
import { modelOf } from '#domain/catalog/models.ts'
import { MAX_QUANTITY, mrpOfSize, type Product } from '#domain/catalog/product.ts'
import { inSize } from '#domain/catalog/sized-image.ts'
import { dimensionsOf, type Finish, type Size, sizeOptionName } from '#domain/catalog/sizes.ts'
import { offeredSizes, openingSize } from '#domain/catalog/stock/offered-sizes.ts'
import { findVariant, priceOfChoice, type ShownVariant } from '#domain/catalog/stock/stock.ts'
import { type AddressedVariant, addressOf, productPath, readAddress } from '#domain/catalog/variant-address.ts'
import { chooseFinish, messages } from '#domain/messages.ts'
import { cartItem, isFull } from '#domain/orders/cart.ts'
import type { Highlight } from '#domain/texts/section-contents.ts'
import { getCart } from '#web/client/cart.ts'
import { changeCart } from '#web/client/change-cart.ts'
import { useOrigin } from '#web/client/origin.ts'
import { toast } from '#web/client/toast.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { RadioPills } from '#web/ui/forms/radio-pills.tsx'
import { RoomLink } from '#web/ui/model/room-link.tsx'
import { DiscountBadge, SoldBadge } from '#web/ui/product/badge.tsx'
import { Gallery } from '#web/ui/product/gallery.tsx'
import { Highlights } from '#web/ui/product/highlights.tsx'
import { Price } from '#web/ui/product/price.tsx'
import { Reviews } from '#web/ui/product/product-card.tsx'
import { SizeScene } from '#web/ui/product/size-scene.tsx'
import { useWords } from '#web/ui/shop-info.ts'
import { PincodeCheck } from './pincode-check.tsx'
import { ProductInformation } from './product-information.tsx'
import { RequestPot } from './request-pot.tsx'

type ProductDetailProps = {
  product: Product
  sizes: readonly Size[]
  finishes: readonly Finish[]
  /** The seller's name; undefined: the shop itself sells it. */
  soldBy: string | undefined
  highlights: readonly Highlight[]
  /** The sizes and finishes in which a counted product is offered; undefined: all of them. */
  counted?: readonly ShownVariant[] | undefined
  /** Size and finish of the address when the server wrote the page; empty on pages that scripts open. */
  addressed: AddressedVariant
}

/** Images, sizes, colours, price and the Add to cart button. */
export function ProductDetail({ product, finishes, soldBy, highlights, counted, ...props }: ProductDetailProps) {
  const words = useWords()
  const origin = useOrigin()
  const [chosen, choose] = useAddressedChoice(props.addressed)
  const [colourMissing, setColourMissing] = useState(false)
  const sizes = offeredSizes(product, props.sizes, counted)
  // A live update may retire or sell out what was chosen, or move the product to another family.
  const size = sizes.find(({ code }) => code === chosen.size) ?? openingSize(product, sizes)
  const noteOf = (finish: string) => stockNote(counted, size, finish)
  const colour = finishes.find(({ name }) => name === chosen.finish && !noteOf(name)?.isOff)?.name
  // Also of a sold-out finish, which a product feed may link to.
  const price = priceOfChoice(product, size, counted, chosen.finish)
  const finish = colour ?? finishOf(product.productImageUrl[0]) ?? finishes[0]?.name ?? ''
  const model = modelOf(size, finish)

  function addToCart() {
    if (!colour) {
      setColourMissing(true)
      toast.error(chooseFinish(words))
      return
    }
    const item = cartItem(product, size, colour, price)
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
        images={imagesIn(product, size, colour)}
        title={product.title}
        altTexts={product.altTexts}
        morphName={`pot-${product.id}`}
        view3d={
          model && {
            model: { empty: model.glb, planted: modelOf(size, finish, { planted: true })?.glb },
            label: `${size.family} ${size.code} in ${finish}`,
          }
        }
        corner={
          model && (
            <RoomLink
              model={model}
              title={product.title}
              origin={origin}
              page={addressOf(productPath(product.id), { size: size.code, finish })}
            />
          )
        }
        note={words.pictureNote}
      />
      <div className="stack gap-5 product-panel">
        <p className="fine product-card-brand">{`${words.shop} · ${size.family}`}</p>
        <h1>{product.title}</h1>
        {soldBy && <p className="sold-by quiet">Sold by {soldBy}</p>}
        {product.reviews && <Reviews {...product.reviews} />}
        <div className="cluster gap-2 product-price">
          <Price price={price} mrp={mrpOfSize(product, size)} />
          {product.discount !== undefined && product.discount > 0 && <DiscountBadge discount={product.discount} />}
          {product.sold && <SoldBadge />}
        </div>

        <RadioPills
          legend="Size"
          name="size"
          value={size.code}
          onChange={(code) => choose({ size: code })}
          options={sizes.map((option) => ({
            value: option.code,
            label: sizeOptionName(option, priceOfChoice(product, option, counted)),
            note: isSoldOut(counted, option) && 'Sold out',
          }))}
        />
        <RadioPills
          legend={words.finishLabel}
          name="colour"
          value={colour}
          error={colourMissing ? chooseFinish(words) : undefined}
          onChange={(name) => {
            choose({ finish: name })
            setColourMissing(false)
          }}
          options={offeredFinishes(finishes, counted).map((finish) => ({
            value: finish.name,
            label: finish.name,
            swatch: finish,
            ...noteOf(finish.name),
          }))}
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
        <noscript>
          <p className="quiet">
            The cart needs JavaScript. Without it, <a href="/contactUs">write to us</a>.
          </p>
        </noscript>

        <PincodeCheck />
        <p className="product-description">{product.description}</p>
        <Highlights
          measures={`${size.family} ${size.code}: ${dimensionsOf(size)}, width × depth × height`}
          items={highlights}
        />
        <SizeScene size={size} finish={finish} sizes={sizes} />
        <ProductInformation product={product} size={size} />
      </div>
    </article>
  )
}

/** The size and finish that the address chooses, such as that of a shared link. */
function useAddressedChoice(addressed: AddressedVariant): [AddressedVariant, (change: AddressedVariant) => void] {
  const [choice, setChoice] = useState(addressed)
  useLayoutEffect(() => setChoice(readAddress(location.search)), [])

  function choose(change: AddressedVariant) {
    setChoice({ ...choice, ...change })
    // Not a navigation: nothing is loaded anew.
    history.replaceState(history.state, '', addressOf(location.pathname + location.search, change) + location.hash)
  }

  return [choice, choose]
}

/** In a shop with many finishes a counted product shows its own ones only. */
function offeredFinishes(finishes: readonly Finish[], counted: ProductDetailProps['counted']): readonly Finish[] {
  if (!counted || finishes.length <= MANY_FINISHES) return finishes
  return finishes.filter(({ name }) => counted.some(({ finish }) => finish === name))
}

const MANY_FINISHES = 8

function isSoldOut(counted: ProductDetailProps['counted'], { code }: Size): boolean {
  return counted?.every(({ sizeCode, left }) => sizeCode !== code || left === 0) ?? false
}

/** Undefined: there are plenty. */
function stockNote(counted: ProductDetailProps['counted'], { code }: Size, finish: string) {
  if (!counted) return undefined
  const choice = findVariant(counted, { sizeCode: code, finish })
  if (!choice) return { note: 'Not available', isOff: true }
  if (choice.left === 0) return { note: 'Sold out', isOff: true }
  return choice.left === undefined ? undefined : { note: `Only ${choice.left} left`, isOff: false }
}

/** Shows the chosen size, and puts the photograph in the chosen colour first, if there is one. */
function imagesIn({ productImageUrl }: Product, { code }: Size, colour: string | undefined): string[] {
  const inColour =
    colour === undefined ? undefined : productImageUrl.map((image) => imageInFinish(image, colour, code)).find(Boolean)
  const images = productImageUrl.map((image) => inSize(image, code))
  return [...new Set(inColour ? [inColour, ...images] : images)]
}
