import { type FormEvent, type RefObject, type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import toast from 'react-hot-toast/headless'
import { useFetcher, useNavigate } from 'react-router'
import { messages } from '#domain/messages.ts'
import { addressToast, type DeliveryAddress, parseAddress } from '#domain/orders/address.ts'
import type { Cart } from '#domain/orders/cart.ts'
import type { QuotedLine } from '#domain/orders/order.ts'
import type { Problems } from '#domain/text.ts'
import { addressDraft } from '#web/client/address-draft.ts'
import { changeCart } from '#web/client/cart.ts'
import {
  checkoutKeyFor,
  checkoutSeed,
  noteAnswered,
  noteOrdered,
  noteUnanswered,
  renewCheckout,
} from '#web/client/checkout-key.ts'
import { useFocusOnProblem } from '#web/client/focus-on-problem.ts'
import { getVisitor, setVisitor } from '#web/client/visitor.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { FormMessage } from '#web/ui/forms/field.tsx'
import { AddressFields } from './address-fields.tsx'
import type { clientAction } from './cart.tsx'
import { EarlierOrder } from './earlier-order.tsx'
import { type PaidAnswer, usePayOnline } from './use-pay-online.ts'
import { requestedLines } from './use-quotes.ts'

type CheckoutPanelProps = {
  cart: Cart
  blocked: boolean
  mayPayOnline: boolean
  onQuotes: (quotes: readonly QuotedLine[]) => void
}

/** What came of either press. */
type Answer = Awaited<ReturnType<typeof clientAction>> | PaidAnswer

/** Where to deliver, and the presses that order. What was typed survives whatever the shop answers. */
export function CheckoutPanel({ cart, blocked, mayPayOnline, onQuotes }: CheckoutPanelProps) {
  const { submit, data: answer, state } = useFetcher<typeof clientAction>()
  const [problems, setProblems] = useState<Problems>({})
  const [last, setLast] = useState<Answer>()
  const [refused, setRefused] = useState<object>()
  const form = useRef<HTMLFormElement>(null)
  const seed = useCheckoutSeed(cart)
  /** The press that is answered next. */
  const pressed = useRef({ key: '', online: false })
  /** The cart as it was pressed for: until the answer comes, another tab may put more into it. */
  const ordered = useRef(cart)
  const navigate = useNavigate()
  const { pay, isPaying } = usePayOnline(onResult)
  const busy = state !== 'idle' || isPaying
  useFocusOnProblem(form, refused)
  useScrollToAlert(form, last)

  function onResult(news: Answer) {
    setLast(news)
    const { key } = pressed.current
    if (!LEFT_OPEN.includes(news.kind)) noteAnswered(key)
    if (news.kind === 'placed') {
      if ('isPaid' in news && news.isPaid) toast.success(messages.paymentDone)
      toast.success(messages.orderPlaced)
      changeCart({ type: 'CLEAR', ordered: ordered.current })
      noteOrdered(seed.current, key)
      // Only shoppers have a page of their own orders.
      navigate(getVisitor()?.role === 'user' ? '/userDashboard' : '/')
    }
    if (news.kind === 'changed') onQuotes(news.quotes)
    if (news.kind === 'problems') {
      setProblems(news.problems)
      setRefused(news)
    }
    if (news.kind === 'logged-out') {
      setVisitor(undefined)
      navigate('/login?next=/cart')
    }
  }

  const hearOnce = useEffectEvent(onResult)
  useEffect(() => {
    if (answer) hearOnce(answer)
  }, [answer])

  function order(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const address = Object.fromEntries(new FormData(event.currentTarget)) as DeliveryAddress
    const refusal = addressToast(address)
    const parsed = parseAddress(address)
    setProblems(parsed.ok ? {} : parsed.problems)
    setLast(undefined)
    if (refusal) {
      toast.error(refusal)
      setRefused(parsed)
      return
    }
    if (parsed.ok) send(parsed.value, event.nativeEvent.submitter?.id === PAY_ONLINE)
  }

  function send(address: DeliveryAddress, online: boolean) {
    ordered.current = cart
    const key = checkoutKeyFor(seed.current, cart, address)
    pressed.current = { key, online }
    noteUnanswered(seed.current, key)
    const checkout = { ...address, key, lines: requestedLines(cart) }
    if (online) pay(checkout)
    else submit(checkout, { method: 'post', action: '/cart' })
  }

  /** What was sent before stays an order of its own. */
  function orderAsWell() {
    if (busy || !form.current) return
    const parsed = parseAddress(new FormData(form.current))
    seed.current = renewCheckout()
    setLast(undefined)
    if (parsed.ok) send(parsed.value, pressed.current.online)
    else setProblems(parsed.problems)
  }

  /** What has been mended is no longer marked; what is wrong otherwise says so at the next press. */
  function typed(event: FormEvent<HTMLFormElement>) {
    addressDraft.keep(event)
    const parsed = parseAddress(Object.fromEntries(new FormData(event.currentTarget)))
    setProblems((marked) => (parsed.ok ? {} : pick(parsed.problems, Object.keys(marked))))
  }

  return (
    <form
      ref={form}
      className="checkout"
      noValidate
      onSubmit={order}
      onInput={typed}
      aria-labelledby="checkout-heading"
    >
      <h2 id="checkout-heading">Where should it go?</h2>
      <AddressFields problems={problems} typed={addressDraft.get()} />
      {last?.kind === 'other-order' || last?.kind === 'deleted' ? (
        <EarlierOrder
          order={last.kind === 'other-order' ? last.order : undefined}
          action={<Button onClick={orderAsWell}>Order this cart as well</Button>}
        />
      ) : (
        <>
          <Button type="submit" wide busy={busy && !isPaying} aria-disabled={busy || blocked}>
            Cash on Delivery
          </Button>
          {mayPayOnline && (
            <Button type="submit" wide variant="quiet" id={PAY_ONLINE} busy={isPaying} aria-disabled={busy || blocked}>
              Pay Online
            </Button>
          )}
          <Outcome answer={last} blocked={blocked} problem={problems.form} />
        </>
      )}
    </form>
  )
}

const PAY_ONLINE = 'pay-online'
/** After these nobody here knows whether the press is an order. */
const LEFT_OPEN: readonly Answer['kind'][] = ['unanswered', 'waiting', 'refused']

function pick(problems: Problems, fields: string[]): Problems {
  return Object.fromEntries(Object.entries(problems).filter(([field]) => fields.includes(field)))
}

/** What the shop or the payment answered stands below the buttons, and may be below the screen. */
function useScrollToAlert(form: RefObject<HTMLFormElement | null>, answer: Answer | undefined) {
  useEffect(() => {
    if (answer) form.current?.querySelector('[role=alert]')?.scrollIntoView({ block: 'nearest' })
  }, [form, answer])
}

/**
 * Taken when checkout opens and when the cart changes, not at the press: a tab that is pressed in the moment in which
 * another one has ordered still asks for the same order.
 */
function useCheckoutSeed(cart: Cart) {
  const seed = useRef('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: another cart is another checkout
  useEffect(() => {
    seed.current = checkoutSeed()
  }, [cart])
  return seed
}

function Outcome({
  answer,
  blocked,
  problem,
}: {
  answer: Answer | undefined
  blocked: boolean
  problem: string | undefined
}) {
  if (problem) return <FormMessage alert>{problem}</FormMessage>
  if (blocked)
    return <FormMessage alert>A pot in your cart cannot be had any more. Please remove the marked line.</FormMessage>
  const message = answer && sentenceOf(answer)
  return message ? <FormMessage alert>{message}</FormMessage> : null
}

function sentenceOf(answer: Answer): string | undefined {
  if (answer.kind === 'changed')
    return 'A price has changed since you last saw it. Please look at your cart, then order.'
  if (answer.kind === 'unanswered')
    return 'We could not hear from the shop. Please press again: whatever happened, it will be one order.'
  return 'message' in answer ? answer.message : undefined
}
