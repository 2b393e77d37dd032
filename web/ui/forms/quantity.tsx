import { MAX_QUANTITY } from '#domain/orders/cart.ts'
import { Icon } from '#web/ui/icons.tsx'

type QuantityProps = {
  value: number
  /** There cannot be more. */
  isFull?: boolean
  onIncrease: () => void
  onDecrease: () => void
  /** Of what, for people who hear it. */
  label?: string
}

/** At its end a button stays where it is and keeps the focus; it only stops answering. */
export function Quantity({ value, isFull = false, onIncrease, onDecrease, label = 'Quantity' }: QuantityProps) {
  const least = value <= 1
  const most = isFull || value >= MAX_QUANTITY
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div className="quantity" role="group" aria-label={label}>
      <button
        type="button"
        aria-label="Decrease quantity"
        aria-disabled={least || undefined}
        onClick={() => !least && onDecrease()}
      >
        <Icon name="minus" />
      </button>
      <output aria-live="polite">{value}</output>
      <button
        type="button"
        aria-label="Increase quantity"
        aria-disabled={most || undefined}
        onClick={() => !most && onIncrease()}
      >
        <Icon name="plus" />
      </button>
    </div>
  )
}
