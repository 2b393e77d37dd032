import { resolveValue, useToaster } from 'react-hot-toast/headless'
import { Icon } from '#web/ui/icons.tsx'

/** Toasts, newest first. They stay while the pointer is over them. */
export function Toaster() {
  const { toasts, handlers } = useToaster()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only pauses the timers
    <div className="toasts" onMouseEnter={handlers.startPause} onMouseLeave={handlers.endPause}>
      {toasts.map((toast) => (
        <div key={toast.id} className={`toast ${toast.type}`} data-leaving={toast.visible ? undefined : ''}>
          {toast.type === 'success' && <Icon name="check" />}
          {toast.type === 'error' && <Icon name="warning" />}
          <div {...toast.ariaProps}>{resolveValue(toast.message, toast)}</div>
        </div>
      ))}
    </div>
  )
}
