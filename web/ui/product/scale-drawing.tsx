import { scaleFor } from '#domain/catalog/scale.ts'
import { dimensionsOf, type Size } from '#domain/catalog/sizes.ts'

/** The families' outlines in a 1 × 1 square, scaled to the real width and height. */
const OUTLINES: Readonly<Record<string, string>> = {
  CUBEE: 'M0 0H1L.98 1H.02Z',
  TUBO: 'M0 0H1L.78 1H.22Z',
  WIDEE: 'M0 0H1C1 .5.86 1 .7 1H.3C.14 1 0 .5 0 0Z',
  TRIYA: 'M0 0H1C1 .4.95.66.84.78L.74 1H.68L.6.8H.53L.52.97H.48L.47.8H.4L.32 1H.26L.16.78C.05.66 0 .4 0 0Z',
  BOXA: 'M0 0H1L.985 1H.015Z',
  OVALIN: 'M0 0H1C1 .5.98 1 .86 1H.14C.02 1 0 .5 0 0Z',
  BONSAI: 'M0 0H1V.2L.95.85H.85V1H.72V.85H.28V1H.15V.85H.05L0 .2Z',
}
/** A family that the owner has added is drawn as the box that holds it. */
const BOX = 'M0 0H1V1H0Z'

const FLOOR = 112
const RULER = 18
const LEFT = 36
const TICKS = [0, 25, 50, 75, 100]

/** The product to scale beside a measure, which is one metre for anything between 10 and 110 cm. */
export function ScaleDrawing({ size }: { size: Size }) {
  const { unit, label, half } = scaleFor(size)
  const [width, height] = [size.width * unit, size.height * unit]
  const top = FLOOR - height
  return (
    <figure className="scale-drawing">
      <svg
        viewBox="0 0 172 126"
        role="img"
        aria-label={`${size.code}, ${dimensionsOf(size)}, drawn next to ${label === '1 m' ? 'one metre' : label}`}
      >
        <path className="scale-floor" d={`M2 ${FLOOR}H170`} />
        <path
          className="scale-ruler"
          d={`M${RULER} 12V${FLOOR}${TICKS.map((tick) => `M${RULER - 4} ${FLOOR - tick}h8`).join('')}`}
        />
        <text x={RULER} y="8" textAnchor="middle">
          {label}
        </text>
        <path className="scale-half" d={`M${RULER + 6} 62H170`} />
        <text x="170" y="60" textAnchor="end" className="scale-faint">
          {half}
        </text>
        <path
          className="scale-pot"
          transform={`translate(${LEFT} ${top}) scale(${width} ${height})`}
          d={OUTLINES[size.family] ?? BOX}
        />
        <text x={LEFT + width / 2} y={FLOOR + 10} textAnchor="middle">
          {size.width} cm
        </text>
        <text x={LEFT + width + 4} y={top + height / 2 + 2.5}>
          {size.height} cm
        </text>
      </svg>
      <figcaption>
        {dimensionsOf(size)} <span>(width × depth × height)</span>
      </figcaption>
    </figure>
  )
}
