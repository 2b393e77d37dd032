import { type ReactNode, useId } from 'react'
import type { Html as HtmlText } from '#domain/texts/document.ts'
import { Html } from './html.tsx'

type SectionProps = {
  heading: string
  intro?: HtmlText
  more?: ReactNode
  className?: string
  children: ReactNode
}

export function Section({ heading, intro = '', more, className, children }: SectionProps) {
  const id = useId()
  return (
    <section className={className ? `section ${className}` : 'section'} aria-labelledby={id}>
      <div className="cluster spread bottom section-heading">
        <div>
          <h2 id={id}>{heading}</h2>
          {intro && <Html as="p" className="quiet" of={intro} />}
        </div>
        {more}
      </div>
      {children}
    </section>
  )
}
