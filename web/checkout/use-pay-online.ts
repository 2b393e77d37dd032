import { useRef, useState } from 'react'
import type { payOnline } from './pay-online.ts'

export type PaidAnswer = Awaited<ReturnType<typeof payOnline>> | { kind: 'unanswered' }

/** The code of a payment comes when somebody pays. */
export function usePayOnline(onResult: (answer: PaidAnswer) => void) {
  const [isPaying, setPaying] = useState(false)
  // Two presses can come before the button knows of the first.
  const isBusy = useRef(false)

  async function pay(checkout: Record<string, string>) {
    if (isBusy.current) return
    isBusy.current = true
    setPaying(true)
    const pressed = document.activeElement
    const answer = await import('./pay-online.ts').then(
      ({ payOnline }) => payOnline(checkout),
      () => ({ kind: 'unanswered' as const }),
    )
    isBusy.current = false
    setPaying(false)
    // The provider's window took the focus, and went away with it.
    if (pressed instanceof HTMLElement) pressed.focus({ preventScroll: true })
    onResult(answer)
  }

  return { pay, isPaying }
}
