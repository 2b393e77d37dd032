/** How many letters of a word may be wrong. */
function mistakesIn(word: string): number {
  if (word.length < 4) return 0
  return word.length < 8 ? 1 : 2
}

/** False for short words and numbers, which are meant as they are typed: C02 is not C03. */
export function isCorrectable(word: string): boolean {
  return mistakesIn(word) > 0 && !/\p{N}/u.test(word)
}

/** A known word that was meant by one that is not known: the nearest, and of several equally near the most frequent. */
export function nearestWord(word: string, known: Iterable<readonly [word: string, uses: number]>): string | undefined {
  if (!isCorrectable(word)) return undefined
  const most = mistakesIn(word)
  const near = [...known]
    // A word of one or two letters is not offered as a correction, and each difference in length is a mistake.
    .filter(([other]) => other.length > 2 && Math.abs(other.length - word.length) <= most)
    .map(([other, uses]) => ({ other, uses, mistakes: mistakesBetween(word, other) }))
    .filter(({ mistakes }) => mistakes <= most)
    .sort((a, b) => a.mistakes - b.mistakes || b.uses - a.uses)
  return near[0]?.other
}

/** Counts letters that are missing, too many, wrong or swapped with their neighbour (optimal string alignment). */
export function mistakesBetween(one: string, other: string): number {
  /** The mistakes between the first letters of both words, by how many. */
  const table = Array.from({ length: one.length + 1 }, (_, row) => [row])
  const at = (row: number, column: number) => table[row]?.[column] ?? column
  for (let row = 1; row <= one.length; row++) {
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      table[row]?.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          ...(isSwapped ? [at(row - 2, column - 2) + 1] : []),
        ),
      )
    }
  }
  return at(one.length, other.length)
}
