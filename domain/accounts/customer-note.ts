import * as v from 'valibot'
import { line, type Parsed, paragraph, parseWith } from '#domain/form-fields.ts'
import { lengthOf } from '#domain/text.ts'

/** Must equal the check constraints of the table. */
export const CUSTOMER_NOTE_MAX = 2000
export const TAGS_MAX = 20
export const TAG_MAX = 40

/** The staff’s note about a customer. `version` 0: there is none yet. */
export type CustomerNote = { note: string; tags: string[]; version: number }

const noteSchema = v.object({
  note: v.pipe(
    paragraph,
    v.check((note) => lengthOf(note) <= CUSTOMER_NOTE_MAX, `Use at most ${CUSTOMER_NOTE_MAX} characters.`),
  ),
  tags: v.pipe(
    line,
    v.transform(tagsOf),
    v.maxLength(TAGS_MAX, `Use at most ${TAGS_MAX} tags.`),
    v.check((tags) => tags.every((tag) => lengthOf(tag) <= TAG_MAX), `Use at most ${TAG_MAX} characters for a tag.`),
  ),
  version: v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number)),
})

export function parseCustomerNote(form: unknown): Parsed<CustomerNote> {
  return parseWith(noteSchema, form)
}

/** `VIP, wholesale`: each once, in capitals or not. */
function tagsOf(text: string): string[] {
  const tags = text.split(',').flatMap((tag) => tag.trim() || [])
  return tags.filter((tag, index) => tags.findIndex((one) => one.toLowerCase() === tag.toLowerCase()) === index)
}
