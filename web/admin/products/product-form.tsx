import { type SubmitEvent, useState } from 'react'
import toast from 'react-hot-toast/headless'
import { useNavigate } from 'react-router'
import { IMAGE_MAX_MEGABYTES, IMAGE_TYPES, tooManyImages } from '#domain/catalog/images.ts'
import type { EditableProduct } from '#domain/catalog/product-form.ts'
import { notAuthenticated, type Saved, type SaveRefused } from '#domain/catalog/product-save.ts'
import type { Parsed, Problems } from '#domain/text.ts'
import { type Progress, upload } from '#web/client/admin/upload.ts'
import { useFocusOnProblem } from '#web/client/focus-on-problem.ts'
import { PicturePicker } from '#web/ui/admin/picture-picker.tsx'
import { Button, LinkButton } from '#web/ui/forms/button.tsx'
import { FormMessage } from '#web/ui/forms/field.tsx'
import { waitsForApproval } from './approval-messages.ts'
import { ProductFields } from './product-fields.tsx'
import { usePictures } from './use-pictures.ts'

type ProductFormProps = {
  /** What is being edited; without it, a product is added. */
  product?: EditableProduct
  /** Those of the product that are no longer in the shop: nobody can save them. */
  lostPictures?: readonly string[]
  categories: readonly string[]
  /** Where scripts send the form. */
  saveTo: string
  /** Where it leads when all is well, and when somebody thinks better of it. */
  leaveTo: string
  submitLabel: string
  done: string
  failed: string
  /** Checks in the browser what the server will check again. */
  check: (form: FormData, pictures: { files: number; count: number }) => Parsed<unknown>
  toastFor: (form: FormData, pictures: { files: number; count: number }) => string
  /** What saving brings about besides, said before. */
  notice?: string | undefined
  /** What a press without scripts was answered. */
  refused?: SaveRefused | undefined
  onConflict?: (theirs: EditableProduct) => void
  formRef?: (form: HTMLFormElement | null) => void
}

/** Whatever the answer is, what was typed and chosen stays. */
export function ProductForm(props: ProductFormProps) {
  const { product, categories, saveTo, leaveTo, submitLabel, done, failed, check, toastFor, refused } = props
  const [problems, setProblems] = useState<Problems>(refused?.problems ?? {})
  const [busy, setBusy] = useState(false)
  const pictures = usePictures(product?.productImageUrl ?? [], props.lostPictures)
  const navigate = useNavigate()
  const form = useFocusOnProblem(problems)

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const fields = new FormData(event.currentTarget)
    const counts = pictures.writeTo(fields)
    const checked = check(fields, counts)
    if (!checked.ok || pictures.wrong) {
      const found = checked.ok ? {} : checked.problems
      setProblems(pictures.wrong ? { images: 'Remove the pictures that are marked.', ...found } : found)
      toast.error(checked.ok ? failed : toastFor(fields, counts))
      return
    }
    setBusy(true)
    setProblems({})
    pictures.setProgress({ loaded: 0, total: 1 })
    const saved = await send(saveTo, fields, pictures.setProgress)
    pictures.setProgress(undefined)
    setBusy(false)
    hear(saved)
  }

  function hear(saved: Saved | undefined) {
    if (saved?.ok) {
      toast.success(done)
      if (saved.waits) toast(waitsForApproval)
      // Who has gone elsewhere meanwhile stays there.
      if (form.current) navigate(leaveTo)
      return
    }
    toast.error(saved?.toast ?? failed)
    setProblems(saved?.problems ?? { form: 'We could not reach the shop. Nothing here is lost: please try again.' })
    if (!saved) return
    pictures.mark(saved.pictures)
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
      className="form product-form"
      onSubmit={save}
      aria-busy={busy}
    >
      <ProductFields product={product} categories={categories} problems={problems} values={refused?.values} />
      <PicturePicker
        label="Product images"
        name="images"
        hint={`One to five: JPEG, PNG, WebP or AVIF, up to ${IMAGE_MAX_MEGABYTES} MB each. The first is the one on the cards.`}
        accept={IMAGE_TYPES.join(',')}
        pictures={pictures.pictures}
        sent={pictures.sent}
        error={problems.images ?? (pictures.tooMany ? `${tooManyImages} Remove some.` : undefined)}
        onAdd={pictures.add}
        onRemove={pictures.remove}
        onMove={pictures.move}
      />
      {product && <input type="hidden" name="version" value={product.version} />}
      {props.notice && <FormMessage tone="plain">{props.notice}</FormMessage>}
      <div className="product-form-buttons">
        <Button type="submit" busy={busy}>
          {submitLabel}
        </Button>
        <LinkButton to={leaveTo} variant="quiet">
          Cancel
        </LinkButton>
      </div>
      {busy && (
        <FormMessage tone="plain" alert>
          Sending, then preparing the pictures. This takes a moment.
        </FormMessage>
      )}
      {Object.keys(problems).length > 0 && (
        <FormMessage alert>{problems.form ?? 'Please fix the highlighted fields.'}</FormMessage>
      )}
    </form>
  )
}

/** @returns undefined when the shop cannot be reached */
async function send(address: string, fields: FormData, onProgress: (progress: Progress) => void) {
  try {
    // Megabytes of pictures are not sent on behalf of somebody whose session has run out.
    const session: unknown = await fetch('/session').then((answer) => answer.json())
    if (session === null) return notAuthenticated
    return (await upload(address, fields, onProgress)) as Saved
  } catch {
    return undefined
  }
}
