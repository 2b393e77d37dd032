import { type ReactNode, useId } from 'react'
import type { TextPage as Page, TextContents } from '#domain/texts/contents.ts'
import { Icon } from '#web/ui/icons.tsx'
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
export function FaqPage({ faq: { title, intro, questions } }: { faq: TextContents['faq'] }) {
  return (
    <Prose title={title} intro={<Html as="span" of={intro} />}>
      <Questions questions={questions} />
    </Prose>
  )
}

/** Native `details` with one name: opening one closes the others, without scripts. */
export function Questions({ questions }: Pick<TextContents['faq'], 'questions'>) {
  const name = useId()
  return (
    <div className="lines accordion">
      {questions.map(({ question, answer }) => (
        <details key={question} name={name}>
          <summary>
            <h2>{question}</h2>
            <Icon name="plus" />
          </summary>
          <div className="accordion-answer">
            <Html of={answer} />
          </div>
        </details>
      ))}
    </div>
  )
}
