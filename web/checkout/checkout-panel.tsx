import {
  type FormEvent,
  Fragment,
  type ReactNode,
  type RefObject,
  type SubmitEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { Link, useFetcher, useNavigate, useRevalidator } from 'react-router'
import type { Problems } from '#domain/form-fields.ts'
import { messages } from '#domain/messages.ts'
import { formatRupees, type Rupees } from '#domain/money.ts'
import { OFFER_CODE, OFFER_SEEN } from '#domain/offers/offer.ts'
import {
  addressToast,
  DELIVERY_FEE,
  type DeliveryAddress,
  parseAddress,
  SAVE_ADDRESS,
  WHATSAPP_UPDATES,
} from '#domain/orders/address.ts'
import { totalOf } from '#domain/orders/cart.ts'
import { cashMessage, findCashRefusal } from '#domain/orders/cash.ts'
import { GIFT, GIFT_MESSAGE, GIFT_RECIPIENT } from '#domain/orders/gift.ts'
import type { Order, QuotedLine } from '#domain/orders/order.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import { PICK_UP } from '#domain/orders/pick-up.ts'
import { PART_PAID_NOW, partPaidNow } from '#domain/shop/part-paid.ts'
import type { Cart } from '#domain/storage/stored-cart.ts'
import { VOUCHER, VOUCHER_PAYS } from '#domain/vouchers/voucher.ts'
import { addressDraft } from '#web/client/address-draft.ts'
import { type CartVoucher, cartOfferCode, cartVoucher } from '#web/client/cart-codes.ts'
import { changeCart } from '#web/client/change-cart.ts'
import {
  checkoutKeyFor,
  checkoutSeed,
  noteAnswered,
  noteOrdered,
  noteUnanswered,
  renewCheckout,
} from '#web/client/checkout-key.ts'
import { lastPincode } from '#web/client/pincode.ts'
import { useProblems } from '#web/client/problems.ts'
import { toast } from '#web/client/toast.ts'
import { findVisitor, setVisitor } from '#web/client/visitor.ts'
import { textFields } from '#web/form-actions.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { DataNotice } from '#web/ui/forms/data-notice.tsx'
import { FormMessage } from '#web/ui/forms/field.tsx'
import { useRoot, useShopInfo, useWords } from '#web/ui/shop-info.ts'
import { AddressFields } from './address-fields.tsx'
import { OfferField, VoucherField } from './code-fields.tsx'
import { Contact } from './contact.tsx'
import { EarlierOrder } from './earlier-order.tsx'
import { GiftFields } from './gift-fields.tsx'
import { HowToGet } from './how-to-get.tsx'
import { HowToPay, type PaymentWay, wayLabel } from './how-to-pay.tsx'
import { CHECKOUT_FORM, PlaceOrder } from './place-order.tsx'
import { SavedAddresses } from './saved-addresses.tsx'
import { Totals } from './totals.tsx'
import { useDeliveryTerms } from './use-delivery-terms.ts'
import { type PaidResult, usePayOnline } from './use-pay-online.ts'
import { type QuotedCart, requestedLines } from './use-quotes.ts'
import { useSavedAddresses } from './use-saved-addresses.ts'

type CheckoutPanelProps = QuotedCart & {
  cart: Cart
  /** The lines of the cart, above the form. */
  children: ReactNode
  /** Below the totals. */
  notice: ReactNode
  footer: ReactNode
  pause: string | undefined
}

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
type Result = OrderResult | PaidResult

/** The cart as one page: its lines and the form, and beside them the sum with the button. Input is kept on every error. */
export function CheckoutPanel(props: CheckoutPanelProps) {
  const { cart, children, notice, footer, pause } = props
  const { blocked, mayPayOnline, promises, hasVouchers, offers, fees, note, requote } = props
  const { submit, data, state } = useFetcher<OrderResult>()
  const [last, setLast] = useState<Result>()
  const [rejected, reject] = useState<{ problems: Problems }>()
  const seed = useCheckoutSeed(cart)
  const submitted = useRef<{ key: string; paysBy: PaymentWay }>({ key: '', paysBy: 'cash' })
  /** The cart as submitted: another tab may add to it before the response. */
  const ordered = useRef(cart)
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { pay, isPaying } = usePayOnline(onResult)
  const voucher = cartVoucher.use()
  const code = cartOfferCode.use()
  const [draft] = useState(addressDraft.load)
  const [wanted, setWay] = useState(draft.pay)
  const info = useShopInfo()
  const [wantsPickUp, setPickUp] = useState(draft[PICK_UP] === 'yes')
  const isPickedUp = wantsPickUp && info.pickUpAt !== ''
  const subtotal = totalOf(cart)
  /** The fee that the server named when it refused another, for this address. */
  const [named, setNamed] = useState<Rupees>()
  const feeBy = (paidBy: PaymentWay) => {
    if (isPickedUp) return undefined
    return named === undefined || !fees ? fees?.[priceOf(paidBy)] : { fee: named, isLowest: false }
  }
  const totalBy = (paidBy: PaymentWay) =>
    Math.max(0, subtotal - (offers.quoted?.[priceOf(paidBy)].discount ?? 0)) + (feeBy(paidBy)?.fee ?? 0)
  const toPayBy = (paidBy: PaymentWay) => Math.max(0, totalBy(paidBy) - (hasVouchers ? (voucher?.balance ?? 0) : 0))
  const hasGifts = info.gifts
  const cashRefusal = findCashRefusal(info, toPayBy('cash'))
  const busy = state !== 'idle' || isPaying
  const { form, problems } = useProblems(rejected, parseAddress)
  const saved = useSavedAddresses(form)
  const { hasWhatsapp } = useRoot()
  const { answer, setAnswer, terms, doubts, ...delivery } = useDeliveryTerms(form, toPayBy('cash'))
  const cashProblem = cashRefusal ? cashMessage(cashRefusal, mayPayOnline, isPickedUp) : terms.cash
  const noDelivery = isPickedUp ? undefined : terms.delivery
  const isOff = blocked || noDelivery !== undefined
  const arrival = isPickedUp ? undefined : answer?.arrival
  const partNow = isPickedUp ? undefined : partPaidNow(info.partPaidOnline, toPayBy('part'))
  const ways: readonly PaymentWay[] = [
    ...(mayPayOnline ? ['online' as const] : []),
    ...(mayPayOnline && partNow !== undefined && cashRefusal?.kind !== 'off' ? ['part' as const] : []),
    ...(cashRefusal?.kind === 'off' ? [] : ['cash' as const]),
  ]
  const possible = ways.filter((one) => one === 'online' || !cashProblem)
  const way = possible.find((one) => one === wanted) ?? possible[0]
  const ofWay = offers.quoted?.[priceOf(way ?? 'cash')]
  const parts = partNow === undefined ? undefined : { now: partNow, rest: toPayBy('part') - partNow }
  const total = totalBy(way ?? 'cash')
  const pays = hasVouchers && voucher ? Math.min(total, voucher.balance) : 0
  /** The amount to be paid online or in cash. */
  const rest = total - pays
  // Also what offers make free.
  const isPaidByVoucher = rest === 0 && subtotal > 0
  const isEarlier = last?.kind === 'other-order' || last?.kind === 'deleted'
  const aside = useRef<HTMLElement>(null)
  useScrollToAlert(aside, last)

  function onResult(result: Result) {
    setLast(result)
    const { key } = submitted.current
    if (!UNDECIDED.includes(result.kind)) noteAnswered(key)
    if (result.kind === 'placed') {
      if ('isPaid' in result && result.isPaid) toast.success(messages.paymentDone)
      toast.success(messages.orderPlaced)
      changeCart({ type: 'CLEAR', ordered: ordered.current })
      noteOrdered(seed.current, key)
      cartVoucher.set(undefined)
      cartOfferCode.set(undefined)
      navigate(`/orders/${result.orderId}?placed`)
    }
    if (result.kind === 'changed') note(result.quotes)
    if (result.kind === 'offers') requote()
    // The owner has changed it while this page was open.
    if (result.kind === 'part') void revalidate()
    if (result.kind === 'delivery-fee') {
      setNamed(result.fee)
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

  function order(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    if (!findVisitor()) return navigate('/login?next=/cart')
    const pressed = event.nativeEvent.submitter instanceof HTMLButtonElement && event.nativeEvent.submitter.value
    // An order that a voucher pays in full is placed as a cash order, and nothing is collected.
    const paysBy = isPaidByVoucher ? 'cash' : (ways.find((one) => one === pressed) ?? way)
    if (!paysBy) return
    if (!isPaidByVoucher) setWay(paysBy)
    // An offer for paying online only: the other total is shown before anything is ordered.
    if (way && paysBy !== way && totalBy(paysBy) !== total)
      return setLast({
        kind: 'offers',
        message: `Paid this way, the total is ${formatRupees(totalBy(paysBy))}. Order again to place it.`,
      })
    const address = Object.fromEntries(new FormData(event.currentTarget)) as DeliveryAddress
    const refusal = addressToast(address)
    const parsed = parseAddress(address)
    reject(parsed.ok ? undefined : parsed)
    setLast(undefined)
    if (refusal) return toast.error(refusal)
    if (delivery.doubt()) return
    if (parsed.ok) send(parsed.value, paysBy, extraFieldsOf(event.currentTarget))
  }

  function send(address: DeliveryAddress, paysBy: PaymentWay, ticked: Record<string, string>) {
    ordered.current = cart
    const key = checkoutKeyFor(seed.current, cart, address)
    submitted.current = { key, paysBy }
    noteUnanswered(seed.current, key)
    const seen = { [OFFER_CODE]: code, [OFFER_SEEN]: String(offers.quoted?.[priceOf(paysBy)].discount ?? 0) }
    const fee = { [PICK_UP]: isPickedUp ? 'yes' : '', [DELIVERY_FEE]: String(feeBy(paysBy)?.fee ?? 0) }
    const checkout = {
      ...address,
      key,
      lines: requestedLines(cart),
      ...ticked,
      ...seen,
      ...fee,
      ...paidWith(voucher, pays),
      ...(paysBy === 'part' && { [PART_PAID_NOW]: String(partNow ?? 0) }),
    }
    if (paysBy !== 'cash') pay(checkout, cashProblem ? {} : { cashLabel: wayLabel('cash', isPickedUp) })
    else submit(checkout, { method: 'post', action: '/cart' })
  }

  function orderAsWell() {
    if (busy || !form.current) return
    const parsed = parseAddress(new FormData(form.current))
    seed.current = renewCheckout()
    setLast(undefined)
    if (parsed.ok) send(parsed.value, submitted.current.paysBy, extraFieldsOf(form.current))
    else reject(parsed)
  }

  /** The delivery fee follows the pincode. */
  function notePincode(found: typeof answer) {
    setAnswer(found)
    if (!found || found.pincode === lastPincode.get()) return
    setNamed(undefined)
    lastPincode.set(found.pincode)
  }

  function onInput(event: FormEvent<HTMLFormElement>) {
    addressDraft.save(event.currentTarget)
    saved.noteInput()
    delivery.noteInput()
  }

  return (
    <>
      <div className="stack gap-6">
        {children}
        {!pause && (
          <form
            ref={form}
            id={CHECKOUT_FORM}
            className="stack gap-6 minor"
            noValidate
            onSubmit={order}
            onInput={onInput}
            aria-label="Checkout"
          >
            <Contact />
            <HowToGet isPickedUp={isPickedUp} choose={setPickUp} />
            <section className="stack gap-4" aria-labelledby="address-heading">
              <h2 id="address-heading">{isPickedUp ? 'Billing address' : 'Delivery address'}</h2>
              <SavedAddresses {...saved} />
              <AddressFields
                problems={{ ...(noDelivery && { pincode: noDelivery }), ...problems }}
                values={draft}
                doubts={doubts}
                arrival={arrival}
                onPincode={notePincode}
              />
              {hasGifts && <GiftFields values={draft} problems={problems} />}
              {hasWhatsapp && (
                <label className="check">
                  <input
                    type="checkbox"
                    name={WHATSAPP_UPDATES}
                    value="yes"
                    defaultChecked={draft[WHATSAPP_UPDATES] === 'yes'}
                  />{' '}
                  Updates on WhatsApp
                </label>
              )}
            </section>
            {!isPaidByVoucher && (
              <HowToPay ways={ways} chosen={way} choose={setWay} {...{ parts, cashProblem, isPickedUp }} />
            )}
          </form>
        )}
      </div>
      <aside ref={aside} className="stack gap-4 tint minor cart-aside" aria-label="Order summary">
        <Totals
          subtotal={subtotal}
          offers={ofWay?.offers ?? []}
          removeCode={() => cartOfferCode.set(undefined)}
          delivery={feeBy(way ?? 'cash')}
          isPickedUp={isPickedUp}
          voucher={pays > 0 ? { pays, remove: () => cartVoucher.set(undefined) } : undefined}
          parts={way === 'part' ? parts : undefined}
        />
        {offers.change && (
          <FormMessage tone="plain" alert>
            {offers.change}
          </FormMessage>
        )}
        {offers.hasCodes && !pause && !ofWay?.offers.some(({ isTyped }) => isTyped) && (
          <OfferField cart={cart} unused={code && ofWay?.refusal ? { code, refusal: ofWay.refusal } : undefined} />
        )}
        {hasVouchers && !pause && pays === 0 && <VoucherField />}
        {notice}
        {pause && <FormMessage tone="plain">{pause} Your cart is saved.</FormMessage>}
        {!pause && !isEarlier && (
          <>
            {saved.mayBeSaved && (
              <div>
                <label className="check">
                  <input
                    type="checkbox"
                    form={CHECKOUT_FORM}
                    name={SAVE_ADDRESS}
                    value="yes"
                    defaultChecked={draft[SAVE_ADDRESS] === 'yes'}
                    onChange={() => form.current && addressDraft.save(form.current)}
                  />{' '}
                  Save this address
                </label>
                <p className="fine">For your next order, in your account.</p>
              </div>
            )}
            <PlaceOrder
              total={rest}
              now={way === 'part' ? partNow : undefined}
              ways={isPaidByVoucher ? [] : ways}
              isPaid={isPaidByVoucher}
              cashProblem={cashProblem}
              busy={busy}
              isOff={busy || isOff}
              isPickedUp={isPickedUp}
            />
            <Outcome result={last} blocked={blocked} problem={problems.form} />
            <Promises arrival={arrival} promises={promises} />
          </>
        )}
        {!pause && isEarlier && (
          <EarlierOrder
            order={last.kind === 'other-order' ? last.order : undefined}
            action={<Button onClick={orderAsWell}>Place a new order</Button>}
          />
        )}
        {footer}
        {!pause && <DataNotice at="checkout" />}
      </aside>
    </>
  )
}

/** The arrival date and the promises of the shop, beneath the button. Until the promises are known, the pages are named. */
function Promises({ arrival, promises }: { arrival: string | undefined; promises: readonly string[] }) {
  const links =
    promises.length > 0
      ? promises.map((text) => [text, '/refund-policy'] as const)
      : ([
          ['Returns and refunds', '/refund-policy'],
          ['Warranty', '/warranty'],
        ] as const)
  return (
    <p className="fine">
      {arrival && `${arrival}. `}
      {links.map(([text, to], index) => (
        <Fragment key={text}>
          {index > 0 && ', '}
          <Link to={to}>{text}</Link>
        </Fragment>
      ))}
    </p>
  )
}

/** Offers and delivery cost the same with a part in cash as with all of it. */
function priceOf(way: PaymentWay): 'online' | 'cash' {
  return way === 'online' ? 'online' : 'cash'
}

/** Results after which it is unknown whether an order was placed. */
const UNDECIDED: readonly Result['kind'][] = ['unanswered', 'waiting', 'refused']

/** The server decides what the voucher pays, and refuses another amount than the page showed. */
function paidWith(voucher: CartVoucher | undefined, pays: Rupees): Record<string, string> {
  return voucher && pays > 0 ? { [VOUCHER]: voucher.code, [VOUCHER_PAYS]: String(pays) } : {}
}

/** Sent with the address; those of a gift are there only while it is one. */
const EXTRA_FIELDS: readonly string[] = [SAVE_ADDRESS, WHATSAPP_UPDATES, GIFT, GIFT_RECIPIENT, GIFT_MESSAGE]

function extraFieldsOf(form: HTMLFormElement): Record<string, string> {
  const fields = Object.entries(textFields(new FormData(form)))
  return Object.fromEntries(fields.filter(([name]) => EXTRA_FIELDS.includes(name)))
}

/** The message below the button may be outside the viewport. */
function useScrollToAlert(aside: RefObject<HTMLElement | null>, result: Result | undefined) {
  useEffect(() => {
    if (result) aside.current?.querySelector('[role=alert]')?.scrollIntoView({ block: 'nearest' })
  }, [aside, result])
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
