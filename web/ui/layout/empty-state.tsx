import type { ReactNode } from 'react'
import { useWords } from '#web/ui/shop-info.ts'
import { SiteImage } from './site-image.tsx'

type EmptyStateProps = {
  /** Decorative; an empty pot by default, where pots are sold. `false`: none. */
  image?: ReactNode
  heading: string
  text?: ReactNode
  action?: ReactNode
  /** 1 when it is the whole page. */
  level?: 1 | 2
  className?: string
}

export function EmptyState({ image, heading, text, action, level = 2, className }: EmptyStateProps) {
  const Heading = level === 1 ? 'h1' : 'h2'
  const { sellsPots } = useWords()
  return (
    <div className={className ? `empty-state ${className}` : 'empty-state'}>
      {sellsPots && image !== false && (
        <div className="empty-state-image" aria-hidden="true">
          {image ?? <SiteImage name="empty-search" sizes="15rem" />}
        </div>
      )}
      <Heading>{heading}</Heading>
      {text && <p>{text}</p>}
      {action && <div className="cluster center">{action}</div>}
    </div>
  )
}
