import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { formatAmount, type Paise, toRupees } from '#domain/money.ts'
import { amountsOf, leftOf, sumOfAmounts } from '#domain/orders/amounts.ts'
import type { Order } from '#domain/orders/order.ts'
import type { LineQuantity } from '#domain/orders/shipment.ts'
import { damagedField, goodField, parseTakeBack, quantitiesOf } from '#domain/orders/take-back.ts'
import { DeskForm } from '#web/admin/desk-form.tsx'
import { nameOf } from '#web/orders/parcels.tsx'
import { Field, FormMessage, type fieldsOf } from '#web/ui/forms/field.tsx'

type TakeBackProps = {
  id: number
  order: Pick<Order, 'cancel' | 'paymentId' | 'restInCash' | 'cartItems'>
  /** The units of the parcel that have not come back. */
  out: readonly LineQuantity[]
  formKey: string
  /** The courier has brought the whole parcel back. */
  cameBack: boolean
}

/** Counts what came back of a parcel. */
export function TakeBack({ id, out, order, formKey, cameBack }: TakeBackProps) {
  // The first key stays, because the page's data may be reloaded while the form is open.
  const [key] = useState(formKey)
  return (
    <details className="underlined no-print" open={cameBack}>
      <summary>Record a return</summary>
      {cameBack && <FormMessage>This parcel came back. Count what is in it.</FormMessage>}
      <DeskForm intent="take-back" fields={{ key, shipment: id }} submit="Take back" variant="quiet">
        {({ field }) => (
          <>
            <PricedCounts order={order} field={field}>
              {out.map(({ position, quantity }) => {
                const line = order.cartItems[position]
                return (
                  <fieldset key={position} className="grid grid-small gap-3">
                    <legend>
                      {line ? nameOf(line) : 'Item'} <span className="quiet">of {quantity}</span>
                    </legend>
                    <Field label="Good" type="number" min={0} max={quantity} {...field(goodField(position))} />
                    <Field label="Damaged" type="number" min={0} max={quantity} {...field(damagedField(position))} />
                  </fieldset>
                )
              })}
            </PricedCounts>
            <Field as="select" label="Reason" {...field('reason')}>
              {cameBack && <option value="not-delivered">Not delivered</option>}
              <option value="returned">Returned by the shopper</option>
              {!cameBack && <option value="not-delivered">Not delivered</option>}
            </Field>
          </>
        )}
      </DeskForm>
    </details>
  )
}

type Ordered = Pick<Order, 'cancel' | 'paymentId' | 'restInCash' | 'cartItems'>
type FieldOf = ReturnType<typeof fieldsOf<string>>

type PricedCountsProps = {
  order: Ordered
  field: FieldOf
  /** The inputs that count what came back. */
  children: ReactNode
}

/** Counts of a return and the question about its price, whose amount follows the counts until somebody changes it. */
function PricedCounts({ order, field, children }: PricedCountsProps) {
  const isTyped = useRef(false)
  // The input keeps its own value, so that nothing typed before the scripts arrived is lost.
  function follow({ currentTarget, target }: FormEvent<HTMLDivElement>) {
    const amount = currentTarget.querySelector<HTMLInputElement>('input[name=amount]')
    const form = amount?.form
    if (!amount || !form) return
    if (target === amount) isTyped.current = amount.value !== ''
    const counted = parseTakeBack(new FormData(form))
    if (isTyped.current || !counted.ok) return
    const price = priceOfUnits(quantitiesOf(counted.value), order)
    amount.value = price > 0 ? String(toRupees(price)) : ''
  }
  if (order.cancel === 'cancelled') return children
  const { defaultValue: chosen } = field('refund')
  return (
    <div className="stack start" onInput={follow}>
      {children}
      <fieldset className="stack start gap-3">
        <legend>Refund</legend>
        <label className="check">
          <input type="radio" name="refund" value="now" defaultChecked={chosen !== 'not-yet'} />
          Refund
        </label>
        <AmountField field={field} hint="Empty: the full price of what came back." />
        <label className="check">
          <input type="radio" name="refund" value="not-yet" defaultChecked={chosen === 'not-yet'} />
          Not yet
        </label>
        <CashHint order={order} />
      </fieldset>
    </div>
  )
}

function AmountField({ field, hint, preset }: { field: FieldOf; hint: string; preset?: number }) {
  const { defaultValue = preset, ...amount } = field('amount')
  return <Field label="Amount (₹)" inputMode="decimal" hint={hint} defaultValue={defaultValue} {...amount} />
}

function CashHint({ order }: { order: Ordered }) {
  if (order.restInCash !== undefined)
    return <p className="quiet">What was paid in cash of it is not refunded online: you pay that back.</p>
  if (order.paymentId !== undefined) return null
  return <p className="quiet">This order was not paid online: the credit note is made, and you pay the money back.</p>
}

/** Paise that were paid for these units. */
function priceOfUnits(units: readonly LineQuantity[], { cartItems }: Ordered): Paise {
  return sumOfAmounts(amountsOf(units, leftOf(cartItems, [])))
}

type HeldRefundProps = { id: number; lines: readonly LineQuantity[]; order: Ordered }

/** A return whose refund was put off. */
export function HeldRefund({ id, lines, order }: HeldRefundProps) {
  const price = priceOfUnits(lines, order)
  const items = lines.map(({ position, quantity }) => {
    const line = order.cartItems[position]
    return `${quantity} × ${line ? nameOf(line) : 'item'}`
  })
  return (
    <section aria-labelledby={`held-${id}`} className="box stack gap-3">
      <h3 id={`held-${id}`}>Refund is open: {formatAmount(price)}</h3>
      <p>{items.join(', ')} came back. Nothing is refunded or credited for it yet.</p>
      <DeskForm intent="refund-return" fields={{ return: id }} submit="Refund" variant="quiet">
        {({ field }) => (
          <>
            {order.cancel === 'cancelled' ? (
              <p className="quiet">This order is cancelled and its payment went back, so it is credited in full.</p>
            ) : (
              <AmountField
                field={field}
                hint={`At most ${formatAmount(price)}; 0 refunds nothing.`}
                preset={toRupees(price)}
              />
            )}
            <CashHint order={order} />
          </>
        )}
      </DeskForm>
    </section>
  )
}
