import { useState } from 'react'
import { formatAmount, type Paise } from '#domain/money.ts'
import { refundQuestion } from '#domain/orders/action-questions.ts'
import type { Order } from '#domain/orders/order.ts'
import { DESK_REFUND_REASONS, parseRefund, refundLineField } from '#domain/orders/order-refund.ts'
import { DeskForm } from '#web/admin/desk-form.tsx'
import { nameOf } from '#web/orders/parcels.tsx'
import { CheckboxField, Field } from '#web/ui/forms/field.tsx'
import { Options } from '#web/ui/forms/options.tsx'

type RefundFormProps = {
  order: Pick<Order, 'id' | 'cartItems' | 'paymentId' | 'restInCash'>
  left: Paise
  formKey: string
}

/** Refunds a part of an order that stands. */
export function RefundForm({ order, left, formKey }: RefundFormProps) {
  // The first key stays, because the page's data may be reloaded while the form is open.
  const [key] = useState(formKey)
  const ask = (form: FormData) => {
    const parsed = parseRefund(form)
    return parsed.ok ? { ...refundQuestion(order.id, parsed.value), action: 'Refund' } : undefined
  }
  return (
    <section aria-labelledby="refund" className="box stack gap-3 no-print">
      <h3 id="refund">Refund</h3>
      <DeskForm intent="refund" fields={{ key }} confirm={ask} submit="Refund" variant="quiet">
        {({ field, values }) => (
          <>
            <div className="grid grid-small gap-3">
              <Field
                label="Amount"
                inputMode="decimal"
                hint={`In rupees, at most ${formatAmount(left)}.`}
                {...field('amount')}
              />
              <Field as="select" label="Reason" {...field('reason')}>
                <option value="">Choose …</option>
                <Options of={Object.entries(DESK_REFUND_REASONS)} />
              </Field>
            </div>
            {order.cartItems.length > 1 && (
              <fieldset className="stack gap-2">
                <legend>For</legend>
                {order.cartItems.map((line, position) => (
                  <CheckboxField
                    key={`${line.id} ${nameOf(line)} ${line.price}`}
                    label={nameOf(line)}
                    name={refundLineField(position)}
                    isChecked={values[refundLineField(position)] !== undefined}
                  />
                ))}
                <p className="fine">None chosen: the amount is shared among all items.</p>
              </fieldset>
            )}
            <p className="quiet">
              A lower price and a missing item get a credit note, goodwill gets none.
              {order.restInCash !== undefined &&
                ' What was paid online goes back first; the rest you pay back by hand.'}
              {order.paymentId === undefined && ' This order was not paid online: you pay the money back by hand.'}
            </p>
          </>
        )}
      </DeskForm>
    </section>
  )
}
