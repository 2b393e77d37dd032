import { Link } from 'react-router'
import { ownAltText } from '#domain/catalog/alt-texts.ts'
import { chosenImageOf } from '#domain/catalog/catalogue-images.ts'
import { productPath } from '#domain/catalog/variant-address.ts'
import { messages } from '#domain/messages.ts'
import { formatRupees } from '#domain/money.ts'
import { isFull } from '#domain/orders/cart.ts'
import { choiceOf, type QuotedPart } from '#domain/orders/order.ts'
import { type Cart, type CartItem, lineKey } from '#domain/storage/stored-cart.ts'
import { changeCart } from '#web/client/change-cart.ts'
import { toast } from '#web/client/toast.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { FormMessage } from '#web/ui/forms/field.tsx'
import { Quantity } from '#web/ui/forms/quantity.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { Facts } from '#web/ui/product/facts.tsx'
import { ProductImage } from '#web/ui/product/product-image.tsx'
import type { LineNote } from './use-quotes.ts'

type CartLinesProps = {
  cart: Cart
  notes: ReadonlyMap<string, LineNote>
  parts: ReadonlyMap<string, readonly QuotedPart[]>
}

export function CartLines({ cart, notes, parts }: CartLinesProps) {
  return (
    <ul className="lines" aria-label="Cart lines">
      {cart.map((item) => (
        <CartLine
          key={lineKey(item)}
          item={item}
          isFull={isFull(cart, item)}
          note={notes.get(lineKey(item))}
          parts={parts.get(lineKey(item)) ?? []}
        />
      ))}
    </ul>
  )
}

type CartLineProps = { item: CartItem; isFull: boolean; note: LineNote | undefined; parts: readonly QuotedPart[] }

function CartLine({ item, isFull, note, parts }: CartLineProps) {
  const image = chosenImageOf(item)

  function remove() {
    changeCart({ type: 'REMOVE', line: item })
    toast.success(messages.removedFromCart)
  }

  return (
    <li className="cart-line" aria-label={item.title}>
      <Link to={productPath(item.id)} tabIndex={-1} aria-hidden="true">
        <ProductImage src={image} alt={ownAltText(item, image) ?? ''} sizes="6rem" />
      </Link>
      <div>
        <strong className="bare">
          <Link to={productPath(item.id)}>{item.title}</Link>
        </strong>
        <Facts className="quiet" facts={[...choiceOf(item), `${formatRupees(item.price)} each`]} />
        {parts.length > 0 && (
          <ul className="fine quiet" aria-label={`Parts of ${item.title}`}>
            {parts.map((part) => (
              <li key={`${part.id} ${choiceOf(part)}`}>
                {[`${part.quantity} × ${part.title}`, ...choiceOf(part)].join(', ')}
              </li>
            ))}
          </ul>
        )}
        {note && <FormMessage tone={note.blocks ? 'problem' : 'plain'}>{note.text}</FormMessage>}
      </div>
      <div className="cluster">
        <Quantity
          value={item.quantity}
          isFull={isFull}
          label={`Quantity of ${item.title}`}
          onIncrease={() => changeCart({ type: 'INCREASE', line: item })}
          onDecrease={() => changeCart({ type: 'DECREASE', line: item })}
        />
        <Button variant="link" small onClick={remove}>
          <Icon name="trash" />
          Remove
        </Button>
      </div>
      <p className="numbers">{formatRupees(item.price * item.quantity)}</p>
    </li>
  )
}
