/** One key figure of the overview. */
export function Tile({ label, value }: { label: string; value: string }) {
  return (
    <div className="row gap-2 baseline">
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
