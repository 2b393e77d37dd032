import * as v from 'valibot'
import { formParser, paragraph, sender } from '#domain/form-fields.ts'

const requestSchema = v.object({
  ...sender,
  note: v.pipe(paragraph, v.maxLength(1000, 'Use at most 1,000 characters.')),
})

/** A request for a Sold pot; the specification calls the record productRaise. */
export type ProductRequest = v.InferOutput<typeof requestSchema>

export const parseProductRequest = formParser(requestSchema)
