import type { Faq } from '#domain/texts/section-contents.ts'
import { Accordion } from './accordion.tsx'
import { Blocks } from './blocks.tsx'
import { Inlines } from './inlines.tsx'
import { Prose } from './prose.tsx'

export function FaqPage({ faq: { title, intro, questions } }: { faq: Faq }) {
  const items = questions.map(({ question, answer }) => ({ question, answer: <Blocks blocks={answer} /> }))
  return (
    <Prose title={title} intro={<Inlines of={intro} />}>
      <Accordion items={items} />
    </Prose>
  )
}
