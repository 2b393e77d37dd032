import type { ReactNode } from 'react'
import type { Faq, TextPage as Page } from '#domain/texts/contents.ts'
import { Accordion } from './accordion.tsx'
import { Html } from './html.tsx'
import { Prose } from './prose.tsx'

/** A page whose text the shop's owner writes. */
export function TextPage({ page: { title, intro, body }, children }: { page: Page; children?: ReactNode }) {
  return (
    <Prose title={title} intro={<Html as="span" of={intro} />}>
      <Html className="prose-text" of={body} />
      {children}
    </Prose>
  )
}

/** One question open at a time. */
export function FaqPage({ faq: { title, intro, questions } }: { faq: Faq }) {
  return (
    <Prose title={title} intro={<Html as="span" of={intro} />}>
      <Questions questions={questions} />
    </Prose>
  )
}

export function Questions({ questions }: Pick<Faq, 'questions'>) {
  return <Accordion items={questions.map(({ question, answer }) => ({ question, answer: <Html of={answer} /> }))} />
}
