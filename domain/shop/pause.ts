import { formatDateTime } from '#domain/time.ts'
import type { ShopInfo } from './shop-info.ts'

type PauseSettings = Pick<ShopInfo, 'pausedUntil' | 'pauseSentence'>

/** The end of the pause, which is stored in the shop's time zone; undefined: none is set. */
export function pauseEnd({ pausedUntil }: Pick<ShopInfo, 'pausedUntil'>): Date | undefined {
  return pausedUntil === '' ? undefined : new Date(`${pausedUntil}:00+05:30`)
}

/** The message to shoppers while the shop is paused; undefined: it takes orders. */
export function pauseMessage(settings: PauseSettings, now: Date): string | undefined {
  const end = pauseEnd(settings)
  if (!end || end <= now) return undefined
  const sentence = settings.pauseSentence || 'We are taking a short break.'
  return `${sentence} You can order again from ${formatDateTime(end)}.`
}
