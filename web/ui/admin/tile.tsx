import { Link } from 'react-router'

type TileProps = { label: string; value: string; to?: string }

/** One key figure of the overview. */
export function Tile({ label, value, to }: TileProps) {
  return (
    <div className="tile">
      <dt>{to ? <Link to={to}>{label}</Link> : label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
