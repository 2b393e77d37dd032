import type { TextContents } from '#domain/texts/contents.ts'
import { Icon } from '#web/ui/icons.tsx'
import { Html } from '#web/ui/layout/html.tsx'

/** @param measures such as `CUBEE C02: 28 × 28 × 28 cm`, in front of the owner's highlights */
export function Highlights({ measures, items }: { measures?: string; items: TextContents['highlights'] }) {
  return (
    <ul className="stack gap-3 highlights">
      {measures && (
        <li className="row top">
          <Icon name="ruler" />
          <span>{measures}</span>
        </li>
      )}
      {items.map(({ icon, text }) => (
        <li key={text} className="row top">
          <Icon name={icon} />
          <Html as="span" of={text} />
        </li>
      ))}
    </ul>
  )
}
