import type { User } from '#domain/accounts/user.ts'
import { ownFieldName, pictureKeyOf } from '#domain/catalog/forms/own-variants.ts'
import {
  newProductToast,
  parseNewProduct,
  parseProductUpdate,
  pickedOf,
  productUpdateToast,
} from '#domain/catalog/forms/product-form.ts'
import type { Saved, SaveRefused } from '#domain/catalog/forms/product-save.ts'
import { typedRows } from '#domain/catalog/forms/set-form.ts'
import { MEDIA_NAMES } from '#domain/catalog/media.ts'
import { findSize, type Size } from '#domain/catalog/sizes.ts'
import type { Problems } from '#domain/form-fields.ts'
import { messages } from '#domain/messages.ts'
import { parseId } from '#domain/text.ts'
import {
  addProduct,
  findEditableProduct,
  type ProductFiles,
  updateProduct,
  type VariantPicture,
} from '#server/catalog/products.ts'
import { listOfferedParts } from '#server/catalog/sets.ts'
import { listTitles } from '#server/collections/queries.ts'
import type { Upload } from '#server/http/uploads/uploads.ts'
import type { Shop } from '#server/shop.ts'
import { listDescriptionProblems } from '#server/texts/description.ts'
import { textFields } from '#web/form-actions.ts'
import { loadChoices } from './load-product.ts'

/** A refused form that was sent without scripts, with the titles of the products that were picked. */
export async function withPicked({ db }: Pick<Shop, 'db'>, refused: SaveRefused): Promise<SaveRefused> {
  const ids = (refused.values.goesWith ?? '').split(' ').flatMap((id) => parseId(id) ?? [])
  const ofSet = typedRows(refused.values).flatMap(({ product }) => parseId(product) ?? [])
  const parts = await listOfferedParts(db, ofSet.slice(0, PICKED_AGAIN))
  return { ...refused, picked: await listTitles(db, ids.slice(0, PICKED_AGAIN)), parts }
}

/** More than may be picked, so that somebody can choose which to remove. */
const PICKED_AGAIN = 50

export async function saveNewProduct(shop: Shop, user: User, upload: Upload): Promise<Saved> {
  if (!upload.ok) return refuseUpload(upload, messages.addFailed)
  const sent = readProductForm(upload)
  const { form, files } = sent
  countFirst(form)
  const refuse = refusalOf(form, messages.addFailed)
  try {
    const choices = await loadChoices(shop)
    fillPrice(form, choices.sizes)
    if (form.has('show')) return refuse(200, {}, { toast: '' })
    const parsed = parseNewProduct(form, files.images.length, choices)
    if (!parsed.ok) return refuse(400, parsed.problems, { toast: newProductToast(form, files.images.length) })
    const problems = descriptionProblems(parsed.value)
    if (problems) return refuse(400, problems)
    const added = await addProduct(shop, user, parsed.value, files.images, files.pictures, files.media)
    return added.ok ? added : refuseFor(added, refuse, sent)
  } catch (error) {
    shop.log.error(messages.addFailed, error)
    return refuse(503, { form: tryAgain })
  }
}

/** A deleted product, or another seller's, is not found. */
export async function saveEditedProduct(shop: Shop, user: User, id: string, upload: Upload): Promise<Saved> {
  if (!upload.ok) return refuseUpload(upload, messages.updateFailed)
  const sent = readProductForm(upload)
  const { form, files } = sent
  const refuse = refusalOf(form, messages.updateFailed)
  try {
    const productId = parseId(id)
    const present = productId && (await findEditableProduct(shop, user, productId))
    if (!present) return refuse(404, { form: missing })
    const choices = await loadChoices(shop)
    fillPrice(form, choices.sizes)
    if (form.has('show')) return refuse(200, {}, { toast: '' })
    const parsed = parseProductUpdate(form, present, files.images.length, choices)
    if (!parsed.ok) return refuse(400, parsed.problems, { toast: productUpdateToast(form) })
    const problems = descriptionProblems(parsed.value, present)
    if (problems) return refuse(400, problems)
    const updated = await updateProduct(shop, user, present.id, parsed.value, files.images, files.pictures, files.media)
    return updated.ok ? updated : refuseFor(updated, refuse, sent)
  } catch (error) {
    shop.log.error(messages.updateFailed, error)
    return refuse(503, { form: tryAgain })
  }
}

/** @param present the stored product, whose description may be older than the rules of its Markdown */
function descriptionProblems({ description = '' }: { description?: string }, present?: { description: string }) {
  const problems = description === present?.description ? [] : listDescriptionProblems(description)
  return problems.length > 0 ? { description: problems.join(' ') } : undefined
}

const tryAgain = 'Something went wrong, so nothing was saved. Your changes are still here. Please try again.'
const missing = 'This product no longer exists.'

function refuseUpload({ status, problem }: Extract<Upload, { ok: false }>, toast: string): SaveRefused {
  return refusalOf(new FormData(), toast)(status, { form: problem })
}

function readProductForm(upload: Extract<Upload, { ok: true }>): { form: FormData; files: ProductFiles } {
  const images = upload.files.filter(({ field }) => field === 'images').map(({ file }) => file)
  const pictures = upload.files.flatMap(({ field, file }): VariantPicture | [] => {
    const key = pictureKeyOf(field)
    return key === undefined ? [] : { key, file }
  })
  const media = MEDIA_NAMES.flatMap((name) => {
    const sent = upload.files.find(({ field }) => field === name)
    return sent ? [{ media: name, file: sent.file }] : []
  })
  return { form: upload.fields, files: { images, pictures, media } }
}

/** Without scripts a form of a pot may become one of another kind, whose stock is counted unless somebody chooses otherwise. */
function countFirst(form: FormData): void {
  const isFirst = ![...form.keys()].some((name) => /^own:(id|price):/.test(name))
  if (isFirst && form.get('kind') === 'Other') form.set('stock', 'counted')
}

/** A new product's price is that of its size; scripts fill it in, and this does so without them. */
function fillPrice(form: FormData, sizes: readonly Size[]): void {
  const size = findSize({ sizes }, String(form.get('sizeCode')))
  if (size && !form.get('price')) form.set('price', String(size.price))
}

/** @param toast the default; a refusal may bring its own */
function refusalOf(form: FormData, toast: string) {
  const values = { ...textFields(form), ...pickedOf(form) }
  return (status: number, problems: Problems, rest?: Partial<SaveRefused>): SaveRefused => ({
    ok: false,
    status,
    toast,
    problems,
    images: [],
    values: { ...values, ...rest?.seen },
    ...rest,
  })
}

type Failed = Exclude<Awaited<ReturnType<typeof updateProduct | typeof addProduct>>, { ok: true }>

function refuseFor(
  failed: Failed,
  refuse: ReturnType<typeof refusalOf>,
  { form, files: { images, pictures, media } }: ReturnType<typeof readProductForm>,
): SaveRefused {
  switch (failed.reason) {
    case 'not-found':
      return refuse(404, { form: missing })
    case 'conflict':
      return refuse(409, { form: CONFLICT }, { conflict: failed.current })
    case 'sku-taken': {
      const field = form.get('kind') === 'Other' ? ownFieldName('sku', []) : 'sku'
      return refuse(409, { [field]: 'Another product has this SKU.' })
    }
    case 'quota':
      return refuse(429, { form: failed.problem })
    case 'lost-images':
      return refuse(400, { images: `${failed.lost.join(', ')}: no longer available. Remove it, or reload the page.` })
    case 'set':
      return refuse(400, failed.problems)
    case 'stock':
      return refuse(409, failed.problems, { seen: failed.seen })
    case 'images': {
      const wrong = failed.problems.filter(({ index }) => index < images.length)
      const others = failed.problems.flatMap(({ index, problem }) => {
        const picture = pictures[index - images.length]
        const file = media[index - images.length - pictures.length]
        return picture ? [[`own:picture:${picture.key}`, problem]] : file ? [[file.media, problem]] : []
      })
      const ofImages = wrong.map(({ name, problem }) => `${name}: ${problem}`).join(' ')
      const problems = { ...(ofImages && { images: ofImages }), ...Object.fromEntries(others) }
      return refuse(400, problems, { images: wrong })
    }
    case 'store-failed':
      return refuse(503, { form: 'The files could not be stored, so nothing was saved. Please try again.' })
  }
}

const CONFLICT = 'Someone else saved this product while you were editing it.'
