import { useEffect, useState } from 'react'
import { deliverQuestion } from '#domain/orders/action-questions.ts'
import type { Order } from '#domain/orders/order.ts'
import { RowAction } from '#web/admin/table/row-action.tsx'

type DeliverButtonProps = {
  action: string
  fields: Record<string, string | number>
  describedBy: string
  order: Pick<Order, 'id' | 'dispatched'>
}

/** Delivers an order; asks first if that also dispatches. */
export function DeliverButton({ order, ...form }: DeliverButtonProps) {
  const asked = deliverQuestion(order)
  return (
    <RowAction
      {...form}
      // Without scripts the answer asks. A form from elsewhere delivers.
      fields={{ ...form.fields, ask: 'yes' }}
      confirm={asked && { ...asked, action: 'Deliver', variant: 'primary' }}
    >
      Deliver
    </RowAction>
  )
}

/** Takes back `Deliver`, while that is possible. */
export function UndoDelivery({ seconds, ...button }: { action: string; describedBy: string; seconds: number }) {
  const [isOver, setOver] = useState(false)

  useEffect(() => {
    setOver(false)
    const timer = setTimeout(() => setOver(true), seconds * 1000)
    return () => clearTimeout(timer)
  }, [seconds])

  if (seconds <= 0 || isOver) return null
  return (
    <RowAction {...button} fields={{ intent: 'undo-delivery' }}>
      Undo
    </RowAction>
  )
}
