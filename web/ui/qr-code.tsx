import { qrPath } from './qr-path.ts'

/** Room around the code that readers need, in modules. */
const QUIET = 4

/** A text, such as a link, as a QR code: black on white in dark mode too, because many readers cannot read the reverse. */
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
