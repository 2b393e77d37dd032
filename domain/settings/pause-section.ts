import * as v from 'valibot'
import { line, type Problems } from '#domain/form-fields.ts'
import { text } from '#domain/shop/fields.ts'
import { pauseEnd } from '#domain/shop/pause.ts'
import { defineSection } from '#domain/shop/section.ts'

/** The section `Pause`: until when nothing can be ordered, and what the shop says meanwhile. */
export const pauseSection = defineSection<'pausedUntil' | 'pauseSentence'>(
  {
    pausedUntil: {
      label: 'Pause the shop until',
      type: 'datetime-local',
      hint: 'In Indian time. Until then nothing can be ordered; all pages stay. Leave it empty to take orders.',
      schema: v.pipe(
        line,
        v.check(
          (typed) => typed === '' || isLocalTime(typed),
          'Enter a day and a time, such as 30 November 2026, 9:00.',
        ),
        // Some browsers send the seconds too.
        v.transform((typed) => typed.slice(0, 'YYYY-MM-DDTHH:MM'.length)),
      ),
    },
    pauseSentence: {
      label: 'Sentence for shoppers',
      hint: 'On every page and in the cart, before the day on which they can order again. Leave it empty for “We are taking a short break.”',
      schema: text(200),
    },
  },
  {
    warn: (settings, { now }): Problems => {
      const end = pauseEnd(settings)
      return end && end <= now ? { pausedUntil: 'This time has passed, so the shop takes orders.' } : {}
    },
  },
)

function isLocalTime(typed: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/.test(typed) && !Number.isNaN(Date.parse(`${typed}+05:30`))
}
