import { type FormEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { isPincode, plainPincode } from '#domain/delivery/delivery-area.ts'
import { stateProblem } from '#domain/delivery/pincode-states.ts'
import { fetchPincode, type PincodeAnswer } from '#web/client/pincode.ts'

/** The fields that follow from the pincode. */
const FOLLOWING = ['city', 'stateCode'] as const

/**
 * Completes City and State from the pincode. A new pincode replaces what was not typed into this form, whether it was
 * filled in before, kept as a draft, saved or ordered: the State decides the tax, so none may stay from another pincode.
 *
 * @param fields the element around the address fields
 * @param onAnswer hears what the shop knows about the pincode; undefined: nothing yet
 */
export function usePincode(
  fields: RefObject<HTMLElement | null>,
  onAnswer?: (answer: PincodeAnswer | undefined) => void,
) {
  /** The pincode to which City and State belong. */
  const settled = useRef('')
  const asked = useRef('')
  const typed = useRef(new Set<string>())

  /** The form was filled with a whole address. */
  function restart() {
    typed.current.clear()
    const place = { pincode: textOf('pincode'), stateCode: textOf('stateCode') }
    // In an address that contradicts itself, City and State are from another pincode.
    settled.current = stateProblem(place) ? '' : plainPincode(place.pincode)
  }

  function ask() {
    const pincode = plainPincode(textOf('pincode'))
    if (pincode === asked.current && pincode === settled.current) return
    asked.current = pincode
    onAnswer?.(undefined)
    if (!isPincode(pincode)) return
    // At once, so that nothing stale is sent while the answer is on its way or when it is lost.
    if (pincode !== settled.current) clearUntyped()
    settled.current = pincode
    void fetchPincode(pincode).then((found) => found && receive(found))
  }

  function clearUntyped() {
    for (const field of FOLLOWING) if (!typed.current.has(field)) controlOf(field).value = ''
  }

  function receive(found: PincodeAnswer) {
    if (!fields.current || asked.current !== found.pincode) return
    onAnswer?.(found)
    for (const field of FOLLOWING) {
      const control = controlOf(field)
      if (control.value === '') control.value = found[field]
    }
    // The form keeps a draft and removes problems on input.
    fields.current.closest('form')?.dispatchEvent(new Event('input', { bubbles: true }))
  }

  function onInput({ target, currentTarget }: FormEvent<HTMLElement>) {
    if (target === currentTarget) restart()
    else if ('name' in target) typed.current.add(String(target.name))
    ask()
  }

  function controlOf(field: string): HTMLInputElement | HTMLSelectElement {
    return fields.current?.querySelector(`[name=${field}]`) as HTMLInputElement | HTMLSelectElement
  }

  function textOf(field: string): string {
    return controlOf(field).value.trim()
  }

  const start = useEffectEvent(() => {
    restart()
    if (onAnswer || settled.current === '') ask()
  })
  useEffect(() => start(), [])

  return onInput
}
