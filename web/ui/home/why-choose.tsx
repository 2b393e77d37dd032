import { Icon, type IconName } from '#web/ui/icons.tsx'
import { Section } from '#web/ui/layout/section.tsx'

export type Reason = { icon: IconName; heading: string; text: string }

export function WhyChoose({ points }: { points: readonly Reason[] }) {
  return (
    <Section heading="Why choose Gamla" className="why-choose">
      <ul className="reasons">
        {points.map(({ icon, heading, text }) => (
          <li key={heading}>
            <Icon name={icon} />
            <h3>{heading}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
