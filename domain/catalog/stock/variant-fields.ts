import * as v from 'valibot'
import { PRICE_MAX } from '#domain/catalog/product-fields.ts'
import { line } from '#domain/form-fields.ts'
import { stripRupeeFormat } from '#domain/text.ts'

const UNITS_MAX = 999_999
const VARIANT_SKU_MAX = 60

/** Price, units and SKU of a variant in a form; an empty one is null. @param mayBeEmpty ends the sentences of its problems */
export function variantFields(mayBeEmpty = '') {
  return {
    price: v.pipe(
      line,
      v.transform(stripRupeeFormat),
      v.regex(/^\d{0,15}$/, `Enter the price in whole rupees, such as 849${mayBeEmpty}.`),
      v.transform((text) => (text === '' ? null : Number(text))),
      v.nullable(
        v.pipe(
          v.number(),
          v.minValue(1, 'The price must be at least ₹1.'),
          v.maxValue(PRICE_MAX, 'The price can be at most ₹99,99,999.'),
        ),
      ),
    ),
    units: v.pipe(
      line,
      v.transform((text) => text.replace(/[,\s]/g, '')),
      v.regex(/^\d{0,6}$/, `Enter a whole number from 0 to ${UNITS_MAX}${mayBeEmpty}.`),
      v.transform((text) => (text === '' ? null : Number(text))),
    ),
    sku: v.pipe(
      line,
      v.maxLength(VARIANT_SKU_MAX, `An SKU can have at most ${VARIANT_SKU_MAX} characters.`),
      v.regex(/^[^;]*$/, 'An SKU cannot have a semicolon.'),
      v.transform((text) => text || null),
    ),
  }
}
