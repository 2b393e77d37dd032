import { createContext, useContext } from 'react'
import type { ProductId } from '#domain/catalog/product.ts'
import { Icon } from '#web/ui/icons.tsx'

export const HEART_FORM = 'hearts'
export const HeartsContext = createContext<{ ids: readonly ProductId[]; toggle: (id: ProductId) => void }>({
  ids: [],
  toggle() {},
})

/** Without scripts it sends the form of that name at the foot of each page. @param titleId names the product of a card */
export function Heart({ id, titleId }: { id: ProductId; titleId?: string }) {
  const { ids, toggle } = useContext(HeartsContext)
  return (
    <button
      type="submit"
      form={HEART_FORM}
      name="toggle"
      value={id}
      className={titleId ? 'icon-button heart' : 'button quiet wide heart'}
      aria-pressed={ids.includes(id)}
      aria-label={titleId && 'Save to wishlist'}
      aria-describedby={titleId}
      data-waits
      onClick={(event) => {
        event.preventDefault()
        toggle(id)
      }}
    >
      <Icon name="heart" />
      {!titleId && 'Save to wishlist'}
    </button>
  )
}
