import * as v from 'valibot'
import { line } from '#domain/form-fields.ts'
import { defineSection } from '#domain/shop/section.ts'

const MAX = 99

/** The section `Stock`. */
export const stockSection = defineSection<'lowStock'>({
  lowStock: {
    label: 'Low stock',
    required: true,
    inputMode: 'numeric',
    hint: 'A counted variant with this many left, or fewer, says “Only 2 left” and is listed on Home.',
    schema: v.pipe(line, v.regex(/^\d{1,2}$/, `Enter a whole number from 0 to ${MAX}.`), v.transform(Number)),
    typed: String,
  },
})
