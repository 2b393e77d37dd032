import { pauseToasts, resumeToasts, useToasts } from '#web/client/toast.ts'
import { Icon } from '#web/ui/icons.tsx'

/** Toasts, newest first. Their timers pause while the pointer is over one. */
export function Toaster() {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only pauses the timers
    <div className="toasts" onMouseEnter={pauseToasts} onMouseLeave={resumeToasts}>
      {useToasts().map(({ id, kind, content, isLive, isLeaving }) => (
        <div key={id} className={`toast ${kind}`} data-leaving={isLeaving ? '' : undefined}>
          {kind === 'success' && <Icon name="check" />}
          {kind === 'error' && <Icon name="warning" />}
          <div {...(isLive && { role: 'status', 'aria-live': 'polite' })}>{content}</div>
        </div>
      ))}
    </div>
  )
}
