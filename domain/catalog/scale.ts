/** How a drawing shows something beside a measure. `unit` is how many units of the drawing one centimetre takes. */
export type Scale = { unit: number; measure: number; label: string; half: string }

/** The length of the drawing's ruler, in its own units; things higher or wider than this and a tenth do not fit beside it. */
const RULER = 100
const MEASURES = [10, 25, 50, 100, 200, 300, 500, 1000, 2000, 5000]
/** Below this a metre is too long to compare with. */
const SMALL = 10

/** One metre, unless the thing is too large or too small to be drawn beside it. @param size in centimetres */
export function scaleFor({ width, height }: { width: number; height: number }): Scale {
  const longest = Math.max(width, height)
  const fitting = MEASURES.filter((measure) => longest <= measure * 1.1)
  const measure = longest < SMALL ? (fitting[0] ?? SMALL) : (fitting.find((it) => it >= RULER) ?? longest)
  return { unit: RULER / measure, measure, label: lengthOf(measure), half: lengthOf(measure / 2) }
}

function lengthOf(centimetres: number): string {
  return centimetres >= 100 ? `${centimetres / 100} m` : `${centimetres} cm`
}
