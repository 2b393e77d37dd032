import { encode } from 'uqr'

/** Room around the code that readers need, in modules. */
const QUIET = 4

/** A text, such as a link, as a QR code: black on white in dark mode too, because many readers want it so. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = qrPath(text)
  const side = size + 2 * QUIET
  return (
    <svg className="qr-code" role="img" aria-label={label} viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}>
      <path fill="#fff" d={`M${-QUIET} ${-QUIET}h${side}v${side}h${-side}z`} />
      <path fill="#000" d={path} shapeRendering="crispEdges" />
    </svg>
  )
}

/** @param size in modules, without room around them. @returns `path` draws each row's dark runs as rectangles */
export function qrPath(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const rows = data.map((row) => row.map((dark) => (dark ? '1' : '0')).join(''))
  const runs = rows.flatMap((row, y) =>
    Array.from(row.matchAll(/1+/g), ({ index, 0: run }) => `M${index} ${y}h${run.length}v1h${-run.length}z`),
  )
  return { size, path: runs.join('') }
}
