import * as v from 'valibot'
import { line, type Parsed, parseWith } from '#domain/form-fields.ts'
import { wordsOf } from './words.ts'

const WORD_MAX = 60

const word = (missing: string) =>
  v.pipe(
    line,
    v.check((typed) => wordsOf(typed).length > 0, missing),
    v.maxLength(WORD_MAX, `Use at most ${WORD_MAX} characters.`),
    v.check((typed) => !typed.includes(','), 'Enter one word, without a comma.'),
  )

const synonymSchema = v.object({
  word: word('Enter a word that people search for.'),
  means: word('Enter a word that your products have.'),
})

/** The form `Add synonym`. */
export function parseSynonym(form: FormData): Parsed<{ word: string; means: string }> {
  return parseWith(synonymSchema, form)
}
