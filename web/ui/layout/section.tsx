import { type ReactNode, useId } from 'react'
import type { Inline } from '#domain/texts/document.ts'
import { Inlines } from './inlines.tsx'

type SectionProps = {
  heading: string
  intro?: readonly Inline[]
  /** A link beside the heading. */
  more?: ReactNode
  className?: string
  children: ReactNode
}

export function Section({ heading, intro = [], more, className, children }: SectionProps) {
  const id = useId()
  return (
    <section className={className ? `section ${className}` : 'section'} aria-labelledby={id}>
      <div className="section-heading">
        <div>
          <h2 id={id}>{heading}</h2>
          {intro.length > 0 && (
            <p>
              <Inlines of={intro} />
            </p>
          )}
        </div>
        {more}
      </div>
      {children}
    </section>
  )
}
