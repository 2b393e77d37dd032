import { encode } from 'uqr'

/** A text as a QR code. @returns `size` in modules, without room around them; `path` draws each row's dark runs */
export function qrPath(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const rows = data.map((row) => row.map((dark) => (dark ? '1' : '0')).join(''))
  const runs = rows.flatMap((row, y) =>
    Array.from(row.matchAll(/1+/g), ({ index, 0: run }) => `M${index} ${y}h${run.length}v1h${-run.length}z`),
  )
  return { size, path: runs.join('') }
}
