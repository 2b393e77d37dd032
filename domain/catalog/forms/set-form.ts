import * as v from 'valibot'
import type { KINDS } from '#domain/catalog/kind.ts'
import { MAX_QUANTITY, type ProductId } from '#domain/catalog/product.ts'
import { fieldOf } from '#domain/catalog/product-fields.ts'
import { type SetContents, type SetPart, sumOfParts } from '#domain/catalog/sets.ts'
import { choiceText, type Variant } from '#domain/catalog/variant.ts'
import { line, type Problems, parseWith } from '#domain/form-fields.ts'
import { formatRupees, type Rupees } from '#domain/money.ts'
import { parseId } from '#domain/text.ts'

export const MAX_PARTS = 20

const PART_FIELDS = ['product', 'variant', 'many'] as const
type PartField = (typeof PART_FIELDS)[number]

/** A row of the form. `choice`: the words of a variant; empty: the only one that its product has. */
export type SetRow = { number: number; productId: ProductId; choice: string; quantity: number }

export type SetForm = { price: Rupees | null; percent: number | null; rows: SetRow[] }

/** Such as `part:1:many`. @param number of the row, from 1 */
export function partField(number: number, field: PartField): string {
  return `part:${number}:${field}`
}

type Sent = Readonly<Record<string, unknown>>

const textOf = (sent: Sent, name: string): string => String(sent[name] ?? '').trim()

export function isSetKind(sent: Sent): boolean {
  return textOf(sent, 'kind') === ('Set' satisfies (typeof KINDS)[number])
}

export function hasSetFields(sent: Sent): boolean {
  return 'parts' in sent || 'setPercent' in sent
}

/** The rows as typed, in the order of their numbers; one whose number of pieces was emptied is left out. */
export function typedRows(sent: Sent): { number: number; product: string; variant: string; many: string }[] {
  const numbers = Object.keys(sent).flatMap((name) => {
    const [, number] = /^part:(\d{1,4}):product$/.exec(name) ?? []
    return number === undefined ? [] : [Number(number)]
  })
  return numbers
    .toSorted((one, other) => one - other)
    .map((number) => ({
      number,
      product: textOf(sent, partField(number, 'product')),
      variant: textOf(sent, partField(number, 'variant')),
      many: textOf(sent, partField(number, 'many')),
    }))
    .filter(({ many }) => many !== '' && many !== '0')
}

/** The fields of the rows, and a row for each product that was chosen in the list which a browser without scripts shows. */
export function partFieldsOf(form: FormData): Record<string, string> {
  const chosen = form.getAll('parts').map(String).filter(Boolean)
  const last = Math.max(0, ...typedRows(Object.fromEntries(form)).map(({ number }) => number))
  const added = chosen.flatMap((id, index) => {
    const row: Record<PartField, string> = { product: id, variant: '', many: '1' }
    return PART_FIELDS.map((field) => [partField(last + index + 1, field), row[field]])
  })
  return { ...(form.has('parts') && { parts: '' }), ...Object.fromEntries(added) }
}

const WRONG_PERCENT = 'Enter a whole number of percent, from 1 to 99.'
const schema = v.object({
  percent: v.pipe(
    line,
    v.transform((text) => text.replace(/\s?%$/, '')),
    v.regex(/^(\d{1,15})?$/, WRONG_PERCENT),
    v.transform((text) => (text === '' ? null : Number(text))),
    v.nullable(v.pipe(v.number(), v.minValue(1, WRONG_PERCENT), v.maxValue(99, WRONG_PERCENT))),
  ),
})

export type ParsedSet = { ok: true; form: SetForm } | { ok: false; problems: Problems }

export function parseSetForm(sent: Sent): ParsedSet {
  const problems: Problems = {}
  const percent = parseWith(schema, { percent: sent.setPercent ?? '' })
  if (!percent.ok) problems.setPercent = percent.problems.percent ?? ''
  const hasPrice = textOf(sent, 'price') !== ''
  const price = hasPrice ? v.safeParse(fieldOf('price').schema, sent.price) : undefined
  if (price && !price.success) problems.price = price.issues[0].message
  if (percent.ok && percent.value.percent !== null && hasPrice)
    problems.setPercent = 'Enter a price or a percentage, not both.'
  if (percent.ok && percent.value.percent === null && !hasPrice)
    problems.price = 'Enter a price in rupees, or percent off the prices of the parts.'

  const rows = typedRows(sent).flatMap(({ number, product, variant, many }): SetRow | [] => {
    const productId = parseId(product)
    const quantity = /^\d{1,4}$/.test(many) ? Number(many) : 0
    if (!productId) problems[partField(number, 'variant')] = GONE
    if (quantity < 1 || quantity > MAX_QUANTITY)
      problems[partField(number, 'many')] = `Enter how many of it are in the set, from 1 to ${MAX_QUANTITY}.`
    return productId ? { number, productId, choice: variant, quantity } : []
  })
  if (rows.length === 0 && Object.keys(problems).every((name) => !name.startsWith('part:')))
    problems.parts = 'Choose at least one product.'
  if (rows.length > MAX_PARTS) problems.parts = `A set can have at most ${MAX_PARTS} products.`
  if (!percent.ok || Object.keys(problems).length > 0) return { ok: false, problems }
  return { ok: true, form: { price: price ? Number(price.output) : null, percent: percent.value.percent, rows } }
}

/** A product that was chosen, as it is now. */
export type ChosenProduct = {
  title: string
  isForSale: boolean
  isSet: boolean
  /** The user who added it. */
  userId: string | null
  variants: readonly Variant[]
}

export type SetDecision = { ok: true; contents: SetContents } | { ok: false; problems: Problems }

/**
 * @param setId of the set itself; undefined: it is new
 * @param ownerId of a seller, who may only use products of their own; undefined: staff may use all
 */
export function decideSet(
  { price, percent, rows }: SetForm,
  chosen: ReadonlyMap<ProductId, ChosenProduct>,
  { setId, ownerId }: { setId?: ProductId | undefined; ownerId?: string | undefined },
): SetDecision {
  const problems: Problems = {}
  const used = new Set<number>()
  const parts = rows.flatMap(({ number, productId, choice, quantity }): (SetPart & { price: Rupees }) | [] => {
    const field = partField(number, 'variant')
    const product = chosen.get(productId)
    const problem = findProductProblem(product, { isItself: productId === setId, ownerId })
    if (problem || !product) {
      problems[field] = problem ?? GONE
      return []
    }
    const { variants, title } = product
    const only = variants.length === 1 && choice === '' ? variants[0] : undefined
    const variant = only ?? variants.find((each) => choiceText(each) === choice)
    if (!variant) {
      problems[field] = choice === '' ? 'Choose which of them.' : `“${choice}” is not on sale. Choose another.`
      return []
    }
    if (used.has(variant.id)) problems[field] = 'This is in the set already. Enter there how many there are.'
    used.add(variant.id)
    const { sizeCode, finish } = variant
    return { variantId: variant.id, productId, title, sizeCode, finish, quantity, image: '', price: variant.price }
  })
  const sum = sumOfParts(parts)
  if (Object.keys(problems).length === 0 && price !== null && price > sum)
    problems.price = `The parts cost ${formatRupees(sum)} together, so the set can cost at most that.`
  if (Object.keys(problems).length > 0) return { ok: false, problems }
  return { ok: true, contents: { price, percent, parts: parts.map(({ price: _, ...part }) => part) } }
}

const GONE = 'This product no longer exists. Choose another.'

function findProductProblem(
  product: ChosenProduct | undefined,
  { isItself, ownerId }: { isItself: boolean; ownerId: string | undefined },
): string | undefined {
  if (isItself) return 'A set cannot hold itself. Choose another product.'
  // Of another seller's product a seller learns nothing.
  if (!product || (ownerId !== undefined && product.userId !== ownerId))
    return ownerId === undefined ? GONE : 'Choose one of your own products.'
  if (product.isSet) return `“${product.title}” is a set. A set cannot hold another set, so choose its products.`
  if (!product.isForSale) return `“${product.title}” is not on sale. Put it on sale first, or choose another product.`
  return undefined
}

/** A set in words, a line each, for the audit log and for comparing two versions. */
export function setText({ price, percent, parts }: SetContents): string {
  const cost = price === null ? `${percent} % off` : formatRupees(price)
  return [
    cost,
    ...parts.map((part) => `${part.quantity} × ${[part.title, choiceText(part)].filter(Boolean).join(', ')}`),
  ].join('\n')
}

/** Must a seller's change be approved again? Numbers and the price need no approval. */
export function holdsOthers(before: SetContents, after: SetContents): boolean {
  const held = ({ parts }: SetContents) => JSON.stringify(parts.map(({ variantId, quantity }) => [variantId, quantity]))
  return held(before) !== held(after)
}

/** The fields of the form as the set is stored, by name. */
export function setFields({ price, percent, parts }: SetContents): Record<string, string> {
  const rows = parts.flatMap((part, index) => {
    const row: Record<PartField, string> = {
      product: String(part.productId ?? ''),
      variant: choiceText(part),
      many: String(part.quantity),
    }
    return PART_FIELDS.map((field) => [partField(index + 1, field), row[field]])
  })
  return { price: String(price ?? ''), setPercent: String(percent ?? ''), ...Object.fromEntries(rows) }
}

/** The set as the form has it, for comparing versions; a form that cannot be read changes nothing. */
export function typedSet(
  stored: SetContents | undefined,
  sent: Sent,
  titles: (id: ProductId) => string = String,
): SetContents | undefined {
  const parsed = stored && hasSetFields(sent) ? parseSetForm(sent) : undefined
  if (!stored || !parsed?.ok) return stored
  const { price, percent, rows } = parsed.form
  const parts = rows.map(({ productId, choice, quantity }): SetPart => {
    const known = stored.parts.find((part) => part.productId === productId)
    const same = stored.parts.find((part) => part.productId === productId && choiceText(part) === choice)
    if (same) return { ...same, quantity }
    return {
      variantId: 0,
      productId,
      title: known?.title ?? titles(productId),
      sizeCode: '',
      finish: choice,
      quantity,
      image: '',
    }
  })
  return { price, percent, parts }
}
