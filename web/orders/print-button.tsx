import { Button } from '#web/ui/forms/button.tsx'

/** Opens the browser's print dialog; without scripts the browser's own menu does. */
export function PrintButton() {
  return (
    <Button variant="quiet" small className="only-scripts" onClick={() => window.print()}>
      Print
    </Button>
  )
}
