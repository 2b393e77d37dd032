import type { User } from '#domain/account.ts'
import type { Shop } from '#server/shop.ts'
import { saveSecurity } from './save-security.ts'

/** Saves one section's form. @returns true, or why nothing was saved */
export type SaveSection = (shop: Shop, admin: User, form: FormData) => Promise<true | string>

/** The sections of the settings by the intent of their form; domain/permissions.ts has a row for each. */
export const sections: Readonly<Record<string, SaveSection>> = {
  security: saveSecurity,
}
