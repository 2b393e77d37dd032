import { MAX_QUANTITY } from '#domain/catalog/product.ts'
import type { Paise } from '#domain/money.ts'
import {
  addField,
  type ChangeDecision,
  type ChangeProblem,
  decideChange,
  newQuantityField,
  offeredOf,
  type PresentLine,
  unitsOf,
  variantField,
  type WantedChange,
} from './change-lines.ts'
import { groupLines, type OnSale, type OrderLine, orderLines, withSetPrice } from './order.ts'

/** Of a part of a set also what the set's price takes off it, before and after, and how many sets there are then. */
export type KeptLine = { position: number; quantity: number; discountBefore?: Paise } & Pick<
  OrderLine,
  'discount' | 'set'
>

type Decided = Extract<ChangeDecision, { ok: true }>
/** A change of all lines of an order, those of sets among them. */
type OrderChangeDecision = Exclude<ChangeDecision, { ok: true }> | (Omit<Decided, 'kept'> & { kept: KeptLine[] })

/**
 * The lines that a change names: all parts of a set are one, at the place of the first, which counts sets. `variantId`: of the
 * set as it is now; null: it holds something else since, so no more of it can be had.
 */
export function foldSets(present: readonly PresentLine[], sale: OnSale): PresentLine[] {
  return groupLines(present).map(({ set, lines }) => {
    const first = lines[0]?.line as PresentLine
    if (!set) return first
    const { discount: _, set: __, ...line } = first
    const held = lines.map(({ line }) => [line.variantId, line.quantity / set.quantity])
    const now = (sale.parts?.get(set.id) ?? []).map(({ variantId, quantity }) => [variantId, quantity])
    return {
      ...line,
      id: set.id,
      title: set.title,
      price: set.price,
      quantity: set.quantity,
      sizeCode: '',
      sizeLabel: '',
      selectedColor: '',
      variantId: (JSON.stringify(held) === JSON.stringify(now) && sale.variants.get(set.id)?.[0]?.id) || null,
      sent: Math.max(...lines.map(({ line }) => Math.ceil((line.sent * set.quantity) / line.quantity))),
    }
  })
}

/** The lines of an order after a change. The parts of a set come, stay and go together. */
export function decideOrderChange(
  present: readonly PresentLine[],
  wanted: WantedChange,
  sale: OnSale,
): OrderChangeDecision {
  const decision = decideChange(foldSets(present, sale), wanted, offeredOf(sale.products, sale.variants))
  if (!decision.ok) return decision
  const problems: Record<string, ChangeProblem> = {}
  // The parts of all sets after the change, with the field that asks for each.
  const parts: { field: string; variantId: number | null; quantity: number }[] = []
  const groups = new Map(groupLines(present).map(({ set, lines }) => [lines[0]?.line.position, { set, lines }]))
  const kept = decision.kept.flatMap(({ position, quantity }): KeptLine[] => {
    const { set, lines = [] } = groups.get(position) ?? {}
    if (!set) return [{ position, quantity }]
    const after = lines.map(({ line }) => ({
      ...line,
      quantity: (line.quantity / set.quantity) * quantity,
      set: { ...set, quantity },
    }))
    parts.push(...after.map((line) => ({ ...line, field: newQuantityField(position) })))
    const before = withSetPrice(
      lines.map(({ line }) => line),
      set.price * set.quantity,
    )
    return withSetPrice(after, set.price * quantity).map((line, index) => ({
      position: line.position,
      quantity: line.quantity,
      set: line.set,
      discountBefore: before[index]?.discount ?? 0,
      ...(line.discount !== undefined && { discount: line.discount }),
    }))
  })
  const added = decision.added.flatMap((one) => {
    const { position, variantId, line } = one
    const held = sale.parts?.get(line.id)
    if (!held) return [one]
    const field = position === undefined ? addField(variantId) : variantField(position)
    if (decision.kept.some((each) => groups.get(each.position)?.set?.id === line.id))
      problems[field] = { kind: 'other-set' }
    const lines = orderLines(line, sale)
    if (lines.length < held.length) problems[field] = { kind: 'gone' }
    return lines.map((part, index) => {
      const id = held[index]?.variantId ?? 0
      parts.push({ field, variantId: id, quantity: part.quantity })
      return { position: index === 0 ? position : undefined, variantId: id, line: part }
    })
  })
  const units = unitsOf(present, [
    ...kept.map(({ position, quantity }) => ({
      variantId: present.find((one) => one.position === position)?.variantId,
      quantity,
    })),
    ...added.map(({ variantId, line: { quantity } }) => ({ variantId, quantity })),
  ])
  const offered = offeredOf(sale.products, sale.variants)
  for (const { field, variantId, quantity } of parts) {
    const by = units.find((one) => one.variantId === variantId)?.by ?? 0
    const available = offered.get(variantId ?? 0)?.variant.available ?? null
    if (quantity > MAX_QUANTITY) problems[field] ??= { kind: 'too-much' }
    if (by > 0 && available !== null && by > available) problems[field] ??= { kind: 'sold' }
  }
  if (Object.keys(problems).length > 0) return { ok: false, reason: 'problems', problems }
  return { ...decision, kept, added, units }
}
