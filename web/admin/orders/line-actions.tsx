import { useState } from 'react'
import { removeLineQuestion } from '#domain/orders/action-questions.ts'
import { groupLines, type Order } from '#domain/orders/order.ts'
import type { LinesToChange } from '#server/order-page/change-lines.ts'
import { DeskForm } from '#web/admin/desk-form.tsx'
import { useMaySend } from '#web/admin/frame-data.ts'
import { RowAction } from '#web/admin/table/row-action.tsx'
import { nameOf } from '#web/orders/parcels.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'

type LineActionsProps = {
  order: Pick<Order, 'id' | 'cartItems'>
  position: number
  change: LinesToChange | undefined
  /** Made by the loader, so that a repeated press changes once. */
  formKey: string
}

/** Changes how many of a line are ordered, or removes it, before it is sent. */
export function LineActions({ order, position, change, formKey }: LineActionsProps) {
  const here = `/adminDashboard/orders/${order.id}`
  const line = order.cartItems[position]
  const present = change?.lines[position]
  const mayChange = useMaySend()(here, 'change-quantity')
  if (!line || !change || !present || !mayChange) return null
  const group = groupLines(order.cartItems).find(({ lines }) => lines.some(({ index }) => index === position))
  // A set is changed as a whole, at its first part.
  if (group?.lines[0]?.index !== position) return null
  if (group.lines.every(({ line, index }) => (change.lines[index]?.sent ?? 0) >= line.quantity)) return null
  const sent = Math.max(...group.lines.map(({ index }) => change.lines[index]?.sent ?? 0))
  const isLast = groupLines(order.cartItems).length === 1
  const name = `line-${position}`
  return (
    <div className="cluster gap-2 top no-print">
      <span id={name} hidden>
        {line.set?.title ?? nameOf(line)}
      </span>
      <QuantityForm
        key={change.seen}
        fields={{ line: position, key: formKey, seen: change.seen }}
        quantity={(line.set ?? line).quantity}
        sent={line.set ? 0 : sent}
        describedBy={name}
      />
      {sent === 0 && (present.canRemove || isLast) && (
        <RowAction
          action={here}
          fields={{ intent: 'remove-line', line: position, key: formKey, seen: change.seen }}
          describedBy={name}
          confirm={removeLineQuestion(order, position)}
        >
          Remove
        </RowAction>
      )}
    </div>
  )
}

type QuantityFormProps = {
  fields: Record<string, string | number>
  quantity: number
  sent: number
  describedBy: string
}

function QuantityForm({ fields, quantity, sent, describedBy }: QuantityFormProps) {
  const [opened] = useState(fields)
  return (
    <details>
      <summary className="button quiet small" aria-describedby={describedBy}>
        Change quantity
      </summary>
      <DeskForm intent="change-quantity" fields={opened} className="cluster bottom gap-2">
        {({ field, busy }) => {
          const { defaultValue = quantity, ...input } = field('quantity')
          return (
            <>
              <Field
                label="New quantity"
                type="number"
                inputMode="numeric"
                min={Math.max(1, sent)}
                max={99}
                defaultValue={defaultValue}
                {...input}
              />
              <Button type="submit" variant="quiet" busy={busy} aria-describedby={describedBy}>
                Save
              </Button>
            </>
          )
        }}
      </DeskForm>
    </details>
  )
}
