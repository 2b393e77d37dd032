import type { RouterContextProvider } from 'react-router'
import { mayRequireSecondFactor } from '#domain/accounts/second-factor.ts'
import type { User } from '#domain/accounts/user.ts'
import type { Problems } from '#domain/form-fields.ts'
import { SECTIONS, type SectionName } from '#domain/settings/sections.ts'
import type { Settings } from '#domain/shop/settings.ts'
import { findFactors } from '#server/accounts/second-factor/queries.ts'
import type { ImageFailure } from '#server/catalog/images/save.ts'
import { getUser, shopContext } from '#server/contexts.ts'
import { countAreas } from '#server/delivery/queries.ts'
import type { SpooledForm } from '#server/http/uploads/spooled-form.ts'
import { findSettings } from '#server/settings/queries.ts'
import { type OpenedForm, type SavedSettings, saveSettings, versionOf } from '#server/settings/settings.ts'
import type { Shop } from '#server/shop.ts'
import { textField } from '#web/form-actions.ts'
import type { SectionRefusal, StoredSection } from './section-result.ts'

/** Saves one section's form. @returns why nothing was saved, or the version of what is stored now */
export type SaveSection = (
  shop: Shop,
  admin: User,
  form: SpooledForm,
) => Promise<({ ok: false } & SectionRefusal) | { ok: true; version?: string; said?: string }>

export function readSections(shop: Shop, settings: Settings): Record<SectionName, StoredSection> {
  const names = Object.keys(SECTIONS) as SectionName[]
  return Object.fromEntries(names.map((name) => [name, readSection(shop, name, settings)])) as Record<
    SectionName,
    StoredSection
  >
}

function readSection({ payments, now }: Shop, name: SectionName, settings: Settings): StoredSection {
  const section = SECTIONS[name]
  return {
    version: versionOf(settings, section.names),
    values: section.typedOf(settings),
    warnings: section.warningsOf(settings, { mayPayOnline: payments.isAvailable, now: now() }),
  }
}

type Save = (
  values: Partial<Settings>,
  opened: OpenedForm,
) => Promise<SavedSettings | ImageFailure | { ok: false; reason: 'refused'; problems: Problems }>

/** Parses a section's fields and saves them, unless somebody else has changed them since the form was opened. */
export async function saveFields(shop: Shop, name: SectionName, fields: FormData, save: Save): ReturnType<SaveSection> {
  const { names, parse } = SECTIONS[name]
  const version = textField(fields, 'version')
  if (!version) return refuse(400, { form: 'The form is incomplete. Please reload the page.' })
  const parsed = parse(fields)
  if (!parsed.ok) return refuse(400, parsed.problems)
  const saved = await save(parsed.value, { names, version })
  if (saved.ok) return { ok: true, version: versionOf(saved.settings, names) }
  switch (saved.reason) {
    case 'conflict':
      return { ...refuse(409, { form: CHANGED }), conflict: readSection(shop, name, saved.settings) }
    case 'refused':
      return refuse(400, saved.problems)
    case 'images':
      return refuse(400, { logo: saved.problems.map(({ problem }) => problem).join(' ') })
    case 'store-failed':
      return refuse(503, { form: 'The image could not be stored, so nothing was saved. Please try again.' })
  }
}

const CHANGED =
  'Someone else has changed these settings. Nothing was saved yet: compare both versions above, then save again.'

export function refuse(status: number, problems: Problems): { ok: false } & SectionRefusal {
  return { ok: false, status, problems }
}

/** Saves a section that has nothing but its fields. */
export function saveSection(name: SectionName): SaveSection {
  return (shop, admin, { fields }) =>
    saveFields(shop, name, fields, (values, opened) =>
      shop.db.transaction((tx) => saveSettings(tx, admin, values, opened)),
    )
}

export type LoadedSettings = Awaited<ReturnType<typeof loadSettings>>

/** For every page of the settings: without scripts a form's answer comes at the address of their list. */
export async function loadSettings(context: Readonly<RouterContextProvider>) {
  const shop = context.get(shopContext)
  const factors = await findFactors(shop.db, getUser(context).userId)
  // From the database, because the answer to a form shows what it has just saved.
  const settings = await findSettings(shop.db)
  return {
    stored: readSections(shop, settings),
    requireSecondFactor: settings.requireSecondFactor,
    mayRequireSecondFactor: mayRequireSecondFactor(factors),
    areas: await countAreas(shop.db),
  }
}
