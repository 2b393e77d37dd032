import type { TextContents } from '#domain/texts/contents.ts'
import { Icon } from '#web/ui/icons.tsx'
import { Html } from '#web/ui/layout/html.tsx'
import { Section } from '#web/ui/layout/section.tsx'

export function WhyChoose({ reasons: { heading, intro, points } }: { reasons: TextContents['reasons'] }) {
  if (points.length === 0) return null
  return (
    <Section heading={heading} intro={intro} className="why-choose">
      <ul className="grid reasons">
        {points.map(({ icon, heading, text }) => (
          <li key={heading} className="stack gap-2">
            <Icon name={icon} />
            <h3>{heading}</h3>
            <Html as="p" className="quiet" of={text} />
          </li>
        ))}
      </ul>
    </Section>
  )
}
