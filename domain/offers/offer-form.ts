import * as v from 'valibot'
import { readPicked } from '#domain/catalog/picked-products.ts'
import type { ProductId } from '#domain/catalog/product.ts'
import { line, maxCharacters, type Parsed, type Problems, parseWith } from '#domain/form-fields.ts'
import { formatRupees } from '#domain/money.ts'
import { lengthOf, parseId, stripRupeeFormat } from '#domain/text.ts'
import { formatIndianIso } from '#domain/time.ts'
import { APPLIES_TO, CODE_MAX, OFFER_KINDS, type Offer, plainCode } from './offer.ts'

export const OFFER_NAME_MAX = 60
export const OFFER_PRODUCTS_MAX = 500
/** Rupees. */
const AMOUNT_MAX = 9_999_999
const COUNT_MAX = 1_000_000
export const MADE_CODES_MAX = 1000

export type OfferValues = Omit<Offer, 'id' | 'version' | 'needsCode'> & { products: ProductId[] }

/** A whole number; empty: 0. */
const number = (max: number, problem: string) =>
  v.pipe(
    line,
    v.transform(stripRupeeFormat),
    v.regex(/^\d{0,9}$/, problem),
    v.transform(Number),
    v.maxValue(max, `Enter ${max.toLocaleString('en-IN')} or less.`),
  )

const WHOLE_RUPEES = 'Enter whole rupees, or leave it empty.'
const WHOLE_NUMBER = 'Enter a whole number, or leave it empty.'
const LOCAL_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/

/** To the minute, in Indian time; undefined: empty. */
const moment = v.pipe(
  line,
  v.check(
    (typed) => typed === '' || (LOCAL_TIME.test(typed) && !Number.isNaN(Date.parse(`${typed.slice(0, 16)}+05:30`))),
    'Enter a day and a time, such as 8 November 2026, 9:00.',
  ),
  v.transform((typed) => (typed === '' ? undefined : new Date(`${typed.slice(0, 16)}+05:30`))),
)

const formSchema = v.object({
  name: v.pipe(line, v.minLength(1, 'Enter a name. Shoppers see it.'), maxCharacters(OFFER_NAME_MAX)),
  kind: v.pipe(line, v.picklist(keysOf(OFFER_KINDS), 'Choose a kind.')),
  amount: number(AMOUNT_MAX, 'Enter a whole number.'),
  buy: number(99, 'Enter a whole number.'),
  get: number(99, 'Enter a whole number.'),
  appliesTo: v.pipe(line, v.picklist(keysOf(APPLIES_TO), 'Choose what it applies to.')),
  collection: line,
  from: moment,
  until: moment,
  smallestOrder: number(AMOUNT_MAX, WHOLE_RUPEES),
  code: v.pipe(
    line,
    v.transform(plainCode),
    v.check((code) => code === '' || lengthOf(code) >= 3, 'Use at least 3 characters.'),
    maxCharacters(CODE_MAX),
    v.regex(/^[\p{L}\p{M}\p{N}_-]*$/u, 'Use letters, digits and hyphens.'),
  ),
  usesInAll: number(COUNT_MAX, WHOLE_NUMBER),
  usesByPerson: number(COUNT_MAX, WHOLE_NUMBER),
  onlyFor: v.pipe(
    line,
    v.toLowerCase(),
    v.check((text) => text === '' || v.is(v.pipe(v.string(), v.email()), text), 'Enter an email, or leave it empty.'),
    v.maxLength(254, 'Enter an email of at most 254 characters.'),
  ),
})

type Values = v.InferOutput<typeof formSchema>

/** @param now the start of an offer without one */
export function parseOffer(form: FormData, now: Date): Parsed<OfferValues> {
  const parsed = parseWith(formSchema, form)
  const picked = readPicked(form, 'products')
  const found = { ...findProblems(readValid(form), picked, now), ...(!parsed.ok && parsed.problems) }
  if (!parsed.ok || Object.keys(found).length > 0) return { ok: false, problems: found }
  const { kind, appliesTo, collection, from, until, ...values } = parsed.value
  const isFree = kind === 'buy-get'
  const collectionId = appliesTo === 'collection' ? (parseId(collection) ?? null) : null
  const isTicked = (name: string) => form.get(name) !== null
  return {
    ok: true,
    value: {
      ...values,
      kind,
      appliesTo,
      collectionId,
      startsAt: from ?? minuteOf(now),
      endsAt: until ?? null,
      ...(isFree ? { amount: 0 } : { buy: 0, get: 0 }),
      firstOrderOnly: isTicked('firstOrderOnly'),
      paidOnlineOnly: isTicked('paidOnlineOnly'),
      addsUp: isTicked('addsUp'),
      products: appliesTo === 'products' ? [...new Set(picked.map(Number))] : [],
    },
  }
}

/** The fields that are valid by themselves, so that what is wrong between them is said at once. */
function readValid(form: FormData): Partial<Values> {
  const fields = Object.entries(formSchema.entries).flatMap(([name, schema]) => {
    const result = v.safeParse(schema, form.get(name))
    return result.success ? [[name, result.output]] : []
  })
  return Object.fromEntries(fields)
}

function minuteOf(now: Date): Date {
  return new Date(Math.floor(now.getTime() / 60_000) * 60_000)
}

function findProblems(values: Partial<Values>, picked: readonly string[], now: Date): Problems {
  const { kind, appliesTo, amount, buy, get, from = minuteOf(now), until, smallestOrder = 0 } = values
  const isLow = (count: number | undefined) => count !== undefined && count < 1
  const isWrongAmount = isLow(amount) || (kind === 'percent' && amount !== undefined && amount > 100)
  return {
    ...(kind && kind !== 'buy-get' && isWrongAmount && { amount: kind === 'percent' ? PERCENT : RUPEES }),
    ...(kind === 'buy-get' && isLow(buy) && { buy: 'Enter 1 or more.' }),
    ...(kind === 'buy-get' && isLow(get) && { get: 'Enter 1 or more.' }),
    ...(appliesTo === 'collection' &&
      parseId(values.collection) === undefined && { collection: 'Choose a collection.' }),
    ...(appliesTo === 'products' && picked.length === 0 && { products: 'Choose at least one product.' }),
    ...(appliesTo === 'products' && picked.length > OFFER_PRODUCTS_MAX && { products: TOO_MANY }),
    ...(appliesTo === 'products' &&
      picked.some((id) => parseId(id) === undefined) && { products: 'Choose products of this shop.' }),
    ...(until && until <= from && { until: 'Choose a time after it begins.' }),
    ...(kind === 'rupees' &&
      appliesTo === 'order' &&
      amount !== undefined &&
      smallestOrder > 0 &&
      smallestOrder < amount && {
        smallestOrder: `Enter ${formatRupees(amount)} or more, so that it is not more than the order.`,
      }),
  }
}

const RUPEES = 'Enter 1 rupee or more.'
const PERCENT = 'Enter a percentage from 1 to 100.'
const TOO_MANY = `Choose at most ${OFFER_PRODUCTS_MAX} products, or make a collection of them.`

export function typedOffer(offer: Offer): Record<string, string> {
  const { kind, name, appliesTo, collectionId, code, onlyFor } = offer
  const orEmpty = (count: number) => (count === 0 ? '' : String(count))
  return {
    kind,
    name,
    appliesTo,
    code,
    onlyFor,
    collection: String(collectionId ?? ''),
    amount: orEmpty(offer.amount),
    buy: orEmpty(offer.buy),
    get: orEmpty(offer.get),
    from: typedMoment(offer.startsAt),
    until: offer.endsAt ? typedMoment(offer.endsAt) : '',
    smallestOrder: orEmpty(offer.smallestOrder),
    usesInAll: orEmpty(offer.usesInAll),
    usesByPerson: orEmpty(offer.usesByPerson),
    ...(offer.firstOrderOnly && { firstOrderOnly: 'on' }),
    ...(offer.paidOnlineOnly && { paidOnlineOnly: 'on' }),
    ...(offer.addsUp && { addsUp: 'on' }),
  }
}

function typedMoment(time: Date): string {
  return formatIndianIso(time).slice(0, 16)
}

/** @returns how many codes are to be made */
export function parseMakeCodes(form: FormData): Parsed<number> {
  const typed = String(form.get('howMany') ?? '').trim()
  const count = /^\d{1,6}$/.test(typed) ? Number(typed) : 0
  if (count >= 1 && count <= MADE_CODES_MAX) return { ok: true, value: count }
  return { ok: false, problems: { howMany: 'Enter a number from 1 to 1,000.' } }
}

/** Five bits a sign, without the look-alikes I, L, O and U. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A code that nobody guesses: ten signs. @param bytes ten random ones */
export function madeCode(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => SIGNS[byte & 31]).join('')
}

function keysOf<Key extends string>(table: Record<Key, string>): Key[] {
  return Object.keys(table) as Key[]
}
