import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { AltTexts } from '#domain/catalog/alt-texts.ts'
import { typedAltTexts } from '#domain/catalog/forms/alt-text-form.ts'
import { seenOwn, typedOwn } from '#domain/catalog/forms/own-variants.ts'
import {
  type EditableProduct,
  formKindOf,
  isAsked,
  type ProductChoices,
  parseProductUpdate,
  pickedOf,
  productUpdateToast,
} from '#domain/catalog/forms/product-form.ts'
import type { SaveRefused } from '#domain/catalog/forms/product-save.ts'
import { typedSet } from '#domain/catalog/forms/set-form.ts'
import { type PickedProduct, parsePicked } from '#domain/catalog/picked-products.ts'
import { PRODUCT_FIELD_NAMES } from '#domain/catalog/product-fields.ts'
import { formatStock, seenFields, typedStock } from '#domain/catalog/stock/stock-form.ts'
import { forgetDraft } from '#web/client/admin/draft.tsx'
import { onDeleted } from '#web/client/stale-on-error.ts'
import { textFields } from '#web/form-actions.ts'
import { FormMessage } from '#web/ui/forms/field.tsx'
import { Conflict, listConflicts } from './conflict.tsx'
import { PRODUCT_DRAFT, ProductForm } from './product-form.tsx'

type EditProductFormProps = {
  /** The stored product, which somebody else may change while the form is open. */
  product: EditableProduct
  choices: ProductChoices
  saveTo: string
  leaveTo: string
  refused?: SaveRefused | undefined
  notice?: string | undefined
}

export function EditProductForm({ product, choices, refused, ...places }: EditProductFormProps) {
  // The version that the form was filled from; the stored one may be newer.
  const [base, setBase] = useState(product)
  const [version, setVersion] = useState(() => versionAtFirst(product, refused))
  // React Router forgets the result when the page revalidates, while the form still holds its input.
  const [answer, setAnswer] = useState(refused)
  // Input that was sent without scripts has no earlier version to compare with, so the user must choose.
  const [mustChoose, setMustChoose] = useState(product.version !== version)
  const [lost, setLost] = useState<readonly string[]>([])
  const [seen, setSeen] = useState<Record<string, string>>()
  const [isGone, setIsGone] = useState(false)
  useEffect(() => onDeleted(setIsGone), [])
  const form = useRef<HTMLFormElement | null>(null)
  const { revalidate } = useRevalidator()
  const moved = product.version !== version

  // No conflict if no field of the form changed (only approved or featured), or if nothing was typed yet.
  useEffect(() => {
    if (!moved || mustChoose) return
    if (listConflicts(base, product).length === 0) setVersion(product.version)
    else if (isUntouched(form.current, base)) take(product)
  })

  function take(theirs: EditableProduct) {
    setBase(theirs)
    setVersion(theirs.version)
    setAnswer(undefined)
    setMustChoose(false)
    setSeen(undefined)
    setLost([])
  }

  function keepMine(theirs: EditableProduct) {
    setVersion(theirs.version)
    setMustChoose(false)
    // Units are saved as a change from `seen`: with the stored numbers in it, the typed ones are saved as they stand.
    setSeen({ ...seenFields(theirs.cells), ...seenOwn(theirs.own) })
    setLost(base.productImageUrl.filter((src) => !theirs.productImageUrl.includes(src)))
  }

  return (
    <>
      {isGone && (
        <FormMessage alert>
          This product was deleted while you were editing it. Your changes are still here. You can save them once an
          admin restores the product.
        </FormMessage>
      )}
      {moved && (
        <Conflict
          theirs={product}
          mine={typedVersion(form.current, base, answer?.values)}
          values={answer?.values}
          picked={[...(choices.picked ?? []), ...(answer?.picked ?? []), ...pickedProductsIn(form.current)]}
          onKeepMine={() => keepMine(product)}
          onTakeTheirs={() => {
            forgetDraft(PRODUCT_DRAFT)
            take(product)
          }}
        />
      )}
      {lost.length > 0 && (
        <FormMessage tone="plain" alert>
          Some images were removed from this form because someone else deleted them.
        </FormMessage>
      )}
      <ProductForm
        // Remounts the form with another version of the product.
        key={`${base.id}/${base.version}/${answer ? 'kept' : ''}`}
        {...places}
        choices={choices}
        product={{ ...base, version }}
        lostImages={lost}
        check={(fields, { files }) => parseProductUpdate(fields, product, files, choices)}
        toastFor={productUpdateToast}
        refused={answer}
        seen={seen}
        onConflict={() => revalidate()}
        onRestore={(from) => {
          setVersion(from)
          setMustChoose(from !== product.version)
        }}
        formRef={(element) => {
          form.current = element
        }}
      />
    </>
  )
}

/**
 * Input that was sent without scripts is based on the version that the form was opened with. If somebody else has saved
 * meanwhile, the page has a newer one, which must not be overwritten unseen.
 */
function versionAtFirst(product: EditableProduct, refused: SaveRefused | undefined): number {
  const sent = Number(refused?.values.version)
  const isTheSame = listConflicts(typedVersion(null, product, refused?.values), product).length === 0
  return isTheSame || !Number.isSafeInteger(sent) ? product.version : sent
}

/** The product as the form has it; until the form is mounted, with the values of one that was sent without scripts. */
function typedVersion(form: HTMLFormElement | null, base: EditableProduct, values: Record<string, string> | undefined) {
  const typed = typedIn(form, values)
  return {
    ...base,
    ...typed,
    productImageUrl: imagesIn(form, base),
    altTexts: altTextsIn(form, base, values),
    cells: typedStock(base.cells, typed),
    own: typedOwn(base.own, typed),
    set: typedSet(base.set, typed),
  }
}

function typedIn(form: HTMLFormElement | null, values: Record<string, string> | undefined): Record<string, string> {
  if (!form) return values ?? {}
  const fields = new FormData(form)
  return { ...textFields(fields), ...pickedOf(fields) }
}

function isUntouched(form: HTMLFormElement | null, base: EditableProduct): boolean {
  const typed = typedIn(form, undefined)
  const hasSameText = PRODUCT_FIELD_NAMES.every(
    (name) =>
      !isAsked(formKindOf(base), name) || (typed[name] ?? '') === String(base[name] ?? '').replace(/\r\n?/g, '\n'),
  )
  const hasSameCells = formatStock(typedStock(base.cells, typed)) === formatStock(base.cells)
  const { productImageUrl, altTexts, own, set } = typedVersion(form, base, undefined)
  return (
    hasSameText && hasSameCells && listConflicts({ ...base, productImageUrl, altTexts, own, set }, base).length === 0
  )
}

/** Until the form is mounted, its images are the product's. */
function imagesIn(form: HTMLFormElement | null, { productImageUrl }: EditableProduct): string[] {
  if (!form) return productImageUrl
  return pickedIn(form).map(({ dataset }) => dataset.image ?? '')
}

function altTextsIn(
  form: HTMLFormElement | null,
  { altTexts }: EditableProduct,
  values: Record<string, string> | undefined,
): AltTexts {
  if (!form) return { ...altTexts, ...typedAltTexts(values) }
  return Object.fromEntries(
    pickedIn(form).map((image) => [image.dataset.image ?? '', image.querySelector('textarea')?.value ?? '']),
  )
}

function pickedProductsIn(form: HTMLFormElement | null): PickedProduct[] {
  if (!form) return []
  const kept = form.elements.namedItem('goesWith picked')
  return (kept instanceof HTMLTextAreaElement && parsePicked(kept.value)) || []
}

function pickedIn(form: HTMLFormElement): HTMLElement[] {
  return [...form.querySelectorAll<HTMLElement>('[data-image]')]
}
