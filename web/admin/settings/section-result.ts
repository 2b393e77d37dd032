import type { Problems } from '#domain/form-fields.ts'

/** The values of a section's form. */
export type StoredSection = {
  /** Sent back with the form, so that nobody overwrites what somebody else has saved since. */
  version: string
  values: Record<string, string>
  /** Warnings by field; they do not prevent saving. */
  warnings: Problems
}

/** Why nothing was saved. */
export type SectionRefusal = {
  status: number
  problems: Problems
  /** The values that somebody else has saved since the form was opened. */
  conflict?: StoredSection
}

/** The action's answer to a section's form; `section` is its intent. */
export type SectionResult =
  /** `said`: nothing was saved, and this is what a provider answered. */
  | { section: string; ok: true; version?: string; said?: string }
  | (Omit<SectionRefusal, 'status'> & {
      section: string
      ok: false
      values: Record<string, string>
      /** The page that asks for the password or a code first. */
      confirmAt?: string
    })
