import * as v from 'valibot'
import { line, maxCharacters, paragraph } from '#domain/form-fields.ts'
import { formatRupees, type Rupees } from '#domain/money.ts'
import { GST_RATES, type GstRate } from '#domain/shop/settings.ts'
import { stripRupeeFormat } from '#domain/text.ts'
import { attributesSchema, goesWithSchema, tagsSchema } from './attributes.ts'
import { SIZE_CODE } from './sizes.ts'
import { STOCK_MODES, type StockMode } from './stock-mode.ts'

export const TITLE_MAX = 200
export const CATEGORY_MAX = 100
export const DESCRIPTION_MAX = 5000
export const PRICE_MAX: Rupees = 9_999_999
export const SKU_MAX = 40
export const COUNTRY_MAX = 60

type Field = {
  label: string
  /** Parses the text of a form field or a spreadsheet cell; an absent one counts as empty. */
  schema: v.GenericSchema<unknown, string | number | null>
  required?: true
  hint?: string
  control?: 'textarea' | 'number'
  /** The values of a select, after an empty one. */
  options?: readonly { value: string; label: string }[]
  /** The label of a select's empty value. */
  unset?: string
  /** Stands under `Tax and details` in the form, or under `Listing`. */
  group?: 'details' | 'listing'
  /** A seller's change is shown without an admin's approval. */
  changesAtOnce?: true
}

export function rupeesOf(what: 'price' | 'MRP') {
  return v.pipe(
    v.number(),
    v.minValue(1, `The ${what} must be at least ₹1.`),
    v.maxValue(PRICE_MAX, `The ${what} can be at most ₹99,99,999.`),
  )
}

/**
 * The editable fields of a product, in the order of the form. The form, the CSV columns, the comparison of two
 * versions, the approval and the queries all follow this table. Images are uploaded, so they are not in it.
 */
export const PRODUCT_FIELDS = {
  title: {
    label: 'Title',
    required: true,
    schema: v.pipe(
      line,
      v.minLength(1, 'Enter a title.'),
      maxCharacters(TITLE_MAX, `A title can have at most ${TITLE_MAX} characters.`),
    ),
  },
  sizeCode: {
    label: 'Size',
    required: true,
    changesAtOnce: true,
    schema: v.pipe(line, v.regex(SIZE_CODE, 'Choose a size.')),
  },
  price: {
    label: 'Price',
    required: true,
    control: 'number',
    hint: 'In whole rupees. Choosing a size fills in its price.',
    changesAtOnce: true,
    schema: v.pipe(
      line,
      v.minLength(1, 'Enter a price in rupees.'),
      v.transform(stripRupeeFormat),
      v.regex(/^\d{1,15}$/, 'Enter the price in whole rupees, such as 849.'),
      v.transform(Number),
      rupeesOf('price'),
    ),
  },
  category: {
    label: 'Category',
    required: true,
    schema: v.pipe(line, v.minLength(1, 'Choose a category.')),
  },
  discount: {
    label: 'Discount',
    control: 'number',
    hint: 'Percentage on the product card. It doesn’t change the price. Leave empty for none.',
    changesAtOnce: true,
    schema: v.pipe(
      line,
      v.regex(/^(\d{1,3})?$/, 'Enter a whole number of percent, or leave it empty.'),
      v.transform((text) => (text === '' ? null : Number(text))),
      v.nullable(v.pipe(v.number(), v.maxValue(100, 'The discount can be at most 100 percent.'))),
    ),
  },
  stock: {
    label: 'Stock',
    hint: 'As delivered: one delivery sells it out. Counted: you enter how many there are. Made to order: never sold out.',
    changesAtOnce: true,
    schema: v.pipe(
      line,
      v.transform((text): string => text || ('as-delivered' satisfies StockMode)),
      v.picklist(STOCK_MODES, 'Choose how stock works: as-delivered, counted or made-to-order.'),
      // A stored product may be a set.
      v.transform((mode): StockMode => mode),
    ),
  },
  description: {
    label: 'Description',
    required: true,
    control: 'textarea',
    hint: 'Plain text, or Markdown: # for a heading, - for a list, **bold**, [words](https://…) for a link.',
    schema: v.pipe(
      paragraph,
      v.minLength(1, 'Enter a description.'),
      maxCharacters(DESCRIPTION_MAX, 'A description can have at most 5,000 characters.'),
    ),
  },
  sku: {
    label: 'SKU',
    group: 'details',
    hint: 'Your own stock number. No two products share one.',
    changesAtOnce: true,
    schema: v.pipe(
      line,
      v.maxLength(SKU_MAX, `An SKU can have at most ${SKU_MAX} characters.`),
      v.regex(/^[A-Za-z0-9._/-]*$/, 'Use letters, digits, dots, hyphens, slashes and underscores only.'),
    ),
  },
  hsn: {
    label: 'HSN',
    group: 'details',
    control: 'number',
    hint: 'The tariff code for invoices: 4, 6 or 8 digits, as your turnover requires.',
    schema: v.pipe(line, v.regex(/^(\d{4}|\d{6}|\d{8})?$/, 'An HSN code has 4, 6 or 8 digits.')),
  },
  gstRate: {
    label: 'GST rate',
    group: 'details',
    unset: 'The shop’s default',
    options: GST_RATES.map((rate) => ({ value: String(rate), label: `${rate} %` })),
    schema: v.pipe(
      line,
      v.transform((text) => (text === '' ? null : Number(text.replace('%', '')))),
      v.nullable(v.picklist(GST_RATES, `Choose one of these rates: ${GST_RATES.join(', ')} %.`)),
      // A stored product may have a rate that has ended.
      v.transform((rate): GstRate | null => rate),
    ),
  },
  mrp: {
    label: 'MRP',
    group: 'details',
    control: 'number',
    hint: 'The maximum retail price in whole rupees, with all taxes, of this product in its own size.',
    changesAtOnce: true,
    schema: v.pipe(
      line,
      v.transform(stripRupeeFormat),
      v.regex(/^\d{0,15}$/, 'Enter the MRP in whole rupees, or leave it empty.'),
      v.transform((text) => (text === '' ? null : Number(text))),
      v.nullable(rupeesOf('MRP')),
    ),
  },
  countryOfOrigin: {
    label: 'Country of origin',
    group: 'details',
    hint: 'Where it was made. Leave empty for the shop’s.',
    schema: v.pipe(line, maxCharacters(COUNTRY_MAX, `A country can have at most ${COUNTRY_MAX} characters.`)),
  },
  tags: {
    label: 'Tags',
    group: 'listing',
    hint: 'Words that collections choose by, with commas between, such as indoor, gift. Shoppers don’t see them.',
    schema: tagsSchema,
  },
  attributes: {
    label: 'Attributes',
    group: 'listing',
    control: 'textarea',
    hint: 'One on each line, such as Material: Stone. The product’s page shows them, and shoppers can filter by them.',
    schema: attributesSchema,
  },
  goesWith: {
    label: 'Goes with',
    group: 'listing',
    hint: 'Up to six products that are shown beside this one. None: others of the same collection.',
    changesAtOnce: true,
    schema: goesWithSchema,
  },
} satisfies Record<string, Field>

type Table = typeof PRODUCT_FIELDS
export type ProductFieldName = keyof Table
/** `price` and `mrp` in rupees; `discount` and `gstRate` in percent. Null or empty: none. */
export type ProductFields = { [Name in ProductFieldName]: v.InferOutput<Table[Name]['schema']> }

type RequiredName = {
  [Name in ProductFieldName]: Table[Name] extends { required: true } ? Name : never
}[ProductFieldName]
type OptionalName = Exclude<ProductFieldName, RequiredName>
/** As shoppers see them; an optional field may be absent, for example in a cart that an older version stored. */
export type ShownFields = Pick<ProductFields, RequiredName> & {
  [Name in OptionalName]?: NonNullable<ProductFields[Name]>
}

export const PRODUCT_FIELD_NAMES = Object.keys(PRODUCT_FIELDS) as ProductFieldName[]
export const REQUIRED_FIELD_NAMES = PRODUCT_FIELD_NAMES.filter((name) => fieldOf(name).required)

export function fieldOf(name: ProductFieldName): Field {
  return PRODUCT_FIELDS[name]
}

/** The optional fields of a product that has none of them. */
export const EMPTY_FIELDS = Object.fromEntries(
  PRODUCT_FIELD_NAMES.filter((name) => !fieldOf(name).required).map((name) => [
    name,
    v.parse(fieldOf(name).schema, ''),
  ]),
) as Pick<ProductFields, OptionalName>

/** The fields' schemas; with `names` only theirs. */
export function fieldSchemas(names: readonly ProductFieldName[] = PRODUCT_FIELD_NAMES) {
  return Object.fromEntries(names.map((name) => [name, PRODUCT_FIELDS[name].schema])) as {
    [Name in ProductFieldName]: Table[Name]['schema']
  }
}

/** Picks these fields from a product, a table's columns or any other object that has them. */
export function pickFields<T extends Record<ProductFieldName, unknown>>(source: T): Pick<T, ProductFieldName> {
  return Object.fromEntries(PRODUCT_FIELD_NAMES.map((name) => [name, source[name]])) as Pick<T, ProductFieldName>
}

/**
 * An MRP below the price: nothing may be sold above it (Legal Metrology (Packaged Commodities) Rules 2011, rule 18(2)).
 * Undefined: none.
 */
export function findMrpProblem({ price, mrp }: { price: Rupees; mrp: Rupees | null }): string | undefined {
  return mrp !== null && mrp < price ? `The MRP must be at least the price, ${formatRupees(price)}.` : undefined
}
