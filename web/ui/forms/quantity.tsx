import { MAX_QUANTITY } from '#domain/catalog/product.ts'
import { IconButton } from './icon-button.tsx'

type QuantityProps = {
  value: number
  /** The cart holds the maximum. */
  isFull: boolean
  onIncrease: () => void
  onDecrease: () => void
  label: string
}

export function Quantity({ value, isFull, onIncrease, onDecrease, label }: QuantityProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div className="quantity" role="group" aria-label={label}>
      <IconButton icon="minus" label="Decrease quantity" off={value <= 1} onClick={onDecrease} />
      <output aria-live="polite">{value}</output>
      <IconButton icon="plus" label="Increase quantity" off={isFull || value >= MAX_QUANTITY} onClick={onIncrease} />
    </div>
  )
}
