import { resolveValue, useToaster } from 'react-hot-toast/headless'
import { Icon } from '#web/ui/icons.tsx'

/** What the shop has to say at this moment, the newest first. While a pointer is on it, nothing of it goes. */
export function Toaster() {
  const { toasts, handlers } = useToaster()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only waits for who reads with a pointer; all else is in its toasts
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
