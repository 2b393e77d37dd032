import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { finishOf, imageInFinish } from '#domain/catalog/catalogue-images.ts'
import { wordsFor } from '#domain/catalog/kind.ts'
import { type Model, modelOf } from '#domain/catalog/models.ts'
import { chosenWords, optionGroupsOf, pictureOfChoice, priceOfChoice } from '#domain/catalog/option-groups.ts'
import { MAX_QUANTITY, mrpOfSize, type Product } from '#domain/catalog/product.ts'
import type { ShownPart } from '#domain/catalog/sets.ts'
import { inSize } from '#domain/catalog/sized-image.ts'
import { dimensionsOf, type Finish, findSize, type Size, sizeLabelOf, sizeOptionName } from '#domain/catalog/sizes.ts'
import { openingSizeOf, priceOnly, type ShownVariant, shownPrice } from '#domain/catalog/variant.ts'
import { type AddressedVariant, addressOfVariant, productPath, readAddress } from '#domain/catalog/variant-address.ts'
import { chooseFinish, messages } from '#domain/messages.ts'
import { cartItem, isFull } from '#domain/orders/cart.ts'
import type { TextContents } from '#domain/texts/contents.ts'
import type { Html as HtmlText } from '#domain/texts/document.ts'
import { getCart } from '#web/client/cart.ts'
import { changeCart } from '#web/client/change-cart.ts'
import { toast } from '#web/client/toast.ts'
import { Button, LinkButton } from '#web/ui/forms/button.tsx'
import { RadioPills } from '#web/ui/forms/radio-pills.tsx'
import { Html } from '#web/ui/layout/html.tsx'
import { RoomLink } from '#web/ui/model/room-link.tsx'
import { DiscountBadge, SoldBadge } from '#web/ui/product/badge.tsx'
import { Gallery } from '#web/ui/product/gallery.tsx'
import { Heart } from '#web/ui/product/heart.tsx'
import { Highlights } from '#web/ui/product/highlights.tsx'
import { Price } from '#web/ui/product/price.tsx'
import { Reviews } from '#web/ui/product/product-card.tsx'
import { SizeScene } from '#web/ui/product/size-scene.tsx'
import { useRoot, useWords } from '#web/ui/shop-info.ts'
import { WhatsAppLink } from '#web/ui/whatsapp-link.tsx'
import { BuyBar } from './buy-bar.tsx'
import { OptionGroups } from './option-groups.tsx'
import { PincodeCheck } from './pincode-check.tsx'
import { ProductAttributes, ProductInformation } from './product-information.tsx'
import { RequestPot } from './request-pot.tsx'
import { SetContents } from './set-contents.tsx'

type ProductDetailProps = {
  product: Product
  /** Absent: the description is plain text. */
  descriptionHtml?: HtmlText | undefined
  /** Those in which it is on sale; empty: a product of another kind. */
  sizes: readonly Size[]
  finishes: readonly Finish[]
  /** The seller's name; undefined: the shop itself sells it. */
  soldBy: string | undefined
  highlights: TextContents['highlights']
  variants: readonly ShownVariant[]
  parts: readonly ShownPart[]
  /** The choice in the address when the server wrote the page; empty on pages that scripts open. */
  addressed: AddressedVariant
  children: ReactNode
}

const CHOICE_TOAST = 'choice'

/** Images, sizes, colours, price and the Add to cart button. */
export function ProductDetail({
  product,
  descriptionHtml,
  sizes,
  finishes,
  soldBy,
  highlights,
  variants,
  parts,
  children,
  ...props
}: ProductDetailProps) {
  const words = wordsFor(product, useWords())
  const { origin } = useRoot()
  const [addressed, choose] = useAddressedVariant(props.addressed)
  const [choiceMissing, setChoiceMissing] = useState(false)
  const [isAdded, setAdded] = useState(false)
  const panel = useRef<HTMLDivElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  // A live update may retire or sell out what was chosen, or move the product to another family.
  const size =
    sizes.find(({ code }) => code === addressed.size) ?? findSize({ sizes }, openingSizeOf(product, variants))
  const sizeCode = size?.code ?? ''
  const inSize = variants.filter((variant) => variant.sizeCode === sizeCode)
  const groups = size ? [] : optionGroupsOf(variants, addressed.option ?? '')
  const named = inSize.find(({ finish }) => finish === (size ? addressed.finish : chosenWords(groups)))
  const chosen = named?.left === 0 ? undefined : named
  // Also of a sold-out finish, which a product feed may link to.
  const shown =
    (!named && priceOfChoice(variants, groups)) || priceOnly(named ?? shownPrice(product, variants, { sizeCode }))
  const finish = chosen?.finish ?? finishOf(product.productImageUrl[0]) ?? finishes[0]?.name ?? ''
  // The owner's own models show every variant.
  const [made, planted] = size && !product.glb ? [false, true].map((planted) => modelOf(size, finish, { planted })) : []
  const model: Partial<Model> = { ...made, ...pickModels(product) }
  const missing = size ? chooseFinish(words) : 'Please choose an option'

  function addToCart() {
    if (!chosen) {
      setChoiceMissing(true)
      toast.error(missing, { id: CHOICE_TOAST })
      return
    }
    const item = cartItem(product, chosen, size ? sizeLabelOf(size) : '')
    if (isFull(getCart(), item)) {
      toast.error(`You can order at most ${MAX_QUANTITY} of this ${words.noun}`)
      return
    }
    changeCart({ type: 'ADD_CART', item })
    toast.success(messages.addedToCart)
    setAdded(true)
  }

  /** The colours are far away from the bar, so it leads there. */
  function addFromBar() {
    addToCart()
    if (!chosen)
      panel.current?.querySelector<HTMLElement>(':is([name=colour], [name^=option]:not(:checked)):enabled')?.focus()
  }

  function chooseVariant(change: AddressedVariant) {
    choose(change)
    setChoiceMissing(false)
    if (choiceMissing) toast.dismiss(CHOICE_TOAST)
  }

  return (
    <>
      <article className="product">
        <Gallery
          images={imagesIn(product, sizeCode, chosen, pictureOfChoice(variants, groups))}
          title={product.title}
          altTexts={product.altTexts}
          morphName={`pot-${product.id}`}
          view3d={
            model.glb === undefined
              ? undefined
              : {
                  model: planted?.glb ?? model.glb,
                  hasPlant: planted !== undefined,
                  label: size && made ? `${sizeLabelOf(size)} in ${finish}` : product.title,
                }
          }
          video={product.video}
          corner={
            (model.glb || model.usdz) && (
              <RoomLink
                model={model}
                title={product.title}
                origin={origin}
                page={addressOfVariant(
                  productPath(product.id),
                  size ? { size: size.code, finish } : { option: named?.finish },
                )}
              />
            )
          }
          note={words.pictureNote}
        />
        <div className="stack gap-5 product-panel" ref={panel}>
          <p className="fine product-card-brand">{[words.shop, size?.family].filter(Boolean).join(' · ')}</p>
          <h1>{product.title}</h1>
          {soldBy && <p className="sold-by quiet">Sold by {soldBy}</p>}
          {product.reviews && <Reviews {...product.reviews} />}
          <div className="cluster gap-2 product-price">
            <Price {...shown} mrp={mrpOfSize(product, sizeCode)} />
            <DiscountBadge product={{ discount: product.discount, ...shown }} />
            {product.sold && <SoldBadge />}
          </div>

          {size ? (
            <>
              <RadioPills
                legend="Size"
                name="size"
                value={sizeCode}
                onChange={(code) => choose({ size: code })}
                options={sizes.map((option) => ({
                  value: option.code,
                  label: sizeOptionName(option, shownPrice(product, variants, { sizeCode: option.code }).price),
                  note: isSoldOut(variants, option) && 'Sold out',
                }))}
              />
              <SizeScene
                size={size}
                finish={finish}
                sizes={sizes}
                hrefFor={({ code }) =>
                  addressOfVariant(productPath(product.id), { size: code, finish: chosen?.finish })
                }
                onChoose={(code) => choose({ size: code })}
              />
              <RadioPills
                legend={words.finishLabel}
                name="colour"
                value={chosen?.finish}
                error={choiceMissing ? missing : ''}
                onChange={(name) => chooseVariant({ finish: name })}
                options={offeredFinishes(finishes, variants).map((finish) => ({
                  value: finish.name,
                  label: finish.name,
                  swatch: finish,
                  ...stockNote(inSize.find((variant) => variant.finish === finish.name)),
                }))}
              />
            </>
          ) : (
            <OptionGroups
              groups={groups}
              variants={variants}
              error={choiceMissing ? missing : ''}
              hrefFor={(option) => addressOfVariant(productPath(product.id), { option })}
              onChoose={(option) => chooseVariant({ option })}
            />
          )}

          <SetContents parts={parts} price={shown.price} />
          {product.sold ? (
            <>
              <Button wide disabled>
                Sold
              </Button>
              <RequestPot product={product} />
            </>
          ) : (
            <div className="stack gap-2">
              <Button wide onClick={addToCart} ref={addButton}>
                Add to cart
              </Button>
              {isAdded && (
                <LinkButton to="/cart" variant="quiet" wide>
                  View cart
                </LinkButton>
              )}
            </div>
          )}
          <Heart id={product.id} />
          <noscript>
            <p className="quiet">
              The cart needs JavaScript. Without it, <a href="/contactUs">write to us</a>.
            </p>
          </noscript>

          <WhatsAppLink text={`I have a question about ${product.title}: `} />
          <PincodeCheck of={{ product: String(product.id), size: sizeCode, finish: named?.finish ?? '' }} />
          {descriptionHtml ? (
            <Html className="prose-text product-text" of={descriptionHtml} />
          ) : (
            <p className="product-description">{product.description}</p>
          )}
          <Highlights
            {...(size && { measures: `${sizeLabelOf(size)}: ${dimensionsOf(size)}, width × depth × height` })}
            items={size ? highlights : highlights.filter(isOnDelivery)}
          />
          <ProductAttributes attributes={product.attributes} />
          <ProductInformation product={product} size={size} />
        </div>
      </article>
      {children}
      {!product.sold && variants.length > 0 && (
        <BuyBar
          title={product.title}
          shown={shown}
          mrp={mrpOfSize(product, sizeCode)}
          button={addButton}
          isAdded={isAdded}
          onAdd={addFromBar}
        />
      )}
    </>
  )
}

function pickModels({ glb, usdz }: Product): Partial<Model> {
  return { ...(glb && { glb }), ...(usdz && { usdz }) }
}

/** The others praise pots. */
function isOnDelivery({ icon }: TextContents['highlights'][number]): boolean {
  return icon === 'truck'
}

/** The variant that the address chooses, such as that of a shared link. */
function useAddressedVariant(addressed: AddressedVariant): [AddressedVariant, (change: AddressedVariant) => void] {
  const [choice, setChoice] = useState(addressed)
  // Offline, the page may be a copy that was written for another choice. The same choice is not rendered again.
  useLayoutEffect(() => {
    const named = readAddress(location.search)
    setChoice((written) => (addressOfVariant('', written) === addressOfVariant('', named) ? written : named))
  }, [])

  function choose(change: AddressedVariant) {
    setChoice({ ...choice, ...change })
    // Not a navigation: nothing is loaded anew.
    history.replaceState(
      history.state,
      '',
      addressOfVariant(location.pathname + location.search, change) + location.hash,
    )
  }

  return [choice, choose]
}

/** In a shop with many finishes a product shows its own ones only. */
function offeredFinishes(finishes: readonly Finish[], variants: readonly ShownVariant[]): readonly Finish[] {
  if (finishes.length <= MANY_FINISHES) return finishes
  return finishes.filter(({ name }) => variants.some(({ finish }) => finish === name))
}

const MANY_FINISHES = 8

function isSoldOut(variants: readonly ShownVariant[], { code }: Size): boolean {
  return variants.every(({ sizeCode, left }) => sizeCode !== code || left === 0)
}

/** Undefined: there are plenty. @param variant undefined: not offered */
function stockNote(variant: ShownVariant | undefined) {
  if (!variant) return { note: 'Not available', isOff: true }
  if (variant.left === 0) return { note: 'Sold out', isOff: true }
  return variant.left === undefined ? undefined : { note: `Only ${variant.left} left`, isOff: false }
}

/** Shows the chosen size, and puts the photograph of the chosen variant first, if there is one. */
function imagesIn(
  { productImageUrl }: Product,
  sizeCode: string,
  chosen: ShownVariant | undefined,
  picture: string | undefined,
): string[] {
  const first =
    chosen?.image ??
    picture ??
    (chosen && productImageUrl.map((image) => imageInFinish(image, chosen.finish, sizeCode)).find(Boolean))
  const images = productImageUrl.map((image) => inSize(image, sizeCode))
  return [...new Set(first ? [first, ...images] : images)]
}
