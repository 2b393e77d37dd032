import { type Inline, plainText } from '#domain/texts/document.ts'
import { Icon, type IconName } from '#web/ui/icons.tsx'
import { Inlines } from '#web/ui/layout/inlines.tsx'

type HighlightItem = { icon: IconName; text: readonly Inline[] }

export function Highlights({ items }: { items: readonly HighlightItem[] }) {
  return (
    <ul className="highlights">
      {items.map(({ icon, text }) => (
        <li key={plainText(text)}>
          <Icon name={icon} />
          <span>
            <Inlines of={text} />
          </span>
        </li>
      ))}
    </ul>
  )
}
