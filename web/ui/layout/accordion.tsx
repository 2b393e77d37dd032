import { type ReactNode, useId } from 'react'
import { Icon } from '#web/ui/icons.tsx'

type AccordionProps = { items: readonly { question: string; answer: ReactNode }[] }

/** Native `details` with one name: opening one closes the others, without scripts. */
export function Accordion({ items }: AccordionProps) {
  const name = useId()
  return (
    <div className="lines accordion">
      {items.map(({ question, answer }) => (
        <details key={question} name={name}>
          <summary>
            <h2>{question}</h2>
            <Icon name="plus" />
          </summary>
          <div className="accordion-answer">{answer}</div>
        </details>
      ))}
    </div>
  )
}
