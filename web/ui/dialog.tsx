import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { Icon } from './icons.tsx'

type DialogProps = {
  open: boolean
  onClose: () => void
  /** Its name, for people who hear it. */
  label: string
  closeLabel?: string
  className?: string
  children: ReactNode
}

/** The browser's own dialog: it keeps the focus in, gives it back, and closes on Escape or a press beside it. */
export function Dialog({ open, onClose, label, closeLabel = 'Close', className = 'dialog', children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    const dialog = ref.current
    if (!dialog || dialog.open === open) return
    if (open) dialog.showModal()
    else dialog.close()
  }, [open])

  // `closedby` does this in newer browsers; a press on the backdrop arrives at the dialog itself in all of them.
  function pressBeside(event: MouseEvent<HTMLDialogElement>) {
    if (event.target === ref.current) ref.current.close()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the dialog's own
    <dialog
      ref={ref}
      className={className}
      aria-label={label}
      onClose={onClose}
      onClick={pressBeside}
      {...{ closedby: 'any' }}
    >
      <div className="dialog-inside">
        <button type="button" className="icon-button dialog-close" aria-label={closeLabel} onClick={onClose}>
          <Icon name="close" />
        </button>
        {children}
      </div>
    </dialog>
  )
}

type SlideInMenuProps = { open: boolean; onClose: () => void; children: ReactNode }

/** The menu of small screens; following one of its links closes it. */
export function SlideInMenu({ open, onClose, children }: SlideInMenuProps) {
  function closeAfterLink(event: MouseEvent<HTMLElement>) {
    if ((event.target as Element).closest('a')) onClose()
  }

  return (
    <Dialog open={open} onClose={onClose} label="Menu" closeLabel="Close menu" className="dialog slide-in-menu">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link arrives as a click */}
      <nav aria-label="Menu" onClick={closeAfterLink}>
        {children}
      </nav>
    </Dialog>
  )
}
