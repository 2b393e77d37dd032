import { useRef, useState } from 'react'
import { useWords } from '#web/ui/shop-info.ts'
import type { payOnline } from './pay-online.ts'
import type { OtherWay } from './payment-message.ts'

/** `unanswered`: the payment code could not be loaded, or its request got no response. */
export type PaidResult = Awaited<ReturnType<typeof payOnline>> | { kind: 'unanswered' }

/** Loads the payment code on demand. */
export function usePayOnline(onResult: (answer: PaidResult) => void) {
  const words = useWords()
  const [isPaying, setPaying] = useState(false)
  // A double click arrives before the button is re-rendered as busy.
  const isBusy = useRef(false)

  async function pay(checkout: Record<string, string>, other: OtherWay) {
    if (isBusy.current) return
    isBusy.current = true
    setPaying(true)
    const focused = document.activeElement
    const result = await import('./pay-online.ts').then(
      ({ payOnline }) => payOnline(checkout, words, other),
      () => ({ kind: 'unanswered' as const }),
    )
    isBusy.current = false
    setPaying(false)
    // The provider's window took the focus and closed without giving it back.
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
    onResult(result)
  }

  return { pay, isPaying }
}
