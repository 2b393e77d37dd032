import { toast } from '#web/client/toast.ts'
import { TryAgain } from '#web/ui/try-again.tsx'
import { useOnline } from './service-worker.ts'

/** Says that something could not be loaded or sent. Without `retry` the form that failed is still there to be sent again. */
export type ConnectionProblem = { text: string; retry?: (() => unknown) | undefined }

const ID = 'offline'

/** The message stays until a page loads or the shopper closes it. */
export function showConnectionProblem(problem: ConnectionProblem) {
  // A new element, so that screen readers read the same words again.
  hideConnectionProblem()
  toast.error(<ConnectionMessage {...problem} />, {
    id: ID,
    duration: Number.POSITIVE_INFINITY,
    // The message names its own live region, without the buttons.
    isLive: false,
  })
}

export function hideConnectionProblem() {
  toast.remove(ID)
}

/** The connection may come back while the message is open, which changes its text. */
function ConnectionMessage({ text, retry }: ConnectionProblem) {
  const online = useOnline()

  function tryAgain() {
    hideConnectionProblem()
    // The focused button disappears, so the focus needs another place.
    document.getElementById('main')?.focus({ preventScroll: true })
    retry?.()
  }

  return (
    <TryAgain
      text={online || !retry ? text : 'You are offline'}
      onRetry={retry && tryAgain}
      onClose={hideConnectionProblem}
    />
  )
}
