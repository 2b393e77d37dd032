/** Makes a thing when it is first asked for. Formatters take milliseconds to make, which most pages would spend for nothing. */
export function memoize<T>(make: () => T): () => T {
  let made: { thing: T } | undefined
  return () => {
    made ??= { thing: make() }
    return made.thing
  }
}
