import * as v from 'valibot'
import { line } from '#domain/form-fields.ts'
import { accentProblem, CORNERS, SPECIFIED_ACCENT, TYPE_PAIRS } from '#domain/shop/look.ts'
import { defineSection } from '#domain/shop/section.ts'

const TYPE_PAIR_TEXTS = { shop: 'Fraunces and Figtree', system: 'Fonts of the visitor’s device' } as const
const CORNER_TEXTS = { soft: 'Soft', sharp: 'Sharp', round: 'Round' } as const

/** The section `Look`. The defaults are the specified look. */
export const lookSection = defineSection<'accentColour' | 'typePair' | 'corner'>({
  accentColour: {
    label: 'Accent colour',
    type: 'color',
    hint: 'Of buttons, links and prices. It must be dark enough to read; dark mode has a lighter tint of it.',
    schema: v.pipe(
      line,
      v.toLowerCase(),
      v.regex(/^(#[0-9a-f]{6})?$/, 'Enter a colour, such as #2a6a3b.'),
      v.rawCheck(({ dataset, addIssue }) => {
        const message = dataset.typed && dataset.value !== '' && accentProblem(dataset.value)
        if (message) addIssue({ message })
      }),
      // The specified colour is stored as none, so that its shades of dark mode stay too.
      v.transform((colour) => (colour === SPECIFIED_ACCENT ? '' : colour)),
    ),
    typed: (colour) => colour || SPECIFIED_ACCENT,
  },
  typePair: {
    label: 'Fonts',
    options: TYPE_PAIRS.map((value) => [value, TYPE_PAIR_TEXTS[value]] as const),
    schema: v.pipe(line, v.picklist(TYPE_PAIRS, 'Choose fonts.')),
  },
  corner: {
    label: 'Corners',
    options: CORNERS.map((value) => [value, CORNER_TEXTS[value]] as const),
    schema: v.pipe(line, v.picklist(CORNERS, 'Choose corners.')),
  },
})
