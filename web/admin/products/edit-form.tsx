import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { PRODUCT_FIELD_NAMES } from '#domain/catalog/product-fields.ts'
import {
  categoriesForUpdate,
  type EditableProduct,
  parseProductUpdate,
  productUpdateToast,
} from '#domain/catalog/product-form.ts'
import type { SaveRefused } from '#domain/catalog/product-save.ts'
import { messages } from '#domain/messages.ts'
import { onDeleted } from '#web/client/stale-on-error.ts'
import { textFields } from '#web/form-actions.ts'
import { FormMessage } from '#web/ui/forms/field.tsx'
import { Conflict, listConflicts } from './conflict.tsx'
import { ProductForm } from './product-form.tsx'

type EditProductFormProps = {
  /** As the shop has it at this moment: while the form is open, somebody else may save. */
  product: EditableProduct
  saveTo: string
  leaveTo: string
  refused?: SaveRefused | undefined
  /** What saving brings about besides, said before. */
  notice?: string | undefined
}

export function EditProductForm({ product, refused, ...places }: EditProductFormProps) {
  // What the form was filled from; the shop's own may have moved on since.
  const [base, setBase] = useState(product)
  const [version, setVersion] = useState(() => versionAtFirst(product, refused))
  // React Router forgets it as soon as the page is brought up to date; the form still holds what was typed then.
  const [answer, setAnswer] = useState(refused)
  // What was typed before there were scripts has no earlier version to compare with: only a choice ends it.
  const [mustChoose, setMustChoose] = useState(product.version !== version)
  const [lost, setLost] = useState<readonly string[]>([])
  const [isGone, setIsGone] = useState(false)
  useEffect(() => onDeleted(setIsGone), [])
  const form = useRef<HTMLFormElement | null>(null)
  const { revalidate } = useRevalidator()
  const moved = product.version !== version

  // Somebody approved or featured it, or nothing was typed here yet: no reason to ask.
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
    setLost([])
  }

  function keepMine(theirs: EditableProduct) {
    setVersion(theirs.version)
    setMustChoose(false)
    setLost(base.productImageUrl.filter((src) => !theirs.productImageUrl.includes(src)))
  }

  return (
    <>
      {isGone && (
        <FormMessage alert>
          This product has been deleted meanwhile. What you typed stays here: once an admin restores the product, it can
          be saved.
        </FormMessage>
      )}
      {moved && (
        <Conflict
          theirs={product}
          mine={{ ...base, ...typedIn(form.current, answer?.values), productImageUrl: picturesIn(form.current, base) }}
          values={answer?.values}
          onKeepMine={() => keepMine(product)}
          onTakeTheirs={() => take(product)}
        />
      )}
      {lost.length > 0 && (
        <FormMessage tone="plain" alert>
          Pictures have left this form, for somebody has taken them out of the shop.
        </FormMessage>
      )}
      <ProductForm
        // Another version of the product fills the form anew.
        key={`${base.id}/${base.version}/${answer ? 'kept' : ''}`}
        {...places}
        product={{ ...base, version }}
        lostPictures={lost}
        categories={categoriesForUpdate(base.category)}
        submitLabel="Update product"
        done={messages.productUpdated}
        failed={messages.updateFailed}
        check={(fields, { files }) => parseProductUpdate(fields, product, files)}
        toastFor={(fields) => productUpdateToast(fields)}
        refused={answer}
        onConflict={() => revalidate()}
        formRef={(element) => {
          form.current = element
        }}
      />
    </>
  )
}

/**
 * What was typed without scripts belongs to the version that it was typed over. The page that answers has a newer one
 * if somebody else has saved meanwhile, which must not be overwritten unseen.
 */
function versionAtFirst(product: EditableProduct, refused: SaveRefused | undefined): number {
  const sent = Number(refused?.values.version)
  const isTheSame = listConflicts({ ...product, ...refused?.values }, product).length === 0
  return isTheSame || !Number.isSafeInteger(sent) ? product.version : sent
}

function typedIn(form: HTMLFormElement | null, values: Record<string, string> | undefined): Record<string, string> {
  return form ? textFields(new FormData(form)) : (values ?? {})
}

function isUntouched(form: HTMLFormElement | null, base: EditableProduct): boolean {
  const typed = typedIn(form, undefined)
  const hasSameText = PRODUCT_FIELD_NAMES.every(
    (name) => (typed[name] ?? '') === String(base[name] ?? '').replace(/\r\n?/g, '\n'),
  )
  return hasSameText && picturesIn(form, base).join(' ') === base.productImageUrl.join(' ')
}

/** Before there is a form, it is going to have those of the product. */
function picturesIn(form: HTMLFormElement | null, { productImageUrl }: EditableProduct): string[] {
  if (!form) return productImageUrl
  return [...form.querySelectorAll<HTMLElement>('[data-picture]')].map(({ dataset }) => dataset.picture ?? '')
}
