import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { IconButton } from '#web/ui/forms/icon-button.tsx'

type DialogProps = {
  open: boolean
  onClose: () => void
  label: string
  closeLabel?: string
  className?: string
  children: ReactNode
}

/** A native dialog: it traps and restores the focus, and closes on Escape or a click outside. */
export function Dialog({ open, onClose, label, closeLabel = 'Close', className = 'dialog', children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    const dialog = ref.current
    if (!dialog || dialog.open === open) return
    if (open) dialog.showModal()
    else dialog.close()
  }, [open])

  // `closedby` needs a recent browser; everywhere a click on the backdrop targets the dialog itself.
  function closeOnBackdrop(event: MouseEvent<HTMLDialogElement>) {
    if (event.target === ref.current) ref.current.close()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog handles Escape
    <dialog
      ref={ref}
      className={className}
      aria-label={label}
      onClose={onClose}
      onClick={closeOnBackdrop}
      {...{ closedby: 'any' }}
    >
      <div className="dialog-inside">
        <IconButton icon="close" label={closeLabel} className="dialog-close" onClick={onClose} />
        {children}
      </div>
    </dialog>
  )
}

/** The menu on small screens; following a link closes it. */
export function SlideInMenu({ open, onClose, children }: { open: boolean; onClose: () => void; children: ReactNode }) {
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
