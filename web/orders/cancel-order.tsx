import { useState } from 'react'
import { useFetcher } from 'react-router'
import type { Order } from '#domain/orders/order.ts'
import { ConfirmDialog } from '#web/ui/admin/confirm-dialog.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { FormMessage } from '#web/ui/forms/field.tsx'

type CancelOrderProps = {
  order: Order
  /** The page that handles the form. */
  action: string
  fields: Record<string, string | number>
}

/** Asks before the cancellation is requested. Without scripts the form is sent at once. */
export function CancelOrder({ order, action, fields }: CancelOrderProps) {
  const fetcher = useFetcher<{ ok: boolean; message: string }>()
  const [asking, setAsking] = useState(false)

  function send() {
    setAsking(false)
    fetcher.submit(fields, { method: 'post', action })
  }

  return (
    <>
      <fetcher.Form
        method="post"
        action={action}
        onSubmit={(event) => {
          event.preventDefault()
          setAsking(true)
        }}
      >
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button type="submit" variant="quiet" small busy={fetcher.state !== 'idle'} aria-haspopup="dialog">
          Cancel Order
        </Button>
        {fetcher.data?.ok === false && <FormMessage alert>{fetcher.data.message}</FormMessage>}
      </fetcher.Form>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        question={`Cancel order ${order.id}?`}
        keep="Keep order"
        action="Cancel Order"
        onConfirm={send}
      >
        <p>
          Cancelling is free.
          {order.paymentId && ' We’ll refund the amount to your original payment method.'}
        </p>
      </ConfirmDialog>
    </>
  )
}
