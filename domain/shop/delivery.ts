import { formatRupees } from '#domain/money.ts'
import { feeRange } from './delivery-fees.ts'
import type { Settings } from './settings.ts'
import { defaultShopInfo } from './shop-info.ts'

type FeeInfo = Pick<Settings, 'deliveryFees' | 'freeFrom'>

/** `Delivery costs ₹49 to ₹199. It is free from ₹999.`; undefined: it is free, as specified. */
export function feeSentence({ deliveryFees, freeFrom }: FeeInfo): string | undefined {
  const range = feeRange({ deliveryFees })
  if (!range) return undefined
  const free = freeFrom > 0 ? ` It is free from ${formatRupees(freeFrom)}.` : ''
  return `Delivery costs ${range}, by place and weight.${free}`
}

/** The line about delivery on product pages; with a fee the owner's own would contradict it. */
export function deliveryLine(info: FeeInfo & Pick<Settings, 'freeDeliveryLine'>): string {
  if (!feeRange(info)) return info.freeDeliveryLine
  return info.freeFrom > 0 ? `Free delivery from ${formatRupees(info.freeFrom)}` : 'Delivery across India'
}

const FREE =
  /\bfree (?:home )?(?:delivery|shipping)\b|\b(?:delivery|shipping) (?:is |at home is )?(?:always )?(?:free|at no (?:extra )?cost)\b/i
const CONDITION = /\d|₹|\b(?:from|above|over|below|except|not|some|selected)\b/i

/** True if a sentence of the text promises free delivery without naming an amount or another condition. */
export function promisesFreeDelivery(markdown: string): boolean {
  const sentences = markdown.replaceAll(/[*_]/g, '').split(/[.!?।\n]/)
  return sentences.some((sentence) => FREE.test(sentence.replaceAll(/\s+/g, ' ')) && !CONDITION.test(sentence))
}

/** The sentence about delivery that goes beyond the specified "free"; undefined: nothing was changed. */
export function deliveryNote(
  info: FeeInfo & Pick<Settings, 'freeDeliveryLine' | 'deliveryDays' | 'packingDays'>,
): string | undefined {
  const { freeDeliveryLine, deliveryDays, packingDays } = info
  const within =
    deliveryDays > 0
      ? `Delivered within ${deliveryDays === 1 ? 'a day' : `${deliveryDays} days`}${packingDays > 0 ? ' after packing' : ''}.`
      : ''
  const fee = feeSentence(info)
  if (fee) return [fee, within].filter(Boolean).join(' ')
  if (deliveryDays === 0 && freeDeliveryLine === defaultShopInfo.freeDeliveryLine) return undefined
  const line = freeDeliveryLine.replace(/[^.!?।]$/u, '$&.')
  return [line, within].filter(Boolean).join(' ')
}
