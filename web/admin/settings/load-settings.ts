import type { RouterContextProvider } from 'react-router'
import { mayRequireSecondFactor } from '#domain/accounts/second-factor.ts'
import { findFactors } from '#server/accounts/second-factor/queries.ts'
import { getUser, shopContext } from '#server/contexts.ts'
import { countAreas } from '#server/delivery/queries.ts'
import { findSettings } from '#server/settings/queries.ts'
import { readSections } from './save-section.ts'

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
