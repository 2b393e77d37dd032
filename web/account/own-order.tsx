import { useEffect } from 'react'
import { useFetcher } from 'react-router'
import type { Order } from '#domain/orders/order.ts'
import { mayRequestCancel } from '#domain/orders/order-state.ts'
import { formatDateTime } from '#domain/time.ts'
import { toast } from '#web/client/toast.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { FormMessage } from '#web/ui/forms/field.tsx'
import { OrderCard } from '#web/ui/product/order-card.tsx'

/** One of the shopper's orders, with Cancel Order while it can still be requested. */
export function OwnOrder({ order }: { order: Order }) {
  const fetcher = useFetcher<{ ok: boolean; message: string }>()
  const result = fetcher.data

  useEffect(() => {
    if (result?.ok) toast.success(result.message)
  }, [result])

  const cancel = mayRequestCancel(order) && (
    <fetcher.Form method="post" action="/userDashboard">
      <input type="hidden" name="orderId" value={order.id} />
      <Button type="submit" variant="quiet" small busy={fetcher.state !== 'idle'}>
        Cancel Order
      </Button>
      {result?.ok === false && <FormMessage alert>{result.message}</FormMessage>}
    </fetcher.Form>
  )
  return <OrderCard order={order} to={`/orders/${order.id}`} placed={formatDateTime(order.time)} actions={cancel} />
}
