import * as v from 'valibot'
import { line, maxCharacters, type Parsed, type Problems, paragraph, parseWith } from '#domain/form-fields.ts'
import { formatRupees } from '#domain/money.ts'
import { addressSchema, readFormAddress } from '#domain/page-address.ts'
import { cleanLine, parseId, stripRupeeFormat } from '#domain/text.ts'
import { MAX_FOUND } from './listing.ts'
import { readPicked } from './picked-products.ts'
import type { ProductId } from './product.ts'
import { PRICE_MAX } from './product-fields.ts'

const NAME_MAX = 100
const SENTENCE_MAX = 500
/** Few enough to be filtered as what a search has found. */
export const CHOSEN_MAX = MAX_FOUND

const ruleSchema = v.object({
  family: v.optional(v.string()),
  priceFrom: v.optional(v.number()),
  priceTo: v.optional(v.number()),
  tag: v.optional(v.string()),
  /** Such as `Material: Stone`. */
  attribute: v.optional(v.string()),
  onOffer: v.optional(v.literal(true)),
})

/** A product fits when it fits every condition that there is. Prices in rupees. */
export type CollectionRule = v.InferOutput<typeof ruleSchema>

export type Collection = {
  id: number
  name: string
  /** The last part of the address of its page. */
  address: string
  sentence: string
  /** Empty: none. */
  picture: string
  inMenu: boolean
  /** Null: chosen by hand. */
  rule: CollectionRule | null
  version: number
}

export type CollectionValues = Omit<Collection, 'id' | 'picture' | 'version'> & {
  /** Chosen by hand, in their order. */
  products: ProductId[]
}

export function collectionPath({ address }: Pick<Collection, 'address'>): string {
  return `/collections/${encodeURIComponent(address)}`
}

const price = v.pipe(
  line,
  v.transform(stripRupeeFormat),
  v.regex(/^\d{0,15}$/, 'Enter the price in whole rupees, or leave it empty.'),
  v.transform((text) => (text === '' ? undefined : Number(text))),
  v.optional(v.pipe(v.number(), v.maxValue(PRICE_MAX, 'The price can be at most ₹99,99,999.'))),
)

const condition = v.pipe(line, v.maxLength(130, 'Use at most 130 characters.'))

const formSchema = v.object({
  name: v.pipe(line, v.minLength(1, 'Enter a name.'), maxCharacters(NAME_MAX)),
  address: addressSchema,
  sentence: v.pipe(paragraph, maxCharacters(SENTENCE_MAX)),
  chosen: v.pipe(line, v.picklist(['hand', 'rule'], 'Choose how its products are chosen.')),
  family: condition,
  priceFrom: price,
  priceTo: price,
  tag: condition,
  attribute: v.pipe(
    condition,
    v.check((text) => text === '' || /^[^:]+: ?\S/.test(text), 'Write a name and a value, such as Material: Stone.'),
  ),
})

export function parseCollection(form: FormData): Parsed<CollectionValues> {
  const parsed = parseWith(formSchema, form)
  if (!parsed.ok) return parsed
  const { name, sentence, chosen, ...values } = parsed.value
  const { address, problem } = readFormAddress({ name, address: values.address })
  const picked = readPicked(form, 'products')
  const rule = ruleOf(values, form.get('onOffer') !== null)
  const problems: Problems = {
    ...(problem && { address: problem }),
    ...(chosen === 'hand' && picked.length > CHOSEN_MAX && { products: `Choose at most ${CHOSEN_MAX} products.` }),
    ...(chosen === 'hand' &&
      picked.some((id) => parseId(id) === undefined) && { products: 'Choose products of this shop.' }),
    ...(chosen === 'rule' &&
      Object.keys(rule).length === 0 && { chosen: 'Fill in at least one condition of the rule.' }),
    ...(chosen === 'rule' &&
      rule.priceFrom !== undefined &&
      rule.priceTo !== undefined &&
      rule.priceFrom > rule.priceTo && { priceTo: `Enter ${formatRupees(rule.priceFrom)} or more.` }),
  }
  if (Object.keys(problems).length > 0) return { ok: false, problems }
  const common = { name, address, sentence, inMenu: form.get('inMenu') !== null }
  return {
    ok: true,
    value:
      chosen === 'hand' ? { ...common, rule: null, products: picked.map(Number) } : { ...common, rule, products: [] },
  }
}

type RuleFields = Pick<v.InferOutput<typeof formSchema>, 'family' | 'priceFrom' | 'priceTo' | 'tag' | 'attribute'>

function ruleOf({ family, priceFrom, priceTo, tag, attribute }: RuleFields, onOffer: boolean): CollectionRule {
  const [name = '', ...value] = attribute.split(':')
  return {
    ...(family && { family }),
    ...(priceFrom !== undefined && { priceFrom }),
    ...(priceTo !== undefined && { priceTo }),
    ...(tag && { tag }),
    ...(attribute && { attribute: `${cleanLine(name)}: ${cleanLine(value.join(':'))}` }),
    ...(onOffer && { onOffer: true as const }),
  }
}

/** @param stored null: chosen by hand */
export function readRule(stored: unknown): CollectionRule | null {
  return v.parse(v.nullable(ruleSchema), stored)
}

/** A rule in words: `CUBEE, from ₹500, on offer`. */
export function ruleInWords({ family, priceFrom, priceTo, tag, attribute, onOffer }: CollectionRule): string {
  return [
    family,
    priceFrom !== undefined && `from ${formatRupees(priceFrom)}`,
    priceTo !== undefined && `up to ${formatRupees(priceTo)}`,
    tag && `tagged ${tag}`,
    attribute,
    onOffer && 'on offer',
  ]
    .filter(Boolean)
    .join(', ')
}
