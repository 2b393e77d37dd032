import { foreignKey, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { user } from './accounts.ts'
import { time } from './columns.ts'

/** Every version of every text. Append-only: the highest is shown; without any, the file that comes with the shop. */
export const texts = pgTable(
  'texts',
  {
    name: text().notNull(),
    version: integer().notNull(),
    markdown: text().notNull(),
    /** The author. The account may be deleted; the text stays. */
    userId: text(),
    time: time().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.name, t.version] }),
    foreignKey({ name: 'texts_author', columns: [t.userId], foreignColumns: [user.id] }).onDelete('set null'),
  ],
)
