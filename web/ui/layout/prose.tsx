import type { ReactNode } from 'react'
import { Breadcrumbs } from './breadcrumbs.tsx'

type ProseProps = {
  title: string
  intro: ReactNode
  children: ReactNode
}

/** A text page in one readable column. */
export function Prose({ title, intro, children }: ProseProps) {
  return (
    <div className="prose">
      <Breadcrumbs trail={[{ label: 'Home', to: '/' }, { label: title }]} />
      <h1>{title}</h1>
      <p className="prose-intro">{intro}</p>
      {children}
    </div>
  )
}
