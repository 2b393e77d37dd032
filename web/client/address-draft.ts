import type { DeliveryAddress, SAVE_ADDRESS, WHATSAPP_UPDATES } from '#domain/orders/address.ts'
import type { GIFT, GIFT_MESSAGE, GIFT_RECIPIENT } from '#domain/orders/gift.ts'
import type { PICK_UP } from '#domain/orders/pick-up.ts'

/** With how the order is to be paid, and whether the address is to be saved. */
type Draft = Partial<DeliveryAddress> & {
  pay?: string
  [SAVE_ADDRESS]?: string
  [WHATSAPP_UPDATES]?: string
} & Partial<Record<typeof GIFT | typeof GIFT_RECIPIENT | typeof GIFT_MESSAGE | typeof PICK_UP, string>>

const KEY = 'addressDraft'

/** The unfinished address of this tab, so that an expired session does not lose it in the middle of checkout. */
export const addressDraft = {
  save(form: HTMLFormElement) {
    try {
      sessionStorage.setItem(KEY, JSON.stringify(Object.fromEntries(new FormData(form))))
    } catch {
      // Storage is blocked; the form still holds the input.
    }
  },
  load(): Draft {
    try {
      const draft: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
      return Object.fromEntries(Object.entries(draft ?? {}).filter(([, text]) => typeof text === 'string'))
    } catch {
      return {}
    }
  },
}
