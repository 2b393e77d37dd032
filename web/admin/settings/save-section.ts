import type { User } from '#domain/account.ts'
import type { Problems } from '#domain/text.ts'
import type { Shop } from '#server/shop.ts'

/** Saves one section's form. @returns why nothing was saved */
export type SaveSection = (shop: Shop, admin: User, form: FormData) => Promise<Problems | undefined>

/** What the action of the settings answers to a section's form; `section` is its intent. */
export type SectionResult =
  | { section: string; ok: true }
  | { section: string; ok: false; problems: Problems; values: Record<string, string> }
