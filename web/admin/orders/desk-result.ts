import type { Problems } from '#domain/form-fields.ts'
import type { ActionResult } from '#web/admin/action-result.ts'

/** The answer to a form on the page of an order. */
export type DeskResult = ActionResult & {
  intent: string
  /** Which of several forms with this intent: the shipment's id. */
  about?: string
  problems?: Problems
  values?: Record<string, string>
}
