import type { Problems } from '#domain/text.ts'

/** What a section's form is filled with. */
export type StoredSection = {
  /** Sent back with the form, so that nobody overwrites what somebody else has saved since. */
  version: string
  values: Record<string, string>
  /** By field; nothing is refused for them. */
  warnings: Problems
}

/** Why nothing was saved. */
export type SectionRefusal = {
  status: number
  problems: Problems
  /** What somebody else has saved since the form was opened. */
  conflict?: StoredSection
}

/** What the action of the settings answers to a section's form; `section` is its intent. */
export type SectionResult =
  | { section: string; ok: true; version?: string }
  | (Omit<SectionRefusal, 'status'> & {
      section: string
      ok: false
      values: Record<string, string>
      /** Where to prove first who is logged in. */
      confirmAt?: string
    })
