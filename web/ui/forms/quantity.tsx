import { MAX_QUANTITY } from '#domain/orders/cart.ts'
import { Icon } from '#web/ui/icons.tsx'

type QuantityProps = {
  value: number
  /** The cart holds the maximum. */
  isFull?: boolean
  onIncrease: () => void
  onDecrease: () => void
  /** Accessible name. */
  label?: string
}

/** At a limit a button uses aria-disabled, because `disabled` would lose the focus. */
export function Quantity({ value, isFull = false, onIncrease, onDecrease, label = 'Quantity' }: QuantityProps) {
  const isMin = value <= 1
  const isMax = isFull || value >= MAX_QUANTITY
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div className="quantity" role="group" aria-label={label}>
      <button
        type="button"
        aria-label="Decrease quantity"
        aria-disabled={isMin || undefined}
        onClick={() => !isMin && onDecrease()}
      >
        <Icon name="minus" />
      </button>
      <output aria-live="polite">{value}</output>
      <button
        type="button"
        aria-label="Increase quantity"
        aria-disabled={isMax || undefined}
        onClick={() => !isMax && onIncrease()}
      >
        <Icon name="plus" />
      </button>
    </div>
  )
}
