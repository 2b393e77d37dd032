import type { ReactNode } from 'react'
import type { TextPage as Page } from '#domain/texts/contents.ts'
import type { Faq } from '#domain/texts/section-contents.ts'
import { Accordion } from './accordion.tsx'
import { Blocks, type TableBlock } from './blocks.tsx'
import { Inlines } from './inlines.tsx'
import { Prose } from './prose.tsx'

/** A page whose text the shop's owner writes. */
export function TextPage({ page: { title, intro, body }, children }: { page: Page; children?: ReactNode }) {
  return (
    <Prose title={title} intro={<Inlines of={intro} />}>
      <Blocks blocks={body} />
      {children}
    </Prose>
  )
}

export function WarrantyPage({ page: { title, intro, body } }: { page: Page }) {
  return (
    <Prose title={title} intro={<Inlines of={intro} />}>
      <Blocks blocks={body} drawTable={drawCards} />
    </Prose>
  )
}

/** A table of three columns as cards: what, for how long, what is covered. */
export function drawCards({ rows }: TableBlock) {
  return (
    <ul className="cover">
      {rows.map(([what = [], time = [], covers = []], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity
        <li key={index}>
          <strong>
            <Inlines of={time} />
          </strong>
          <h3>
            <Inlines of={what} />
          </h3>
          <p>
            <Inlines of={covers} />
          </p>
        </li>
      ))}
    </ul>
  )
}

/** One question open at a time. */
export function FaqPage({ faq: { title, intro, questions } }: { faq: Faq }) {
  const items = questions.map(({ question, answer }) => ({ question, answer: <Blocks blocks={answer} /> }))
  return (
    <Prose title={title} intro={<Inlines of={intro} />}>
      <Accordion items={items} />
    </Prose>
  )
}
