import { type SubmitEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { typedAltTexts } from '#domain/catalog/forms/alt-text-form.ts'
import {
  IMAGE_MAX_MEGABYTES,
  IMAGE_TYPES,
  MAX_IMAGES,
  maxImagesOf,
  tooManyImages,
} from '#domain/catalog/forms/image-limits.ts'
import type { EditableProduct, ProductChoices } from '#domain/catalog/forms/product-form.ts'
import { notAuthenticated, type Saved, type SaveRefused } from '#domain/catalog/forms/product-save.ts'
import { kindOf } from '#domain/catalog/kind.ts'
import type { Parsed, Problems } from '#domain/form-fields.ts'
import { messages } from '#domain/messages.ts'
import { DraftNotice, useDraft } from '#web/client/admin/draft.tsx'
import { type Progress, upload } from '#web/client/admin/upload.ts'
import { useProblems } from '#web/client/problems.ts'
import { toast } from '#web/client/toast.ts'
import { ImagePicker } from '#web/ui/admin/image-picker.tsx'
import { Button, LinkButton } from '#web/ui/forms/button.tsx'
import { FormMessage } from '#web/ui/forms/field.tsx'
import { useWords } from '#web/ui/shop-info.ts'
import { waitsForApproval } from './approval-messages.ts'
import { ProductFields } from './product-fields.tsx'
import { useImages } from './use-images.ts'

type ProductFormProps = {
  /** The product to edit; undefined adds one. */
  product?: EditableProduct
  /** Images of the product that were removed elsewhere, so they cannot be saved. */
  lostImages?: readonly string[]
  choices: ProductChoices
  /** The URL that scripts post to. */
  saveTo: string
  /** The page after saving or cancelling. */
  leaveTo: string
  /** Checks the input in the browser; the server checks it again. */
  check: (form: FormData, images: { files: number; count: number }) => Parsed<unknown>
  toastFor: (form: FormData, images: { files: number; count: number }) => string
  notice?: string | undefined
  /** The result of an action without scripts. */
  refused?: SaveRefused | undefined
  /** The units that the grid's changes are counted from, by field, if not those of `product`. */
  seen?: Record<string, string> | undefined
  onConflict?: (theirs: EditableProduct) => void
  /** A draft was put back that began with this version of the product. */
  onRestore?: (version: number) => void
  formRef?: (form: HTMLFormElement | null) => void
}

export const PRODUCT_DRAFT = 'product'

/** The input and the chosen images stay after every error. */
export function ProductForm(props: ProductFormProps) {
  const { product, choices, saveTo, leaveTo, check, toastFor, refused } = props
  const [done, failed] = product
    ? [messages.productUpdated, messages.updateFailed]
    : [messages.productAdded, messages.addFailed]
  const [seen, setSeen] = useState<Record<string, string>>()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<{ problems?: Problems } | undefined>(refused)
  const altTexts = { ...product?.altTexts, ...typedAltTexts(refused?.values) }
  const [kind, setKind] = useState<string>(product ? kindOf(product) : (refused?.values.kind ?? 'Pot'))
  const max = maxImagesOf({ sizeCode: kind === 'Pot' ? 'pot' : '' }, choices.maxImages ?? MAX_IMAGES)
  const images = useImages(product?.productImageUrl ?? [], altTexts, props.lostImages, max)
  const navigate = useNavigate()
  const words = useWords()
  const { form, problems, message } = useProblems(refusal, (fields) => check(fields, images.writeTo(fields)))
  const draft = useDraft({
    name: PRODUCT_DRAFT,
    form,
    version: String(product?.version ?? ''),
    answer: refusal,
    isSaved: false,
    onRestore: (version) => props.onRestore?.(Number(version)),
  })

  const isImageMended = problems.images !== undefined && images.images.length > 0 && !images.tooMany && !images.wrong
  const shown = isImageMended ? without(problems, 'images') : problems

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const fields = new FormData(event.currentTarget)
    const counts = images.writeTo(fields)
    const checked = check(fields, counts)
    if (!checked.ok || images.wrong) {
      const found = checked.ok ? {} : checked.problems
      setRefusal({ problems: images.wrong ? { images: 'Remove the highlighted images.', ...found } : found })
      toast.error(checked.ok ? failed : toastFor(fields, counts))
      return
    }
    setBusy(true)
    setRefusal(undefined)
    images.setProgress({ loaded: 0, total: 1 })
    const saved = await send(saveTo, fields, images.setProgress)
    images.setProgress(undefined)
    setBusy(false)
    handleSaved(saved)
  }

  function handleSaved(saved: Saved | undefined) {
    if (saved?.ok) {
      toast.success(done)
      if (saved.waits) toast(waitsForApproval(words))
      // Do not redirect if the user has left the page meanwhile.
      if (form.current) navigate(leaveTo)
      return
    }
    toast.error(saved?.toast ?? failed)
    setRefusal({
      problems: saved?.problems ?? { form: 'Connection lost. Your changes are still here. Please try again.' },
    })
    if (!saved) return
    images.mark(saved.images)
    if (saved.seen) setSeen(saved.seen)
    if (saved.conflict) props.onConflict?.(saved.conflict)
  }

  return (
    <form
      ref={(element) => {
        form.current = element
        props.formRef?.(element)
      }}
      method="post"
      encType="multipart/form-data"
      noValidate
      className="form"
      onSubmit={save}
      aria-busy={busy}
    >
      <DraftNotice draft={draft} />
      <ImagePicker
        label="Product images"
        name="images"
        hint={`1 to ${max} images: JPEG, PNG, WebP or AVIF, up to ${IMAGE_MAX_MEGABYTES} MB each. Product cards show the first one.`}
        accept={IMAGE_TYPES.join(',')}
        images={images.images}
        sent={images.sent}
        error={shown.images ?? (images.tooMany ? `${tooManyImages(max)} Remove some.` : undefined)}
        altTextOf={(image) => images.altTextOf(image, shown)}
        onAltText={images.setAltText}
        onAdd={images.add}
        onRemove={images.remove}
        onMove={images.move}
      />
      <ProductFields
        product={product}
        choices={{
          ...choices,
          picked: [...(choices.picked ?? []), ...(refused?.picked ?? [])],
          parts: [...(choices.parts ?? []), ...(refused?.parts ?? [])],
        }}
        onKind={setKind}
        problems={shown}
        values={{ ...refused?.values, ...props.seen, ...seen }}
      />
      {product && <input type="hidden" name="version" value={product.version} />}
      {props.notice && <FormMessage tone="plain">{props.notice}</FormMessage>}
      <div className="cluster">
        <Button type="submit" busy={busy}>
          {product ? 'Update product' : 'Add product'}
        </Button>
        <LinkButton to={leaveTo} variant="quiet">
          Cancel
        </LinkButton>
      </div>
      {busy && (
        <FormMessage tone="plain" alert>
          Uploading and processing the files. This can take a moment.
        </FormMessage>
      )}
      {Object.keys(shown).length > 0 && <FormMessage alert>{message}</FormMessage>}
    </form>
  )
}

function without(problems: Problems, name: string): Problems {
  return Object.fromEntries(Object.entries(problems).filter(([each]) => each !== name))
}

/** @returns undefined after a network error */
async function send(address: string, fields: FormData, onProgress: (progress: Progress) => void) {
  try {
    // Do not upload megabytes if the session has expired.
    const session: unknown = await fetch('/session').then((answer) => answer.json())
    if (session === null) return notAuthenticated
    return (await upload(address, fields, onProgress)) as Saved
  } catch {
    return undefined
  }
}
