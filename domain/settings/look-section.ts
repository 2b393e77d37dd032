import * as v from 'valibot'
import { line, refuseWith } from '#domain/form-fields.ts'
import { choice } from '#domain/shop/fields.ts'
import { accentProblem, type Corner, SPECIFIED_ACCENT, type TypePair } from '#domain/shop/look.ts'
import { defineSection } from '#domain/shop/section.ts'

/** The section `Look`. The defaults are the specified look. */
export const lookSection = defineSection({
  accentColour: {
    label: 'Accent colour',
    type: 'color',
    hint: 'Of buttons, links and prices. It must be dark enough to read; dark mode has a lighter tint of it.',
    schema: v.pipe(
      line,
      v.toLowerCase(),
      v.regex(/^(#[0-9a-f]{6})?$/, 'Enter a colour, such as #2a6a3b.'),
      refuseWith((colour: string) => colour && accentProblem(colour)),
      // The specified colour is stored as none, so that its shades of dark mode stay too.
      v.transform((colour) => (colour === SPECIFIED_ACCENT ? '' : colour)),
    ),
    typed: (colour) => colour || SPECIFIED_ACCENT,
  },
  typePair: {
    label: 'Fonts',
    ...choice<TypePair>({ shop: 'Fraunces and Figtree', system: 'Fonts of the visitor’s device' }, 'Choose fonts.'),
  },
  corner: {
    label: 'Corners',
    ...choice<Corner>({ soft: 'Soft', sharp: 'Sharp', round: 'Round' }, 'Choose corners.'),
  },
})
