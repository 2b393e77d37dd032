import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFetcher, useNavigate, useRevalidator } from 'react-router'
import type { Problems } from '#domain/form-fields.ts'
import { messages } from '#domain/messages.ts'
import type { Rupees } from '#domain/money.ts'
import type { DeliveryAddress } from '#domain/orders/address.ts'
import type { Order, QuotedLine } from '#domain/orders/order.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import type { Cart } from '#domain/storage/stored-cart.ts'
import { cartOfferCode, cartVoucher } from '#web/client/cart-codes.ts'
import { changeCart } from '#web/client/change-cart.ts'
import {
  checkoutKeyFor,
  checkoutSeed,
  noteAnswered,
  noteOrdered,
  noteUnanswered,
  renewCheckout,
} from '#web/client/checkout-key.ts'
import { toast } from '#web/client/toast.ts'
import { setVisitor } from '#web/client/visitor.ts'
import type { OtherWay } from './payment-message.ts'
import type { PaymentWay } from './prices.ts'
import { type PaidResult, usePayOnline } from './use-pay-online.ts'
import { type QuotedCart, requestedLines } from './use-quotes.ts'

/** The cart page's response to Cash on Delivery. */
export type OrderResult =
  | { kind: 'placed'; orderId: OrderId }
  | { kind: 'logged-out' | 'deleted' | 'unanswered' }
  | { kind: 'problems'; problems: Problems }
  | { kind: 'limited' | 'no-cash' | 'no-delivery' | 'no-pick-up' | 'paused'; message: string }
  | { kind: 'changed'; quotes: QuotedLine[] }
  /** They take another amount off than the page showed. */
  | { kind: 'offers'; message: string }
  /** It costs something else than the page showed. */
  | { kind: 'delivery-fee'; fee: Rupees; message: string }
  /** It pays nothing, or another amount than the page showed. */
  | { kind: 'voucher'; message: string; pays: Rupees }
  | { kind: 'other-order'; order: Order }

/** The outcome of either button. */
export type Result = OrderResult | PaidResult

/** Results after which it is unknown whether an order was placed. */
const UNDECIDED: readonly Result['kind'][] = ['unanswered', 'waiting', 'refused']

type Options = Pick<QuotedCart, 'note' | 'requote'> & {
  cart: Cart
  /** The server asks another delivery fee than the page showed. */
  onFee: (fee: Rupees) => void
}

/** Sends the order of a cart under its key, and does what the result asks for. */
export function useOrder({ cart, note, requote, onFee }: Options) {
  const { submit, data, state } = useFetcher<OrderResult>()
  const [last, setLast] = useState<Result>()
  const [rejected, reject] = useState<{ problems: Problems }>()
  const seed = useCheckoutSeed(cart)
  const sentKey = useRef('')
  /** The cart as submitted: another tab may add to it before the response. */
  const ordered = useRef(cart)
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { pay, isPaying } = usePayOnline(onResult)
  const voucher = cartVoucher.use()

  function onResult(result: Result) {
    setLast(result)
    if (!UNDECIDED.includes(result.kind)) noteAnswered(sentKey.current)
    if (result.kind === 'placed') {
      if ('isPaid' in result && result.isPaid) toast.success(messages.paymentDone)
      toast.success(messages.orderPlaced)
      changeCart({ type: 'CLEAR', ordered: ordered.current })
      noteOrdered(seed.current, sentKey.current)
      cartVoucher.set(undefined)
      cartOfferCode.set(undefined)
      navigate(`/orders/${result.orderId}?placed`)
    }
    if (result.kind === 'changed') note(result.quotes)
    if (result.kind === 'offers') requote()
    // The owner has changed it while this page was open.
    if (result.kind === 'part') void revalidate()
    if (result.kind === 'delivery-fee') {
      onFee(result.fee)
      requote()
    }
    if (result.kind === 'voucher')
      cartVoucher.set(voucher && result.pays > 0 ? { ...voucher, balance: result.pays } : undefined)
    if (result.kind === 'problems') reject(result)
    if (result.kind === 'logged-out') {
      setVisitor(undefined)
      navigate('/login?next=/cart')
    }
  }

  const handleResult = useEffectEvent(onResult)
  useEffect(() => {
    if (data) handleResult(data)
  }, [data])

  /** @param fields what else the form sends @param other named when paying online fails */
  function send(way: PaymentWay, address: DeliveryAddress, fields: Record<string, string>, other: OtherWay) {
    ordered.current = cart
    const key = checkoutKeyFor(seed.current, cart, address)
    sentKey.current = key
    noteUnanswered(seed.current, key)
    const checkout = { ...address, key, lines: requestedLines(cart), ...fields }
    if (way !== 'cash') pay(checkout, other)
    else submit(checkout, { method: 'post', action: '/cart' })
  }

  /** The next order is a new one, though the cart and the address are those of the last. */
  function renew() {
    seed.current = renewCheckout()
  }

  return { last, setLast, rejected, reject, isBusy: state !== 'idle' || isPaying, send, renew }
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
