/** The fields of `values` that differ from `current`, before and after. `undefined` means unchanged. */
export function changedFields<T extends object, V extends Partial<T>>(
  current: T,
  values: V,
): { before: Partial<T>; after: Partial<V> } {
  const names = (Object.keys(values) as (keyof T & keyof V & string)[]).filter(
    (name) => values[name] !== undefined && !isSame(values[name], current[name]),
  )
  return {
    before: Object.fromEntries(names.map((name) => [name, current[name]])) as unknown as Partial<T>,
    after: Object.fromEntries(names.map((name) => [name, values[name]])) as unknown as Partial<V>,
  }
}

function isSame(a: unknown, b: unknown): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b
  return a.length === b.length && a.every((value, index) => value === b[index])
}
