import { Button } from '#web/ui/forms/button.tsx'
import { IconButton } from '#web/ui/forms/icon-button.tsx'

type TryAgainProps = { text: string; onRetry?: (() => void) | undefined; onClose: () => void }

/** The inside of a toast that stays until it is closed. */
export function TryAgain({ text, onRetry, onClose }: TryAgainProps) {
  return (
    <div className="row try-again">
      <span role="status" aria-live="assertive">
        {text}
      </span>
      {onRetry && (
        <Button small variant="quiet" onClick={onRetry}>
          Try again
        </Button>
      )}
      <IconButton icon="close" label="Close" onClick={onClose} />
    </div>
  )
}
