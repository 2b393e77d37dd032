import { type SubmitEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { pickUpPlace } from '#domain/orders/pick-up.ts'
import { fetchPincode, lastPincode } from '#web/client/pincode.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { useShopInfo } from '#web/ui/shop-info.ts'

type Answer = { lines: string[]; isProblem: boolean }

type PincodeCheckProps = {
  /** The answer that the server has given already, for browsers without scripts. */
  asked?: { pincode: string; answer: Answer }
  /** The variant that the page shows, whose delivery may cost something. */
  of?: { product: string; size: string; finish: string }
}

/** Tells if and when the shop delivers to a pincode, and if cash is possible there. Remembered in this browser. */
export function PincodeCheck({ asked, of }: PincodeCheckProps) {
  const id = useId()
  const { deliveryDays, deliveryFees, pickUpAt, pickUpAddress, pickUpHours } = useShopInfo()
  const product = deliveryFees.length > 0 ? of : undefined
  const [answer, setAnswer] = useState(asked?.answer)
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  async function ask(pincode: string) {
    setBusy(true)
    const found = await fetchPincode(pincode, product)
    setBusy(false)
    if (!found) return setAnswer({ lines: ['We couldn’t check this pincode. Please try again.'], isProblem: true })
    lastPincode.set(found.pincode)
    setAnswer({ lines: found.answer, isProblem: !found.delivers })
  }

  function check(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = typedIn(input.current)
    if (busy) return
    if (!PINCODE.test(typed)) {
      setAnswer({ lines: ['A pincode has six digits.'], isProblem: true })
      input.current?.focus()
    } else void ask(typed)
  }

  /** The hint stands in the place of the problem, so that nothing moves. */
  function forgetMended() {
    if (answer?.isProblem && PINCODE.test(typedIn(input.current))) setAnswer(undefined)
  }

  const askAgain = useEffectEvent(() => {
    const pincode = lastPincode.get()
    if (!pincode || !input.current || input.current.value !== '') return
    input.current.value = pincode
    void ask(pincode)
  })
  useEffect(() => askAgain(), [])
  const shown = product && Object.values(product).join()
  const askForOther = useEffectEvent(() => {
    const pincode = lastPincode.get()
    if (answer && !answer.isProblem && pincode && pincode === input.current?.value) void ask(pincode)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another size has another fee
  useEffect(() => askForOther(), [shown])

  return (
    <form className="stack gap-2" action="/pincode" noValidate onSubmit={check} onInput={forgetMended}>
      {Object.entries(product ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="row bottom gap-2">
        <div className="field">
          <label htmlFor={id}>Pincode</label>
          <input
            ref={input}
            id={id}
            type="text"
            name="pincode"
            defaultValue={asked?.pincode}
            inputMode="numeric"
            autoComplete="postal-code"
            maxLength={7}
            aria-invalid={answer?.isProblem || undefined}
            aria-describedby={`${id}-answer`}
          />
        </div>
        <Button type="submit" variant="quiet" busy={busy}>
          Check
        </Button>
      </div>
      <div
        id={`${id}-answer`}
        className={answer?.isProblem ? 'pincode-answer problem' : 'pincode-answer'}
        role="status"
      >
        {answer ? (
          answer.lines.map((line) => (
            <p key={line} className="row top gap-2">
              {!answer.isProblem && <Icon name="check" />}
              {line}
            </p>
          ))
        ) : (
          <p>
            {deliveryDays > 0 ? 'See when it arrives' : 'See if we deliver to you'} and whether you can pay in cash.
          </p>
        )}
      </div>
      {pickUpAt && (
        <p>
          Or pick it up at {pickUpPlace({ at: pickUpAt, address: pickUpAddress })}. Open:{' '}
          {pickUpHours.replaceAll('\n', ', ')}
        </p>
      )}
    </form>
  )
}

const PINCODE = /^[1-9]\d{5}$/

function typedIn(input: HTMLInputElement | null): string {
  return (input?.value ?? '').replace(/[\s-]/g, '')
}
