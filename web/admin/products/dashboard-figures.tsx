import { useFrame } from '#web/admin/frame-data.ts'

const number = new Intl.NumberFormat('en-IN')

/** The profile of the logged-in user, and for an admin the totals of the shop. */
export function DashboardFigures() {
  const frame = useFrame()
  if (!frame) return null
  const { user, totals } = frame
  return (
    <div className="dashboard-figures">
      <dl className="cluster figures" aria-label="Profile">
        <Tile label="Name" value={user.name} />
        <Tile label="Email" value={user.email} />
        <Tile label="Role" value={user.staff?.role ?? user.role} />
      </dl>
      {totals && (
        <dl className="cluster figures">
          <Tile label="Total products" value={number.format(totals.products)} />
          <Tile label="Total orders" value={number.format(totals.orders)} />
          <Tile label="Total users" value={number.format(totals.users)} />
        </dl>
      )}
    </div>
  )
}

/** One key figure of the overview. */
function Tile({ label, value }: { label: string; value: string }) {
  return (
    <div className="row gap-2 baseline">
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
