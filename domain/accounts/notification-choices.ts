// Apart from who may choose them, because browsers need the labels and not the rights.

export const TIMINGS = { 'at-once': 'At once', digest: 'Morning digest', never: 'Never' } as const
export type Timing = keyof typeof TIMINGS

export const WAYS = { email: 'Email', whatsapp: 'WhatsApp', push: 'Push' } as const
export type Way = keyof typeof WAYS

export const timingField = (kind: string) => `timing-${kind}`
export const wayField = (kind: string) => `by-${kind}`
