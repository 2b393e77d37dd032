const START_B = 104
const START_C = 105
const TO_B = 100
const TO_C = 99
const STOP = 106

/** Alternating widths of bars and gaps for each value (ISO/IEC 15417, table 1). */
const WIDTHS = (
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 ' +
  '123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 ' +
  '232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 ' +
  '313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 ' +
  '111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 ' +
  '111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 ' +
  '114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112'
).split(' ')

/** Can this be drawn as a barcode? Code set B has the printable characters of ASCII. */
export function isCode128(text: string): boolean {
  return /^[ -~]{1,50}$/.test(text)
}

/**
 * The alternating widths of bars and gaps, in modules, from the first bar to the last. Four or more digits in a row are
 * encoded as pairs (code set C), which halves their width.
 *
 * @throws on a text that `isCode128` does not allow
 */
export function encodeCode128(text: string): number[] {
  if (!isCode128(text)) throw new RangeError('Code 128 has printable ASCII characters only')
  const values = valuesOf(text)
  const checksum = values.reduce((sum, value, index) => sum + value * Math.max(1, index), 0) % 103
  return [...values, checksum, STOP].flatMap((value) => [...(WIDTHS[value] ?? '')].map(Number))
}

function valuesOf(text: string): number[] {
  const values: number[] = []
  let inPairs = false
  let at = 0
  while (at < text.length) {
    const digits = /^\d*/.exec(text.slice(at))?.[0].length ?? 0
    const wantsPairs: boolean = inPairs ? digits >= 2 : digits >= 4
    if (values.length === 0) values.push(wantsPairs ? START_C : START_B)
    else if (wantsPairs !== inPairs) values.push(wantsPairs ? TO_C : TO_B)
    inPairs = wantsPairs
    if (inPairs) {
      values.push(Number(text.slice(at, at + 2)))
      at += 2
    } else {
      values.push(text.charCodeAt(at) - 32)
      at += 1
    }
  }
  return values
}
