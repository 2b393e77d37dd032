import {
  type FormEvent,
  Fragment,
  type ReactNode,
  type RefObject,
  type SubmitEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import { Link, useNavigate } from 'react-router'
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
import { PICK_UP } from '#domain/orders/pick-up.ts'
import { PART_PAID_NOW } from '#domain/shop/part-paid.ts'
import type { Cart } from '#domain/storage/stored-cart.ts'
import { VOUCHER, VOUCHER_PAYS } from '#domain/vouchers/voucher.ts'
import { addressDraft } from '#web/client/address-draft.ts'
import { cartOfferCode, cartVoucher } from '#web/client/cart-codes.ts'
import { lastPincode } from '#web/client/pincode.ts'
import { useProblems } from '#web/client/problems.ts'
import { toast } from '#web/client/toast.ts'
import { findVisitor } from '#web/client/visitor.ts'
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
import { HowToPay, wayLabel } from './how-to-pay.tsx'
import { CHECKOUT_FORM, PlaceOrder } from './place-order.tsx'
import { type PaymentWay, partsOf, priceBy, type Quoted, waysToPay } from './prices.ts'
import { SavedAddresses } from './saved-addresses.tsx'
import { Totals } from './totals.tsx'
import { useDeliveryTerms } from './use-delivery-terms.ts'
import { type Result, useOrder } from './use-order.ts'
import type { QuotedCart } from './use-quotes.ts'
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

/** The cart as one page: its lines and the form, and beside them the sum with the button. Input is kept on every error. */
export function CheckoutPanel(props: CheckoutPanelProps) {
  const { cart, children, notice, footer, pause } = props
  const { blocked, mayPayOnline, promises, hasVouchers, offers, fees } = props
  const info = useShopInfo()
  const { hasWhatsapp } = useRoot()
  const voucher = cartVoucher.use()
  const code = cartOfferCode.use()
  const [draft] = useState(addressDraft.load)
  const [wanted, setWay] = useState(draft.pay)
  const [wantsPickUp, setPickUp] = useState(draft[PICK_UP] === 'yes')
  const isPickedUp = wantsPickUp && info.pickUpAt !== ''
  /** The fee that the server named when it refused another, for this address. */
  const [named, setNamed] = useState<Rupees>()
  const { last, setLast, rejected, reject, isBusy, send, renew } = useOrder({
    cart,
    note: props.note,
    requote: props.requote,
    onFee: setNamed,
  })
  const navigate = useNavigate()
  const { form, problems } = useProblems(rejected, parseAddress)
  const saved = useSavedAddresses(form)
  const lastWay = useRef<PaymentWay>('cash')

  const subtotal = totalOf(cart)
  const balance = hasVouchers ? (voucher?.balance ?? 0) : 0
  const known = { subtotal, offers: offers.quoted, fees: isPickedUp ? undefined : withNamed(fees, named), balance }
  const inCash = priceBy('cash', known)
  const cashRefusal = findCashRefusal(info, inCash.rest)
  const { answer, setAnswer, terms, doubts, ...delivery } = useDeliveryTerms(form, inCash.rest)
  const cashProblem = cashRefusal ? cashMessage(cashRefusal, mayPayOnline, isPickedUp) : terms.cash
  const noDelivery = isPickedUp ? undefined : terms.delivery
  const arrival = isPickedUp ? undefined : answer?.arrival
  const parts = isPickedUp ? undefined : partsOf(info.partPaidOnline, inCash.rest)
  const ways = waysToPay({ online: mayPayOnline, parts: parts !== undefined, cash: cashRefusal?.kind !== 'off' })
  const possible = ways.filter((one) => one === 'online' || !cashProblem)
  const way = possible.find((one) => one === wanted) ?? possible[0]
  const price = priceBy(way ?? 'cash', known)
  // Also what offers make free.
  const isPaidByVoucher = price.rest === 0 && subtotal > 0
  const isEarlier = last?.kind === 'other-order' || last?.kind === 'deleted'
  const aside = useRef<HTMLElement>(null)
  useScrollToAlert(aside, last)

  function order(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    if (!findVisitor()) return navigate('/login?next=/cart')
    const pressed = event.nativeEvent.submitter instanceof HTMLButtonElement && event.nativeEvent.submitter.value
    // An order that a voucher pays in full is placed as a cash order, and nothing is collected.
    const paysBy = isPaidByVoucher ? 'cash' : (ways.find((one) => one === pressed) ?? way)
    if (!paysBy) return
    if (!isPaidByVoucher) setWay(paysBy)
    const { total } = priceBy(paysBy, known)
    // An offer for paying online only: the other total is shown before anything is ordered.
    if (way && paysBy !== way && total !== price.total)
      return setLast({
        kind: 'offers',
        message: `Paid this way, the total is ${formatRupees(total)}. Order again to place it.`,
      })
    const address = Object.fromEntries(new FormData(event.currentTarget)) as DeliveryAddress
    const refusal = addressToast(address)
    const parsed = parseAddress(address)
    reject(parsed.ok ? undefined : parsed)
    setLast(undefined)
    if (refusal) return toast.error(refusal)
    if (delivery.doubt()) return
    if (parsed.ok) sendForm(event.currentTarget, parsed.value, paysBy)
  }

  function sendForm(element: HTMLFormElement, address: DeliveryAddress, paysBy: PaymentWay) {
    lastWay.current = paysBy
    const seen = priceBy(paysBy, known)
    const fields = {
      ...extraFieldsOf(element),
      [OFFER_CODE]: code,
      [OFFER_SEEN]: String(seen.offers?.discount ?? 0),
      [PICK_UP]: isPickedUp ? 'yes' : '',
      [DELIVERY_FEE]: String(seen.delivery?.fee ?? 0),
      // The server decides what the voucher pays, and refuses another amount than the page showed.
      ...(voucher && seen.byVoucher > 0 && { [VOUCHER]: voucher.code, [VOUCHER_PAYS]: String(seen.byVoucher) }),
      ...(paysBy === 'part' && { [PART_PAID_NOW]: String(parts?.now ?? 0) }),
    }
    send(paysBy, address, fields, cashProblem ? {} : { cashLabel: wayLabel('cash', isPickedUp) })
  }

  function orderAsWell() {
    if (isBusy || !form.current) return
    const parsed = parseAddress(new FormData(form.current))
    renew()
    setLast(undefined)
    if (parsed.ok) sendForm(form.current, parsed.value, lastWay.current)
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
              {info.gifts && <GiftFields values={draft} problems={problems} />}
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
              <HowToPay
                ways={ways}
                chosen={way}
                choose={setWay}
                parts={parts}
                cashProblem={cashProblem}
                isPickedUp={isPickedUp}
              />
            )}
          </form>
        )}
      </div>
      <aside ref={aside} className="stack gap-4 tint minor cart-aside" aria-label="Order summary">
        <Totals
          subtotal={subtotal}
          offers={price.offers?.offers ?? []}
          removeCode={() => cartOfferCode.set(undefined)}
          delivery={price.delivery}
          isPickedUp={isPickedUp}
          voucher={
            price.byVoucher > 0 ? { pays: price.byVoucher, remove: () => cartVoucher.set(undefined) } : undefined
          }
          parts={way === 'part' ? parts : undefined}
        />
        {offers.change && (
          <FormMessage tone="plain" alert>
            {offers.change}
          </FormMessage>
        )}
        {offers.hasCodes && !pause && !price.offers?.offers.some(({ isTyped }) => isTyped) && (
          <OfferField
            cart={cart}
            unused={code && price.offers?.refusal ? { code, refusal: price.offers.refusal } : undefined}
          />
        )}
        {hasVouchers && !pause && price.byVoucher === 0 && <VoucherField />}
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
              total={price.rest}
              now={way === 'part' ? parts?.now : undefined}
              ways={isPaidByVoucher ? [] : ways}
              isPaid={isPaidByVoucher}
              cashProblem={cashProblem}
              busy={isBusy}
              isOff={isBusy || blocked || noDelivery !== undefined}
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

/** The fee that the server named holds for both ways. */
function withNamed(fees: Quoted['fees'], named: Rupees | undefined): Quoted['fees'] {
  if (!fees || named === undefined) return fees
  const fee = { fee: named, isLowest: false }
  return { online: fee, cash: fee }
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
