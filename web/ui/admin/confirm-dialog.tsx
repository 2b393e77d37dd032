import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '#web/ui/forms/button.tsx'
import { Dialog } from '#web/ui/forms/dialog.tsx'

type ConfirmDialogProps = {
  open: boolean
  onClose: () => void
  /** Such as `Delete “Cubee Desk Cube”?` */
  question: string
  children: ReactNode
  /** Label of the confirming button, which looks as `variant` says. */
  action: string
  variant?: 'primary' | 'danger' | undefined
  /** Label of the button that changes nothing. */
  keep?: string
  onConfirm: () => void
}

/** Asks before something is done. Its first button has the focus, in case Enter is pressed by mistake. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, question, children, action, keep = 'Cancel', variant = 'danger', onConfirm } = props
  const cancel = useRef<HTMLButtonElement>(null)

  // A child's effects run first, so the dialog is open by now.
  useEffect(() => {
    if (open) cancel.current?.focus()
  }, [open])

  return (
    <Dialog open={open} onClose={onClose} label={question} className="dialog confirm-dialog">
      <div className="stack gap-3 confirm">
        <h2>{question}</h2>
        {children}
        <div className="cluster">
          <Button variant="quiet" ref={cancel} onClick={onClose}>
            {keep}
          </Button>
          <Button variant={variant} onClick={onConfirm}>
            {action}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
