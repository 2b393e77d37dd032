import { type ReactNode, useId } from 'react'

type SectionProps = {
  heading: string
  line?: string
  /** A link beside the heading. */
  more?: ReactNode
  className?: string
  children: ReactNode
}

/** One part of a page under its own heading. */
export function Section({ heading, line, more, className, children }: SectionProps) {
  const id = useId()
  return (
    <section className={className ? `section ${className}` : 'section'} aria-labelledby={id}>
      <div className="section-heading">
        <div>
          <h2 id={id}>{heading}</h2>
          {line && <p>{line}</p>}
        </div>
        {more}
      </div>
      {children}
    </section>
  )
}
