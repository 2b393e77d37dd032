import type { Parsed, Problems } from '#domain/form-fields.ts'
import { formatRupees, type Rupees } from '#domain/money.ts'
import type { Words } from '#domain/shop/wording.ts'
import {
  addField,
  type ChangeProblem,
  newQuantityField,
  type PresentLine,
  readFingerprint,
  type SeenLine,
  variantField,
  type WantedChange,
} from './change-lines.ts'
import { messageFor } from './order.ts'

export const removeField = (position: number) => `remove:${position}`
export const priceField = (variantId: number) => `price:${variantId}`
export const choiceField = (productId: number) => `choice:${productId}`

/** A variant on sale, as the back office chooses it. `left`: null: not counted. */
export type VariantToSell = {
  variantId: number
  productId: number
  title: string
  choice: string
  price: Rupees
  left: number | null
  isAvailable: boolean
}

/** The value of an exchange: the variant, and the price that the form showed for it. */
export function exchangeValue({ variantId, price }: Pick<VariantToSell, 'variantId' | 'price'>): string {
  return `${variantId}/${price}`
}

/** @param form `quantity:0`, `variant:0` and `remove:0` of each line; `add:12` and `price:12` of a variant that is added */
export function parseChange(form: FormData): Parsed<WantedChange> {
  const problems: Problems = {}
  const seenPrices = new Map<number, Rupees>()
  const positions = fieldsOf(form, 'quantity').map(({ id: position, text }) => {
    const isRemoved = form.has(removeField(position))
    if (!isRemoved && !isCount(text)) problems[newQuantityField(position)] = ENTER_COUNT
    const [variantId, price] = textOf(form, variantField(position)).split('/').map(Number)
    if (variantId && price !== undefined) seenPrices.set(variantId, price)
    return { position, quantity: isRemoved ? 0 : Number(text), variantId: variantId || undefined }
  })
  const added = parseAdded(form)
  Object.assign(problems, added.problems)
  for (const [id, price] of added.seenPrices) seenPrices.set(id, price)
  if (Object.keys(problems).length > 0) return { ok: false, problems }
  return { ok: true, value: { lines: positions, added: added.added, seenPrices } }
}

/** The variants that the form adds, with the prices that it showed. */
export function parseAdded(form: FormData): Pick<WantedChange, 'added' | 'seenPrices'> & { problems: Problems } {
  const fields = fieldsOf(form, 'add')
  const wrong = fields.filter(({ text }) => text !== '' && !isCount(text))
  return {
    added: fields.map(({ id, text }) => ({ variantId: id, quantity: Number(text) || 0 })),
    seenPrices: new Map(fieldsOf(form, 'price').map(({ id, text }) => [id, Number(text) || 0])),
    problems: Object.fromEntries(wrong.map(({ id }) => [addField(id), ENTER_COUNT])),
  }
}

export const ENTER_COUNT = 'Enter how many, as a whole number.'

function isCount(text: string): boolean {
  return /^\d{1,4}$/.test(text)
}

function fieldsOf(form: FormData, name: string): { id: number; text: string }[] {
  return [...form.entries()].flatMap(([field, value]) => {
    const [, of, id] = /^([a-z]+):(\d{1,15})$/.exec(field) ?? []
    return of === name && typeof value === 'string' ? [{ id: Number(id), text: value.trim() }] : []
  })
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** The total while the form is filled in; the server decides by the prices of the moment. */
export function totalAfter(lines: readonly PresentLine[], { lines: wanted, added, seenPrices }: WantedChange): Rupees {
  const sum = lines.reduce((total, line) => {
    const asked = wanted.find(({ position }) => position === line.position)
    const exchanged = asked?.variantId === undefined ? undefined : seenPrices.get(asked.variantId)
    return total + (asked?.quantity ?? line.quantity) * (exchanged ?? line.price)
  }, 0)
  return added.reduce((total, { variantId, quantity }) => total + quantity * (seenPrices.get(variantId) ?? 0), sum)
}

/** The message at a field that was refused, for the desk. */
export function changeProblemText(problem: ChangeProblem, words: Words): string {
  if (problem.kind === 'sent') return `${problem.sent} of this line are dispatched, and stay as they are.`
  if (problem.kind === 'too-much') return `An order holds at most 99 of one ${words.noun} in one size.`
  if (problem.kind === 'other-set')
    return 'The order has this set already, with another price or other parts. Remove that one first.'
  return messageFor(problem, words, formatRupees)
}

/** Quantities and removals that somebody typed into a form that is out of date. @param seen its `fingerprintOf` */
export function describeTyped(seen: string, form: FormData): string[] {
  return readFingerprint(seen).flatMap(({ name, quantity }, position) => {
    const typed = textOf(form, newQuantityField(position)).trim()
    if (form.has(removeField(position))) return [`${name}: remove`]
    if (textOf(form, variantField(position)) !== '') return [`${name}: exchange, ${typed || quantity}`]
    return typed === '' || typed === String(quantity) ? [] : [`${name}: ${typed} instead of ${quantity}`]
  })
}

/** The values typed for lines that are still the same; the other lines would be changed by mistake. */
export function keepTyped(values: Record<string, string>, before: string, now: string): Record<string, string> {
  const old = readFingerprint(before)
  const present = readFingerprint(now)
  return Object.fromEntries(
    Object.entries(values).filter(([field]) => {
      const [, position] = /^(?:quantity|variant|remove):(\d+)$/.exec(field) ?? []
      return position === undefined || same(old[Number(position)], present[Number(position)])
    }),
  )
}

function same(one: SeenLine | undefined, other: SeenLine | undefined): boolean {
  return one !== undefined && one.name === other?.name && one.quantity === other.quantity
}
