import { type FormEvent, type RefObject, type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFetcher, useNavigate } from 'react-router'
import type { Problems } from '#domain/form-fields.ts'
import { messages } from '#domain/messages.ts'
import { addressToast, type DeliveryAddress, parseAddress, SAVE_ADDRESS } from '#domain/orders/address.ts'
import { totalOf } from '#domain/orders/cart.ts'
import { cashMessage, findCashRefusal } from '#domain/orders/cash.ts'
import type { Order, QuotedLine } from '#domain/orders/order.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import type { Cart } from '#domain/storage/stored-cart.ts'
import { addressDraft } from '#web/client/address-draft.ts'
import { changeCart } from '#web/client/change-cart.ts'
import {
  checkoutKeyFor,
  checkoutSeed,
  noteAnswered,
  noteOrdered,
  noteUnanswered,
  renewCheckout,
} from '#web/client/checkout-key.ts'
import { useFocusOnProblem } from '#web/client/focus-on-problem.ts'
import { toast } from '#web/client/toast.ts'
import { findVisitor, setVisitor } from '#web/client/visitor.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { DataNotice } from '#web/ui/forms/data-notice.tsx'
import { FormMessage } from '#web/ui/forms/field.tsx'
import { useShopInfo, useWords } from '#web/ui/shop-info.ts'
import { AddressFields } from './address-fields.tsx'
import { CashNote } from './cash-note.tsx'
import { EarlierOrder } from './earlier-order.tsx'
import { SavedAddresses } from './saved-addresses.tsx'
import { useDeliveryTerms } from './use-delivery-terms.ts'
import { type PaidResult, usePayOnline } from './use-pay-online.ts'
import { requestedLines } from './use-quotes.ts'
import { useSavedAddresses } from './use-saved-addresses.ts'

type CheckoutPanelProps = {
  cart: Cart
  blocked: boolean
  mayPayOnline: boolean
  onQuotes: (quotes: readonly QuotedLine[]) => void
}

/** The cart page's response to Cash on Delivery. */
export type OrderResult =
  | { kind: 'placed'; orderId: OrderId }
  | { kind: 'logged-out' | 'deleted' | 'unanswered' }
  | { kind: 'problems'; problems: Problems }
  | { kind: 'limited' | 'no-cash' | 'no-delivery' | 'paused'; message: string }
  | { kind: 'changed'; quotes: QuotedLine[] }
  | { kind: 'other-order'; order: Order }

/** The outcome of either button. */
type Result = OrderResult | PaidResult

/** Address form with the two order buttons. Input is kept on every error. */
export function CheckoutPanel({ cart, blocked, mayPayOnline, onQuotes }: CheckoutPanelProps) {
  const { submit, data, state } = useFetcher<OrderResult>()
  const [problems, setProblems] = useState<Problems>({})
  const [last, setLast] = useState<Result>()
  const [rejected, setRejected] = useState<object>()
  const seed = useCheckoutSeed(cart)
  /** The request in progress. */
  const submitted = useRef({ key: '', online: false })
  /** The cart as submitted: another tab may add to it before the response. */
  const ordered = useRef(cart)
  const navigate = useNavigate()
  const { pay, isPaying } = usePayOnline(onResult)
  const cashRefusal = findCashRefusal(useShopInfo(), totalOf(cart))
  const mayPayCash = cashRefusal?.kind !== 'off'
  const busy = state !== 'idle' || isPaying
  const form = useFocusOnProblem(rejected)
  const saved = useSavedAddresses(form)
  const { answer, setAnswer, terms, doubts, ...delivery } = useDeliveryTerms(form, totalOf(cart))
  const cashProblem = cashRefusal ? cashMessage(cashRefusal, mayPayOnline) : terms.cash
  const isOff = blocked || terms.delivery !== undefined
  useScrollToAlert(form, last)

  function onResult(result: Result) {
    setLast(result)
    const { key } = submitted.current
    if (!UNDECIDED.includes(result.kind)) noteAnswered(key)
    if (result.kind === 'placed') {
      if ('isPaid' in result && result.isPaid) toast.success(messages.paymentDone)
      toast.success(messages.orderPlaced)
      changeCart({ type: 'CLEAR', ordered: ordered.current })
      noteOrdered(seed.current, key)
      // Other roles have no page with their own orders.
      navigate(findVisitor()?.role === 'user' ? '/userDashboard' : '/')
    }
    if (result.kind === 'changed') onQuotes(result.quotes)
    if (result.kind === 'problems') {
      setProblems(result.problems)
      setRejected(result)
    }
    if (result.kind === 'logged-out') {
      setVisitor(undefined)
      navigate('/login?next=/cart')
    }
  }

  const handleResult = useEffectEvent(onResult)
  useEffect(() => {
    if (data) handleResult(data)
  }, [data])

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
      setRejected(parsed)
      return
    }
    if (delivery.doubt()) return
    if (parsed.ok)
      send(parsed.value, {
        online: event.nativeEvent.submitter?.id === PAY_ONLINE,
        save: isSaving(event.currentTarget),
      })
  }

  function send(address: DeliveryAddress, { online, save }: { online: boolean; save: boolean }) {
    ordered.current = cart
    const key = checkoutKeyFor(seed.current, cart, address)
    submitted.current = { key, online }
    noteUnanswered(seed.current, key)
    const checkout = { ...address, key, lines: requestedLines(cart), ...(save && { [SAVE_ADDRESS]: 'yes' }) }
    if (online) pay(checkout, { mayPayCash: !cashProblem })
    else submit(checkout, { method: 'post', action: '/cart' })
  }

  /** Keeps the earlier order and places this cart as a new one. */
  function orderAsWell() {
    if (busy || !form.current) return
    const parsed = parseAddress(new FormData(form.current))
    seed.current = renewCheckout()
    setLast(undefined)
    if (parsed.ok) send(parsed.value, { online: submitted.current.online, save: isSaving(form.current) })
    else setProblems(parsed.problems)
  }

  /** Clears the errors that are fixed; new ones appear on the next submit. */
  function onInput(event: FormEvent<HTMLFormElement>) {
    addressDraft.save(event.currentTarget)
    saved.noteInput()
    delivery.noteInput()
    const parsed = parseAddress(Object.fromEntries(new FormData(event.currentTarget)))
    setProblems((shown) => (parsed.ok ? {} : pick(parsed.problems, Object.keys(shown))))
  }

  return (
    <form ref={form} className="stack" noValidate onSubmit={order} onInput={onInput} aria-labelledby="checkout-heading">
      <h2 id="checkout-heading">Delivery address</h2>
      <SavedAddresses {...saved} />
      <AddressFields
        problems={{ ...(terms.delivery && { pincode: terms.delivery }), ...problems }}
        values={addressDraft.load()}
        doubts={doubts}
        arrival={answer?.arrival}
        onPincode={setAnswer}
      />
      {saved.mayBeSaved && (
        <label className="check">
          <input type="checkbox" name={SAVE_ADDRESS} value="yes" /> Save this address
        </label>
      )}
      {last?.kind === 'other-order' || last?.kind === 'deleted' ? (
        <EarlierOrder
          order={last.kind === 'other-order' ? last.order : undefined}
          action={<Button onClick={orderAsWell}>Place a new order</Button>}
        />
      ) : (
        <>
          {mayPayCash && (
            <Button
              type="submit"
              wide
              busy={busy && !isPaying}
              aria-disabled={busy || isOff || cashProblem !== undefined}
              aria-describedby={cashProblem && CASH_NOTE}
            >
              Cash on Delivery
            </Button>
          )}
          {cashProblem && (mayPayCash || !mayPayOnline) && (
            <CashNote id={CASH_NOTE} message={cashProblem} mayPayOnline={mayPayOnline} />
          )}
          {mayPayOnline && (
            <Button
              type="submit"
              wide
              variant={cashProblem ? 'primary' : 'quiet'}
              id={PAY_ONLINE}
              busy={isPaying}
              aria-disabled={busy || isOff}
            >
              Pay Online
            </Button>
          )}
          <Outcome result={last} blocked={blocked} problem={problems.form} />
          <DataNotice at="checkout" />
        </>
      )}
    </form>
  )
}

const PAY_ONLINE = 'pay-online'
const CASH_NOTE = 'cash-note'
/** Results after which it is unknown whether an order was placed. */
const UNDECIDED: readonly Result['kind'][] = ['unanswered', 'waiting', 'refused']

function isSaving(form: HTMLFormElement): boolean {
  return new FormData(form).has(SAVE_ADDRESS)
}

function pick(problems: Problems, fields: string[]): Problems {
  return Object.fromEntries(Object.entries(problems).filter(([field]) => fields.includes(field)))
}

/** The message below the buttons may be outside the viewport. */
function useScrollToAlert(form: RefObject<HTMLFormElement | null>, result: Result | undefined) {
  useEffect(() => {
    if (result) form.current?.querySelector('[role=alert]')?.scrollIntoView({ block: 'nearest' })
  }, [form, result])
}

/**
 * Read when checkout opens and when the cart changes, not on submit: if another tab has just ordered this cart, this tab
 * still sends the same key.
 */
function useCheckoutSeed(cart: Cart) {
  const seed = useRef('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: another cart is another checkout
  useEffect(() => {
    seed.current = checkoutSeed()
  }, [cart])
  return seed
}

type OutcomeProps = { result: Result | undefined; blocked: boolean; problem: string | undefined }

function Outcome({ result, blocked, problem }: OutcomeProps) {
  const words = useWords()
  if (problem) return <FormMessage alert>{problem}</FormMessage>
  if (blocked)
    return (
      <FormMessage alert>{words.ANoun} in your cart is no longer available. Please remove it to continue.</FormMessage>
    )
  const message = result && messageOf(result)
  return message ? <FormMessage alert>{message}</FormMessage> : null
}

function messageOf(result: Result): string | undefined {
  if (result.kind === 'changed') return 'A price has changed. Please check your cart, then order again.'
  if (result.kind === 'unanswered') return 'Connection lost. Please try again. You won’t be charged or ordered twice.'
  return 'message' in result ? result.message : undefined
}
