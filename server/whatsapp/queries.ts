import { eq, getTableColumns, sql } from 'drizzle-orm'
import { WHATSAPP_LANGUAGE } from '#domain/messages/whatsapp-templates.ts'
import type { Db } from '#server/db/connection.ts'
import { whatsappTemplates } from '#server/db/schema/whatsapp.ts'
import type { TemplateReport } from '#server/providers/whatsapp.ts'

export type StoredTemplate = Omit<typeof whatsappTemplates.$inferSelect, 'time'>

export async function listStoredTemplates(db: Db): Promise<StoredTemplate[]> {
  const { time: _, ...columns } = getTableColumns(whatsappTemplates)
  return db.select(columns).from(whatsappTemplates).where(eq(whatsappTemplates.language, WHATSAPP_LANGUAGE))
}

/**
 * Keeps what Meta reports, unless a later report is kept already. What the report does not name stays, except the reason,
 * which belongs to the state. Meta's times are whole seconds; of one second the last report counts.
 */
export async function upsertTemplate(db: Db, { name, language, ...report }: TemplateReport, at: Date): Promise<void> {
  const changes = {
    ...report,
    ...(report.state && { reason: report.reason ?? '' }),
    time: new Date(1000 * Math.floor(at.getTime() / 1000)),
  }
  await db
    .insert(whatsappTemplates)
    .values({ name, language, state: 'pending', ...changes })
    .onConflictDoUpdate({
      target: [whatsappTemplates.name, whatsappTemplates.language],
      set: changes,
      setWhere: sql`${whatsappTemplates.time} <= excluded.time`,
    })
}
