import type { ReactNode } from 'react'

/** One value of a chart, with its label and its formatted text. */
export type Figure = { label: string; value: number; text: string }

type ChartProps = {
  heading: string
  /** The chart in one sentence, shown above it and read by screen readers. */
  summary: string
  figures: readonly Figure[]
  /** Headings of the same data as a table. */
  columns: readonly [string, string]
}

/** One column for each day; a value below zero has none. */
export function ColumnChart({ heading, summary, figures, columns }: ChartProps) {
  const top = niceTop(Math.max(...figures.map(({ value }) => value), 1))
  const step = 100 / Math.max(1, figures.length)
  return (
    <ChartFrame heading={heading} summary={summary} figures={figures} columns={columns}>
      <svg className="chart-columns" role="img" aria-label={`${heading}. ${summary}`}>
        {[0, 50, 100].map((y) => (
          <line key={y} className="chart-grid" x1="0" x2="100%" y1={`${y}%`} y2={`${y}%`} />
        ))}
        {figures.map(({ label, value, text }, index) => {
          const height = (Math.max(0, value) / top) * 100
          return (
            <rect
              key={label}
              className="chart-bar"
              x={`${index * step + step * 0.15}%`}
              width={`${step * 0.7}%`}
              y={`${100 - height}%`}
              height={`${height}%`}
            >
              <title>{`${label}: ${text}`}</title>
            </rect>
          )
        })}
        {/* Without any figure the scale would be of half a rupee. */}
        {figures.some(({ value }) => value > 0) && (
          <>
            <text x="0" y="0" dy="-0.4em">
              {compact.format(top)}
            </text>
            <text x="0" y="50%" dy="-0.4em">
              {compact.format(top / 2)}
            </text>
          </>
        )}
        {ends(figures).map(({ label, x, anchor }) => (
          <text key={label} x={x} y="100%" dy="1.4em" textAnchor={anchor}>
            {label}
          </text>
        ))}
      </svg>
    </ChartFrame>
  )
}

/** Labelled horizontal bars, largest first. */
export function BarChart({ heading, summary, figures, columns }: ChartProps) {
  const top = Math.max(...figures.map(({ value }) => value), 1)
  return (
    <ChartFrame heading={heading} summary={summary} figures={figures} columns={columns}>
      <svg role="img" aria-label={`${heading}. ${summary}`} height={Math.max(1, figures.length) * BAR_ROW}>
        {figures.map(({ label, value, text }, index) => (
          <g key={label}>
            {/* Its edge cuts a long label before the value. */}
            <svg aria-hidden="true" width="88%" height={BAR_ROW} y={index * BAR_ROW}>
              <text className="chart-name" x="0" y={15}>
                {label}
              </text>
            </svg>
            <text className="chart-name" x="100%" y={index * BAR_ROW + 15} textAnchor="end">
              {text}
            </text>
            <rect className="chart-track" width="100%" height="8" y={index * BAR_ROW + 24} rx="4" />
            <rect className="chart-bar" width={`${(value / top) * 100}%`} height="8" y={index * BAR_ROW + 24} rx="4" />
          </g>
        ))}
      </svg>
    </ChartFrame>
  )
}

const BAR_ROW = 46
const compact = new Intl.NumberFormat('en-IN', { notation: 'compact', maximumFractionDigits: 1 })

function ChartFrame({ heading, summary, figures, columns, children }: ChartProps & { children: ReactNode }) {
  return (
    <figure className="box chart">
      <figcaption>
        <h2 className="label">{heading}</h2>
        <p className="fine">{summary}</p>
      </figcaption>
      {children}
      <details className="fine underlined">
        <summary>
          Show as a table<span className="visually-hidden">: {heading}</span>
        </summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the arrow keys */}
        <section className="table-scroll" aria-label={`${heading}, as a table`} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{columns[0]}</th>
                <th scope="col">{columns[1]}</th>
              </tr>
            </thead>
            <tbody>
              {figures.map(({ label, text }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td>{text}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </figure>
  )
}

/** The next round number for the axis: 1, 2 or 5 times a power of ten. */
function niceTop(value: number): number {
  const noughts = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 5, 10].find((step) => step * noughts >= value) ?? 10) * noughts
}

function ends(figures: readonly Figure[]) {
  const places = [
    { figure: figures[0], x: '0', anchor: 'start' },
    { figure: figures[Math.floor((figures.length - 1) / 2)], x: '50%', anchor: 'middle' },
    { figure: figures.at(-1), x: '100%', anchor: 'end' },
  ] as const
  return places.flatMap(({ figure, ...place }) => (figure ? [{ label: figure.label, ...place }] : []))
}
