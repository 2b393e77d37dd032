/** Creates the value on first use. Intl formatters take milliseconds to create, and most pages do not need them. */
export function memoize<T>(create: () => T): () => T {
  let created: { value: T } | undefined
  return () => {
    created ??= { value: create() }
    return created.value
  }
}
