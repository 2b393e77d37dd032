import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { messages } from '#domain/messages.ts'
import {
  categoriesForUpdate,
  type EditableProduct,
  parseProductUpdate,
  productUpdateToast,
} from '#domain/product-form.ts'
import { Conflict, differences } from './conflict.tsx'
import { ProductForm } from './product-form.tsx'
import type { Refusal } from './refusal.ts'

type UpdateFormProps = {
  /** As the shop has it at this moment: while the form is open, somebody else may save. */
  product: EditableProduct
  saveTo: string
  leaveTo: string
  refused?: Refusal | undefined
}

export function UpdateForm({ product, refused, ...places }: UpdateFormProps) {
  // What the form was filled from; the shop's own may have moved on since.
  const [base, setBase] = useState(product)
  const [version, setVersion] = useState(product.version)
  const form = useRef<HTMLFormElement | null>(null)
  const { revalidate } = useRevalidator()
  const moved = product.version !== version

  // Somebody approved or featured it, or nothing was typed here yet: no reason to ask.
  useEffect(() => {
    if (!moved) return
    if (differences(base, product).length === 0) setVersion(product.version)
    else if (isUntouched(form.current, base)) take(product)
  })

  function take(theirs: EditableProduct) {
    setBase(theirs)
    setVersion(theirs.version)
  }

  const theirs = moved ? product : refused?.conflict
  return (
    <>
      {theirs && theirs.version !== version && (
        <Conflict
          theirs={theirs}
          mine={{ ...base, ...typedIn(form.current, refused?.kept) }}
          onKeepMine={() => setVersion(theirs.version)}
          onTakeTheirs={() => take(theirs)}
        />
      )}
      <ProductForm
        // Another version of the product fills the form anew.
        key={`${base.id}/${base.version}`}
        {...places}
        product={{ ...base, version }}
        categories={categoriesForUpdate(base.category)}
        submitLabel="Update product"
        done={messages.productUpdated}
        failed={messages.updateFailed}
        check={(fields, { files }) => parseProductUpdate(fields, product, files)}
        toastFor={(fields) => productUpdateToast(fields)}
        refused={refused}
        onConflict={() => revalidate()}
        formRef={(element) => {
          form.current = element
        }}
      />
    </>
  )
}

function typedIn(form: HTMLFormElement | null, kept: Record<string, string> | undefined): Record<string, string> {
  if (!form) return kept ?? {}
  return Object.fromEntries(
    [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

function isUntouched(form: HTMLFormElement | null, base: EditableProduct): boolean {
  const typed = typedIn(form, undefined)
  const sameWords = (['title', 'price', 'sizeCode', 'category', 'description'] as const).every(
    (name) => (typed[name] ?? '') === String(base[name]).replace(/\r\n?/g, '\n'),
  )
  const pictures = [...(form?.querySelectorAll<HTMLElement>('[data-picture]') ?? [])].map(
    ({ dataset }) => dataset.picture,
  )
  return (
    sameWords &&
    (typed.discount ?? '') === String(base.discount ?? '') &&
    pictures.join(' ') === base.productImageUrl.join(' ')
  )
}
