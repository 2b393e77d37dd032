import { PICK_UP } from '#domain/orders/pick-up.ts'
import { useShopInfo } from '#web/ui/shop-info.ts'

/** Delivery, or the place where the order can be picked up; nothing where the shop has none. */
export function HowToGet({ isPickedUp, choose }: { isPickedUp: boolean; choose: (isPickedUp: boolean) => void }) {
  const { pickUpAt, pickUpAddress, pickUpHours } = useShopInfo()
  if (pickUpAt === '') return null
  const radio = (value: boolean) => ({
    type: 'radio',
    name: PICK_UP,
    value: value ? 'yes' : '',
    checked: isPickedUp === value,
    onChange: () => choose(value),
  })
  return (
    <fieldset className="stack gap-2 pay-cards">
      <legend>
        <h2>How to get it</h2>
      </legend>
      <div className="grid grid-large gap-2">
        <label className="choice">
          <input {...radio(false)} />
          <span>
            <strong>Delivery</strong>
            <span className="fine own-line">To your address</span>
          </span>
        </label>
        <label className="choice">
          <input {...radio(true)} />
          <span>
            <strong>Pick up at {pickUpAt}</strong>
            <span className="fine own-line">{pickUpAddress.replaceAll('\n', ', ')}</span>
            <span className="fine own-line">Open: {pickUpHours.replaceAll('\n', ', ')}</span>
          </span>
        </label>
      </div>
    </fieldset>
  )
}
