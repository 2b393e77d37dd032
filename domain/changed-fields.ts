/** The fields of `values` that differ from `current`, before and after. `undefined` means unchanged. */
export function changedFields<T extends object, V extends Partial<T>>(
  current: T,
  values: V,
): { before: Partial<T>; after: Partial<V> } {
  const names = (Object.keys(values) as (keyof T & keyof V & string)[]).filter(
    (name) => values[name] !== undefined && !isSame(values[name], current[name]),
  )
  const [before, after]: [Partial<T>, Partial<V>] = [{}, {}]
  for (const name of names) {
    before[name] = current[name]
    after[name] = values[name]
  }
  return { before, after }
}

/** Lists and records of plain values are compared by what they hold; the order of a record's keys does not matter. */
function isSame(a: unknown, b: unknown): boolean {
  if (a instanceof Date && b instanceof Date) return a.getTime() === b.getTime()
  if (!isObject(a) || !isObject(b)) return a === b
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && a[name] === b[name])
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !(value instanceof Date)
}
