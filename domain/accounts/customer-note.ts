import * as v from 'valibot'
import { formParser, line, maxCharacters, paragraph } from '#domain/form-fields.ts'
import { lengthOf } from '#domain/text.ts'

/** Must equal the check constraints of the table. */
export const CUSTOMER_NOTE_MAX = 2000
const TAGS_MAX = 20
const TAG_MAX = 40

const noteSchema = v.object({
  note: v.pipe(paragraph, maxCharacters(CUSTOMER_NOTE_MAX)),
  tags: v.pipe(
    line,
    v.transform(tagsOf),
    v.maxLength(TAGS_MAX, `Use at most ${TAGS_MAX} tags.`),
    v.check((tags) => tags.every((tag) => lengthOf(tag) <= TAG_MAX), `Use at most ${TAG_MAX} characters for a tag.`),
  ),
  version: v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number)),
})

/** The staff’s note about a customer. `version` 0: there is none yet. */
export type CustomerNote = v.InferOutput<typeof noteSchema>

export const parseCustomerNote = formParser(noteSchema)

/** `VIP, wholesale`: each once, in capitals or not. */
function tagsOf(text: string): string[] {
  const tags = text.split(',').flatMap((tag) => tag.trim() || [])
  return tags.filter((tag, index) => tags.findIndex((one) => one.toLowerCase() === tag.toLowerCase()) === index)
}
