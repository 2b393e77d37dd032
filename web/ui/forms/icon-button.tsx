import type { ComponentProps } from 'react'
import { Icon } from '#web/ui/icons.tsx'

type IconButtonProps = ComponentProps<'button'> & {
  icon: ComponentProps<typeof Icon>['name']
  label: string
  /** It does nothing but stays focusable, because `disabled` would lose the focus. */
  off?: boolean
}

/** A round button without text; screen readers read its label. */
export function IconButton({ icon, label, off = false, className, onClick, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      className={className ? `icon-button ${className}` : 'icon-button'}
      aria-label={label}
      aria-disabled={off || undefined}
      onClick={off ? undefined : onClick}
      {...rest}
    >
      <Icon name={icon} />
    </button>
  )
}
