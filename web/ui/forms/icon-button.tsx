import type { ComponentProps } from 'react'
import { Icon } from '#web/ui/icons.tsx'

type IconButtonProps = ComponentProps<'button'> & { icon: ComponentProps<typeof Icon>['name']; label: string }

/** A round button without text; screen readers read its label. */
export function IconButton({ icon, label, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      className={className ? `icon-button ${className}` : 'icon-button'}
      aria-label={label}
      {...rest}
    >
      <Icon name={icon} />
    </button>
  )
}
