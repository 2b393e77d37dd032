import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { messages } from '#domain/messages.ts'
import { formatRupees, type Rupees } from '#domain/money.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import { toast } from '#web/client/toast.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { FormMessage } from '#web/ui/forms/field.tsx'
import { useWords } from '#web/ui/shop-info.ts'

type PayNowInsteadProps = {
  orderId: OrderId
  amount: Rupees
  /** The shop has changed an order that is paid online, and this is what the change has added. */
  isRest: boolean
  /** The address of the payment link by which the page was opened, without login. */
  link?: string
}

/**
 * Pays an order online that was to be paid in cash, or the rest of one that was changed. Shown while `payableNow` says so and
 * online payment is available.
 */
export function PayNowInstead({ orderId, amount, isRest, link }: PayNowInsteadProps) {
  const words = useWords()
  const { revalidate } = useRevalidator()
  const [message, setMessage] = useState<string>()
  const [busy, setBusy] = useState(false)
  // A double click arrives before the button is rendered as busy.
  const isBusy = useRef(false)

  async function pay() {
    if (isBusy.current) return
    isBusy.current = true
    setBusy(true)
    setMessage(undefined)
    const result = await import('./pay-for-order.ts').then(
      ({ payForOrder }) => payForOrder(orderId, words, { isRest, link }),
      () => ({
        kind: 'unanswered' as const,
        message: 'Connection lost. Please try again. You won’t be charged twice.',
      }),
    )
    isBusy.current = false
    setBusy(false)
    if (result.kind === 'placed' || result.kind === 'paid') toast.success(messages.paymentDone)
    else setMessage(result.message)
    await revalidate()
  }

  return (
    <div className="stack start gap-2 no-print">
      <Button onClick={pay} busy={busy}>
        {isRest ? `Pay ${formatRupees(amount)} now` : 'Pay now instead'}
      </Button>
      <p className="quiet">
        {isRest
          ? 'We send your order as soon as this is paid.'
          : `Pay ${formatRupees(amount)} online, and nothing when it arrives.`}
      </p>
      {message && <FormMessage alert>{message}</FormMessage>}
    </div>
  )
}
