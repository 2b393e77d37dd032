import * as v from 'valibot'
import { formParser, line, paragraph, refuseWith } from '#domain/form-fields.ts'
import { keptDays } from '#domain/shop/fields.ts'
import { defineSection } from '#domain/shop/section.ts'
import { cleanLine } from '#domain/text.ts'
import { DEFAULT_SYNONYMS, LINE_MAX, LINES_MAX, synonymLines, synonymProblem } from './synonyms.ts'
import { wordsOf } from './words.ts'

/** The section `Search`: words that mean the same, and how long searches with no results are kept. */
export const searchSection = defineSection({
  synonyms: {
    label: 'Words that mean the same',
    control: 'textarea',
    hint: 'A line for each meaning, with commas between its words. A search for one also shows products with another, below the results. Leave empty for those that come with the shop.',
    schema: v.pipe(
      paragraph,
      v.maxLength(LINES_MAX * LINE_MAX, `Use at most ${LINES_MAX} lines.`),
      v.transform((text) => text.split('\n').map(cleanLine).filter(Boolean)),
      refuseWith<string[]>(synonymProblem),
      // If the lines are the default, nothing is stored, so that a later version's default applies.
      v.transform((lines) => (lines.join('\n') === DEFAULT_SYNONYMS.join('\n') ? [] : lines)),
    ),
    typed: (_lines, settings) => synonymLines(settings).join('\n'),
  },
  keepSearchesDays: {
    label: 'Searches with no results (days)',
    hint: 'How long they are listed in the tab Searches after they were last searched.',
    ...keptDays(1),
  },
})

const WORD_MAX = 60

const word = (missing: string) =>
  v.pipe(
    line,
    v.check((typed) => wordsOf(typed).length > 0, missing),
    v.maxLength(WORD_MAX, `Use at most ${WORD_MAX} characters.`),
    v.check((typed) => !typed.includes(','), 'Enter one word, without a comma.'),
  )

export const parseSynonym = formParser(
  v.object({
    word: word('Enter a word that people search for.'),
    means: word('Enter a word that your products have.'),
  }),
)
