import { type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import toast from 'react-hot-toast'
import { useFetcher, useNavigate } from 'react-router'
import { addressToast, type DeliveryAddress, parseAddress } from '#domain/address.ts'
import type { Cart } from '#domain/cart.ts'
import { messages } from '#domain/messages.ts'
import type { QuotedLine } from '#domain/order.ts'
import type { Problems } from '#domain/text.ts'
import { addressDraft } from '#web/browser/address-draft.ts'
import { changeCart } from '#web/browser/cart.ts'
import { checkoutKeyFor, forgetCheckoutKey } from '#web/browser/checkout-key.ts'
import { getVisitor, setVisitor } from '#web/browser/visitor.ts'
import { Button } from '#web/ui/button.tsx'
import { FormMessage } from '#web/ui/field.tsx'
import { AddressFields } from './address-fields.tsx'
import type { clientAction } from './cart.tsx'
import { requestedLines } from './use-quotes.ts'

type CheckoutPanelProps = { cart: Cart; blocked: boolean; onQuotes: (quotes: readonly QuotedLine[]) => void }

/** Where to deliver, and the press that orders. What was typed survives whatever the shop answers. */
export function CheckoutPanel({ cart, blocked, onQuotes }: CheckoutPanelProps) {
  const { submit, data: answer, state } = useFetcher<typeof clientAction>()
  const [problems, setProblems] = useState<Problems>({})
  const key = useCheckoutKey(cart)
  const navigate = useNavigate()
  const busy = state !== 'idle'

  const hear = useEffectEvent((news: NonNullable<typeof answer>) => {
    if (news.kind === 'placed') {
      toast.success(messages.orderPlaced)
      changeCart({ type: 'CLEAR' })
      forgetCheckoutKey()
      // Only shoppers have a page of their own orders.
      navigate(getVisitor()?.role === 'user' ? '/userDashboard' : '/')
    }
    if (news.kind === 'changed') onQuotes(news.quotes)
    if (news.kind === 'problems') setProblems(news.problems)
    if (news.kind === 'logged-out') {
      setVisitor(undefined)
      navigate('/login?next=/cart')
    }
  })

  useEffect(() => {
    if (answer) hear(answer)
  }, [answer])

  function order(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const address = Object.fromEntries(new FormData(event.currentTarget)) as DeliveryAddress
    const refusal = addressToast(address)
    const parsed = parseAddress(address)
    setProblems(parsed.ok ? {} : parsed.problems)
    if (refusal) {
      toast.error(refusal)
      return
    }
    submit({ ...address, key: key.current, lines: requestedLines(cart) }, { method: 'post', action: '/cart' })
  }

  return (
    <form
      className="checkout"
      noValidate
      onSubmit={order}
      onInput={addressDraft.keep}
      aria-labelledby="checkout-heading"
    >
      <h2 id="checkout-heading">Where should it go?</h2>
      <AddressFields problems={problems} typed={addressDraft.get()} />
      <Button type="submit" wide busy={busy} aria-disabled={blocked}>
        Cash on Delivery
      </Button>
      <Answer kind={answer?.kind} blocked={blocked} problem={problems.form} />
    </form>
  )
}

/**
 * Made when checkout opens and when the cart changes, not at the press: a tab that is pressed in the moment in which
 * another one has ordered and forgotten the key would make itself a new one.
 */
function useCheckoutKey(cart: Cart) {
  const key = useRef('')
  useEffect(() => {
    key.current = checkoutKeyFor(cart)
  }, [cart])
  return key
}

function Answer({
  kind,
  blocked,
  problem,
}: {
  kind: string | undefined
  blocked: boolean
  problem: string | undefined
}) {
  if (problem) return <FormMessage alert>{problem}</FormMessage>
  if (blocked)
    return <FormMessage alert>A pot in your cart cannot be had any more. Please remove the marked line.</FormMessage>
  if (kind === 'changed') {
    return (
      <FormMessage alert>A price has changed since you last saw it. Please look at your cart, then order.</FormMessage>
    )
  }
  if (kind === 'unanswered') {
    return (
      <FormMessage alert>
        We could not hear from the shop. Please press again: whatever happened, it will be one order.
      </FormMessage>
    )
  }
  return null
}
