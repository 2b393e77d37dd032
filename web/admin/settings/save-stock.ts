import { parseLowStock } from '#domain/shop/low-stock.ts'
import { saveSettings } from '#server/settings/settings.ts'
import type { SaveSection } from './save-section.ts'

export const saveStock: SaveSection = async (shop, admin, form) => {
  const parsed = parseLowStock(form)
  if (!parsed.ok) return parsed.problems
  await saveSettings(shop, admin, parsed.value)
  return undefined
}
