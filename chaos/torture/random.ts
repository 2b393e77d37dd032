/** A seeded generator (mulberry32), so that a failed run can be repeated. */
export type Random = ReturnType<typeof openRandom>

export function openRandom(seed: number) {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    /** From 0 up to 1. */
    next,
    between: (from: number, to: number) => from + next() * (to - from),
    oneOf: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
    chance: (probability: number) => next() < probability,
    /** A generator of its own for concurrent work, so that timing does not change the sequence. */
    fork: () => openRandom(Math.floor(next() * 4_294_967_296)),
    shuffled<T>(list: readonly T[]): T[] {
      return list
        .map((value) => ({ value, at: next() }))
        .sort((a, b) => a.at - b.at)
        .map(({ value }) => value)
    },
  }
}
