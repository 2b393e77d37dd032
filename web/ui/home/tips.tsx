import { Section } from '#web/ui/layout/section.tsx'
import { SiteImage } from '#web/ui/layout/site-image.tsx'

export type Tip = { heading: string; text: string; image: `tip-${1 | 2 | 3 | 4}` }

export function Tips({ tips }: { tips: readonly Tip[] }) {
  return (
    <Section heading="Tips and guides" intro="Four simple ways to keep potted plants healthy.">
      <ul className="tips">
        {tips.map((tip) => (
          <li key={tip.heading} className="tip">
            <div className="tip-image">
              <SiteImage name={tip.image} sizes="(min-width: 46rem) 24vw, 50vw" />
            </div>
            <h3>{tip.heading}</h3>
            <p>{tip.text}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
