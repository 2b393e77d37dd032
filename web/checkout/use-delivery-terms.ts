import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { isLikelyMobile, isPincode, mobileKey, plainPincode } from '#domain/delivery/delivery-area.ts'
import type { Problems } from '#domain/form-fields.ts'
import type { Rupees } from '#domain/money.ts'
import { PICK_UP } from '#domain/orders/pick-up.ts'
import { fetchJson } from '#web/client/fetch-json.ts'
import type { PincodeAnswer } from '#web/client/pincode.ts'
import { findVisitor } from '#web/client/visitor.ts'
import type { Terms } from './terms.ts'

/**
 * Warns before the order is placed where the shop does not deliver or takes no cash, and asks once whether an unusual
 * pincode or mobile number is right.
 */
export function useDeliveryTerms(form: RefObject<HTMLFormElement | null>, total: Rupees) {
  const [answer, setAnswer] = useState<PincodeAnswer>()
  const [terms, setTerms] = useState<Terms>({})
  const [doubts, setDoubts] = useState<Problems>({})
  const asked = useRef('')
  /** The values that the shopper has been asked about, which are not questioned again. */
  const doubted = useRef(new Set<string>())

  function noteInput() {
    // The terms depend on who orders, and a guest comes back to this page from the login.
    if (!form.current || !findVisitor()) return
    const pincode = plainPincode(typedIn(form.current, 'pincode'))
    const mobile = typedIn(form.current, 'mobileNumber')
    const pickUp = String(new FormData(form.current).get(PICK_UP) ?? '')
    const key = JSON.stringify([pincode, mobileKey(mobile), total, pickUp])
    if (key === asked.current || !isPincode(pincode)) return
    asked.current = key
    const body = new URLSearchParams({ pincode, mobileNumber: mobile, total: String(total), [PICK_UP]: pickUp })
    // A failure is harmless: the server decides again when the order is placed.
    void fetchJson<Terms>('/cart/terms', { method: 'POST', body }).then((found) => {
      if (found && asked.current === key) setTerms(found)
    })
  }

  /** @returns true if a value looks wrong that the shopper has not been asked about before; the question is shown now */
  function doubt(): boolean {
    if (!form.current) return false
    const pincode = plainPincode(typedIn(form.current, 'pincode'))
    const mobile = typedIn(form.current, 'mobileNumber')
    const isUnknown = !isPincode(pincode) || (answer?.pincode === pincode && !answer.known)
    const found: Problems = {
      ...(isUnknown && {
        pincode: 'Is this right? We don’t recognise this pincode. Order again to use it.',
      }),
      ...(!isLikelyMobile(mobile) && {
        mobileNumber: 'Is this right? Mobile numbers have ten digits and begin with 6 to 9. Order again to use it.',
      }),
    }
    const values: Record<string, string> = { pincode, mobileNumber: mobile }
    const fresh = Object.keys(found).filter((field) => !doubted.current.has(`${field} ${values[field]}`))
    setDoubts(fresh.length > 0 ? found : {})
    for (const field of fresh) doubted.current.add(`${field} ${values[field]}`)
    if (fresh[0]) controlOf(form.current, fresh[0]).focus()
    return fresh.length > 0
  }

  const ask = useEffectEvent(noteInput)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another total may be too much for cash
  useEffect(() => ask(), [total])

  return { answer, setAnswer, terms, doubts, noteInput, doubt }
}

function controlOf(form: HTMLFormElement, field: string): HTMLInputElement | HTMLSelectElement {
  return form.elements.namedItem(field) as HTMLInputElement | HTMLSelectElement
}

function typedIn(form: HTMLFormElement, field: string): string {
  return controlOf(form, field).value.trim()
}
