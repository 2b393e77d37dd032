import { type ReactNode, useEffect, useRef } from 'react'
import { Dialog } from '#web/ui/dialog.tsx'
import { Button } from '#web/ui/forms/button.tsx'

type ConfirmDialogProps = {
  open: boolean
  onClose: () => void
  /** Names the thing: `Delete “Cubee Desk Cube”?` */
  question: string
  /** What is lost, and what is kept. */
  children: ReactNode
  /** What the button says that does it. */
  action: string
  busy?: boolean
  onConfirm: () => void
}

/** Asks before something is destroyed. Whoever presses Enter by mistake has pressed Cancel. */
export function ConfirmDialog({ open, onClose, question, children, action, busy, onConfirm }: ConfirmDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null)

  // The dialog's own effect, a child's, has opened it by now.
  useEffect(() => {
    if (open) cancel.current?.focus()
  }, [open])

  return (
    <Dialog open={open} onClose={onClose} label={question} className="dialog confirm-dialog">
      <div className="confirm">
        <h2>{question}</h2>
        {children}
        <div className="confirm-buttons">
          <Button variant="quiet" ref={cancel} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" busy={busy} onClick={onConfirm}>
            {action}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
