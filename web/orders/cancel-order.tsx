import { type Ref, useId, useRef, useState } from 'react'
import { Form, useFetcher, useSearchParams } from 'react-router'
import type { Order } from '#domain/orders/order.ts'
import { CANCEL_REASON_MAX, mayApproveCancel, mayRequestCancel } from '#domain/orders/order-state.ts'
import { ConfirmDialog } from '#web/ui/admin/confirm-dialog.tsx'
import { Button, LinkButton } from '#web/ui/forms/button.tsx'
import { Field, FormMessage, HiddenFields } from '#web/ui/forms/field.tsx'

type CancelOrderProps = {
  order: Order
  /** The page that handles the forms; the order's own unless given. */
  action?: string
}

/** Without scripts `Cancel Order` leads to the order's page with this, which asks there. */
const ASKING = 'cancel'

/** `Cancel Order` while it can be requested, and `Keep my order` while the request waits for the shop. */
export function CancelOrder({ order, action = `/orders/${order.id}` }: CancelOrderProps) {
  if (mayRequestCancel(order)) return <RequestCancel order={order} action={action} />
  if (mayApproveCancel(order)) return <KeepOrder order={order} action={action} />
  return null
}

function RequestCancel({ order, action }: Required<CancelOrderProps>) {
  const { submit, data, state } = useFetcher<{ ok: boolean; message: string }>()
  const [asking, setAsking] = useState(false)
  const reason = useRef<HTMLTextAreaElement>(null)

  function send() {
    setAsking(false)
    submit({ ...fieldsOf(order, 'cancel'), reason: reason.current?.value ?? '' }, { method: 'post', action })
  }

  return (
    <>
      <form
        method="get"
        action={`/orders/${order.id}#cancel`}
        onSubmit={(event) => {
          event.preventDefault()
          setAsking(true)
        }}
      >
        <input type="hidden" name={ASKING} value="ask" />
        <Button type="submit" variant="quiet" small busy={state !== 'idle'} aria-haspopup="dialog">
          Cancel Order
        </Button>
        {data?.ok === false && <FormMessage alert>{data.message}</FormMessage>}
      </form>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        question={`Cancel order ${order.id}?`}
        keep="Go back"
        action="Cancel Order"
        onConfirm={send}
      >
        <Consequences order={order} />
        <Reason ref={reason} />
      </ConfirmDialog>
    </>
  )
}

/** The foot of the order's page. Without scripts the question is here instead of in a dialog. */
export function CancelSection({ order }: { order: Order }) {
  const [search] = useSearchParams()
  const heading = useId()
  if (!search.has(ASKING) || !mayRequestCancel(order)) return <CancelOrder order={order} />
  return (
    <section className="box stack start gap-3" aria-labelledby={heading}>
      <h2 id={heading}>Cancel order {order.id}?</h2>
      <Consequences order={order} />
      <Form method="post" action={`/orders/${order.id}`} className="stack gap-3">
        <HiddenFields of={fieldsOf(order, 'cancel')} />
        <Reason />
        <div className="cluster">
          <LinkButton to={`/orders/${order.id}`} variant="quiet">
            Go back
          </LinkButton>
          <Button type="submit" variant="danger">
            Cancel Order
          </Button>
        </div>
      </Form>
    </section>
  )
}

function Consequences({ order }: { order: Order }) {
  return (
    <p>
      Cancelling is free.
      {order.paymentId &&
        ` We’ll refund ${order.restInCash ? 'what you paid online' : 'the amount'} to your original payment method.`}
    </p>
  )
}

function Reason(props: { ref?: Ref<HTMLTextAreaElement> }) {
  return (
    <Field
      as="textarea"
      label="Reason"
      name="reason"
      hint="Optional"
      rows={2}
      maxLength={CANCEL_REASON_MAX}
      {...props}
    />
  )
}

function KeepOrder({ order, action }: Required<CancelOrderProps>) {
  const { Form: KeepForm, data, state } = useFetcher<{ ok: boolean; message: string }>()
  return (
    <KeepForm method="post" action={action} className="stack start gap-2">
      <HiddenFields of={fieldsOf(order, 'keep')} />
      <p className="quiet">You asked us to cancel this order. Until we do, you can still keep it.</p>
      <Button type="submit" variant="quiet" small busy={state !== 'idle'}>
        Keep my order
      </Button>
      {data?.ok === false && <FormMessage alert>{data.message}</FormMessage>}
    </KeepForm>
  )
}

function fieldsOf({ id }: Order, intent: string) {
  return { intent, orderId: id }
}
