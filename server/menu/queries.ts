import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'

/** A link of the owner's in the menu of every page. */
type MenuLink = { label: string; to: string }

/** The owner's collections and pages that are in the menu. */
export async function listMenu(db: Db): Promise<MenuLink[]> {
  const { rows } = await db.execute<{ label: string; kind: string; address: string }>(sql`
    (select name as label, 'collections' as kind, address from collections where in_menu order by name, id)
    union all
    (select title, 'pages', address from own_pages where in_menu order by title, id)`)
  return rows.map(({ label, kind, address }) => ({ label, to: `/${kind}/${encodeURIComponent(address)}` }))
}
