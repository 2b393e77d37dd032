import type { Settings } from './settings.ts'
import { defaultShopInfo } from './shop-info.ts'

/** The sentence about delivery that goes beyond the specified "free"; undefined: nothing was changed. */
export function deliveryNote({
  freeDeliveryLine,
  deliveryDays,
}: Pick<Settings, 'freeDeliveryLine' | 'deliveryDays'>): string | undefined {
  if (deliveryDays === 0 && freeDeliveryLine === defaultShopInfo.freeDeliveryLine) return undefined
  const line = freeDeliveryLine.replace(/[^.!?।]$/u, '$&.')
  if (deliveryDays === 0) return line
  return `${line} Delivered within ${deliveryDays === 1 ? 'a day' : `${deliveryDays} days`}.`
}
