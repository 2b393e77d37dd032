import * as v from 'valibot'
import { PRODUCT_FIELDS } from '#domain/catalog/product-fields.ts'
import { type Catalogue, FINISH_NAME_MAX, type Finish, findSize, SIZE_CODE, type Size } from '#domain/catalog/sizes.ts'
import { formParser, line, type Problems } from '#domain/form-fields.ts'

const FAMILY_MAX = 40
const MEASURE_MAX = 2000
const WEIGHT_MAX = 2000

export type SizeValues = Omit<Size, 'isRetired'>
export type FinishValues = Omit<Finish, 'isRetired'>

const centimetres = v.pipe(
  line,
  v.regex(/^\d{1,4}([.,]\d)?$/, 'Enter centimetres, such as 28 or 28.5.'),
  v.transform((text) => Number(text.replace(',', '.'))),
  v.minValue(0.1, 'Enter at least 0.1 cm.'),
  v.maxValue(MEASURE_MAX, 'Enter at most 2,000 cm.'),
)

const sizeSchema = v.object({
  family: v.pipe(line, v.minLength(1, 'Choose a family.')),
  code: v.pipe(line, v.toUpperCase(), v.regex(SIZE_CODE, 'Use up to 20 letters, digits and hyphens, such as TR04.')),
  price: PRODUCT_FIELDS.price.schema,
  width: centimetres,
  depth: centimetres,
  height: centimetres,
  weight: v.pipe(
    line,
    v.regex(/^(\d{1,4}([.,]\d{1,3})?)?$/, 'Enter kilograms, such as 2.4, or leave it empty.'),
    v.transform((text) => (text === '' ? null : Number(text.replace(',', '.')))),
    v.nullable(
      v.pipe(
        v.number(),
        v.minValue(0.001, 'Enter at least 1 gram.'),
        v.maxValue(WEIGHT_MAX, 'Enter at most 2,000 kg.'),
      ),
    ),
  ),
})

export const parseSize = formParser(sizeSchema)

export const parseFamily = formParser(
  v.object({
    name: v.pipe(
      line,
      v.minLength(1, 'Enter a name.'),
      v.maxLength(FAMILY_MAX, `Use at most ${FAMILY_MAX} characters.`),
    ),
  }),
)

const finishSchema = v.object({
  name: v.pipe(
    line,
    v.minLength(1, 'Enter a name.'),
    v.maxLength(FINISH_NAME_MAX, `Use at most ${FINISH_NAME_MAX} characters.`),
    // The products file writes a choice as `C01/Grey Stone=5;`.
    v.regex(/^[^;=]*$/, 'A name cannot have a semicolon or an equals sign.'),
  ),
  swatch: v.pipe(line, v.toLowerCase(), v.regex(/^#[0-9a-f]{6}$/, 'Choose a colour, such as #86878a.')),
})

export const parseFinish = formParser(finishSchema)

/** @param original its code before; undefined: a new size */
export function findSizeProblems(
  catalogue: Pick<Catalogue, 'sizes'> & { families: readonly string[] },
  { code, family }: SizeValues,
  original: string | undefined,
): Problems {
  return {
    ...(!catalogue.families.includes(family) && { family: 'Choose a family.' }),
    ...(original === undefined && findSize(catalogue, code) && { code: 'There is a size with this code already.' }),
  }
}

/** Names are compared in lower case. @param original the name before; undefined: a new one */
export function findNameProblems(names: readonly string[], name: string, original: string | undefined): Problems {
  const others = names.filter((other) => other !== original)
  const isTaken = others.some((other) => other.toLowerCase() === name.toLowerCase())
  return isTaken ? { name: 'This name is taken already.' } : {}
}

/** Tells whether somebody else has changed it since a form was opened. */
export function versionOf(entry: Size | Finish | string): string {
  return JSON.stringify(entry)
}
