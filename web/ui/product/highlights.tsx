import { Icon, type IconName } from '#web/ui/icons.tsx'

type Highlight = { icon: IconName; text: string }

export function Highlights({ items }: { items: readonly Highlight[] }) {
  return (
    <ul className="highlights">
      {items.map(({ icon, text }) => (
        <li key={text}>
          <Icon name={icon} />
          {text}
        </li>
      ))}
    </ul>
  )
}
