import { type RefObject, useEffect, useState } from 'react'
import type { Product } from '#domain/catalog/product.ts'
import type { Rupees } from '#domain/money.ts'
import { Button, LinkButton } from '#web/ui/forms/button.tsx'
import { Price } from '#web/ui/product/price.tsx'

type BuyBarProps = {
  title: string
  shown: Pick<Product, 'price' | 'was' | 'isFrom'>
  mrp: Rupees | undefined
  /** The page's own button, in whose place it comes. */
  button: RefObject<HTMLElement | null>
  isAdded: boolean
  onAdd: () => void
}

/** Price and Add to cart at the foot of a phone's window, once one has scrolled past the page's own button. */
export function BuyBar({ title, shown, mrp, button, isAdded, onAdd }: BuyBarProps) {
  const isShown = useHasLeft(button)
  return (
    <section className="row spread gap-2 buy-bar" aria-label={title} data-shown={isShown || undefined}>
      <Price {...shown} mrp={mrp} />
      <div className="row gap-2">
        {isAdded && (
          <LinkButton to="/cart" variant="quiet">
            View cart
          </LinkButton>
        )}
        <Button onClick={onAdd}>Add to cart</Button>
      </div>
    </section>
  )
}

/** Has the element left the window at the top, or below the header that covers it? */
function useHasLeft(element: RefObject<HTMLElement | null>): boolean {
  const [hasLeft, setHasLeft] = useState(false)
  useEffect(() => {
    const target = element.current
    if (!target) return
    const header = document.querySelector('.site-header')?.clientHeight ?? 0
    const observer = new IntersectionObserver(
      ([entry]) => setHasLeft(entry !== undefined && !entry.isIntersecting && entry.boundingClientRect.top < header),
      { rootMargin: `-${header}px 0px 0px` },
    )
    observer.observe(target)
    return () => observer.disconnect()
  }, [element])
  return hasLeft
}
