/** How many letters of a word may be wrong: none in short words, which are mostly meant as they are typed. */
function mistakesIn(word: string): number {
  if (word.length < 4) return 0
  return word.length < 8 ? 1 : 2
}

/** A known word that was meant by one that is not known: the nearest, and of several equally near the most frequent. */
export function nearestWord(word: string, known: Iterable<readonly [word: string, uses: number]>): string | undefined {
  // A number is exact: C02 is not C03.
  if (/\p{N}/u.test(word)) return undefined
  let best: { word: string; mistakes: number; uses: number } | undefined
  for (const [candidate, uses] of known) {
    const most = best?.mistakes ?? mistakesIn(word)
    // A word of one or two letters is not offered as a correction, and each difference in length is a mistake.
    if (candidate.length < 3 || Math.abs(candidate.length - word.length) > most) continue
    const mistakes = mistakesBetween(word, candidate, most)
    if (mistakes > most || (best && mistakes === best.mistakes && uses <= best.uses)) continue
    best = { word: candidate, mistakes, uses }
  }
  return best?.word
}

/**
 * Counts letters that are missing, too many, wrong or swapped with their neighbour (optimal string alignment).
 *
 * @param most counting stops beyond this: the result is then larger than `most`, but may be too small
 */
export function mistakesBetween(one: string, other: string, most = Number.POSITIVE_INFINITY): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, place) => place)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    let least = row
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      let mistakes = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      )
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      if (isSwapped) mistakes = Math.min(mistakes, (beforeLast[column - 2] ?? 0) + 1)
      current.push(mistakes)
      least = Math.min(least, mistakes)
    }
    if (least > most) return least
    beforeLast = last
    last = current
  }
  return last[other.length] ?? 0
}
