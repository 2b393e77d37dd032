import { Link } from 'react-router'

type TileProps = { label: string; value: string; to?: string }

/** One figure that a shopkeeper looks at first. */
export function Tile({ label, value, to }: TileProps) {
  return (
    <div className="tile">
      <dt>{to ? <Link to={to}>{label}</Link> : label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
