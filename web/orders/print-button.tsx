import { Button } from '#web/ui/forms/button.tsx'

/** Opens the browser's print dialog; without scripts the browser's own menu does. */
export function PrintButton({ className }: { className: string }) {
  return (
    <Button variant="quiet" small className={className} onClick={() => window.print()}>
      Print
    </Button>
  )
}
