import { toast } from '#web/client/toast.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { IconButton } from '#web/ui/forms/icon-button.tsx'
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
    <div className="row try-again">
      <span role="status" aria-live="assertive">
        {online || !retry ? text : 'You are offline'}
      </span>
      {retry && (
        <Button small variant="quiet" onClick={tryAgain}>
          Try again
        </Button>
      )}
      <IconButton icon="close" label="Close" onClick={hideConnectionProblem} />
    </div>
  )
}
