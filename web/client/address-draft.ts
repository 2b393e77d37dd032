import type { FormEvent } from 'react'
import type { DeliveryAddress } from '#domain/orders/address.ts'

const KEY = 'addressDraft'

/** The half-typed address, for this tab only: it survives a session that ran out in the middle of a checkout. */
export const addressDraft = {
  keep(event: FormEvent<HTMLFormElement>) {
    try {
      sessionStorage.setItem(KEY, JSON.stringify(Object.fromEntries(new FormData(event.currentTarget))))
    } catch {
      // Storage is forbidden: the form itself still holds what was typed.
    }
  },
  get(): Partial<DeliveryAddress> {
    try {
      const draft: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
      return Object.fromEntries(Object.entries(draft ?? {}).filter(([, text]) => typeof text === 'string'))
    } catch {
      return {}
    }
  },
}
