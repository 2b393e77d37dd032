import {
  isWhatsappTemplate,
  WHATSAPP_LANGUAGE,
  WHATSAPP_TEMPLATE_NAMES,
  WHATSAPP_TEMPLATES,
  type WhatsappTemplateName,
} from '#domain/messages/whatsapp-templates.ts'
import { originOf } from '#server/config.ts'
import type { TemplateReport } from '#server/providers/whatsapp-webhook.ts'
import type { Shop } from '#server/shop.ts'
import { upsertTemplate } from './queries.ts'

type TemplateShop = Pick<Shop, 'config' | 'db' | 'now' | 'whatsapp'>

/**
 * Asks Meta for the state of the shop's templates.
 *
 * @returns those that Meta does not know
 * @throws ProviderRejectedError or ProviderUnavailableError
 */
export async function refreshTemplates({ db, now, whatsapp }: TemplateShop): Promise<WhatsappTemplateName[]> {
  // Before asking, so that a webhook that comes while Meta answers counts as later.
  const at = now()
  const known = new Map((await whatsapp.listTemplates()).filter(isOurs).map((report) => [report.name, report]))
  for (const name of WHATSAPP_TEMPLATE_NAMES)
    await upsertTemplate(db, known.get(name) ?? { name, language: WHATSAPP_LANGUAGE, state: 'missing' }, at)
  return WHATSAPP_TEMPLATE_NAMES.filter((name) => !known.has(name))
}

/**
 * Sends Meta the templates that it does not know, for its approval.
 *
 * @throws ProviderRejectedError or ProviderUnavailableError
 */
export async function submitTemplates(shop: TemplateShop): Promise<void> {
  for (const name of await refreshTemplates(shop)) {
    const report = await shop.whatsapp.submitTemplate(name, WHATSAPP_TEMPLATES[name], originOf(shop.config))
    await upsertTemplate(shop.db, report, shop.now())
  }
}

/** Keeps what a webhook says of a template, if it is the shop's. */
export async function noteTemplate({ db }: Pick<Shop, 'db'>, report: TemplateReport, at: Date): Promise<void> {
  if (isOurs(report)) await upsertTemplate(db, report, at)
}

function isOurs({ name, language }: TemplateReport): boolean {
  return isWhatsappTemplate(name) && language === WHATSAPP_LANGUAGE
}
