import type { User } from '#domain/account.ts'
import type { Shop } from '#server/shop.ts'

/** Saves one section's form. @returns true, or why nothing was saved */
export type SaveSection = (shop: Shop, admin: User, form: FormData) => Promise<true | string>
