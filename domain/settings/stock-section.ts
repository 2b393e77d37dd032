import * as v from 'valibot'
import { IMAGES_MOST, MAX_IMAGES } from '#domain/catalog/forms/image-limits.ts'
import { line } from '#domain/form-fields.ts'
import { defineSection } from '#domain/shop/section.ts'

const MAX = 99

/** The section `Stock`. */
export const stockSection = defineSection<'lowStock' | 'imagesPerPot'>({
  lowStock: {
    label: 'Low stock',
    required: true,
    inputMode: 'numeric',
    hint: 'A counted variant with this many left, or fewer, says “Only 2 left” and is listed on Home.',
    schema: v.pipe(line, v.regex(/^\d{1,2}$/, `Enter a whole number from 0 to ${MAX}.`), v.transform(Number)),
    typed: String,
  },
  imagesPerPot: {
    label: 'Images of a product',
    inputMode: 'numeric',
    hint: `How many images a product in sizes can have, up to ${IMAGES_MOST}. Products of another kind can always have ${IMAGES_MOST}.`,
    schema: v.pipe(
      line,
      v.transform((text) => Number(text || MAX_IMAGES)),
      v.check(
        (count) => Number.isInteger(count) && count >= MAX_IMAGES && count <= IMAGES_MOST,
        `Enter a whole number from ${MAX_IMAGES} to ${IMAGES_MOST}.`,
      ),
    ),
    typed: String,
  },
})
