import * as v from 'valibot'
import { line, type Parsed, parseWith } from '#domain/form-fields.ts'
import { accountFields, passwordSchema } from './account.ts'
import { CODE_DIGITS, type EmailCode } from './email-code.ts'

/**
 * A code by email proves that this session belongs to the owner of the account's address, that a new address is
 * theirs, or that they want to delete their account. `askedBy` is the session.
 */
export type AccountCode = EmailCode & {
  purpose: 'confirm-session' | 'change-email' | 'delete-account'
  userId: string
}

/** Saved addresses of one account. */
export const MAX_ADDRESSES = 20

const nameSchema = v.object({ name: accountFields.name })
const changePasswordSchema = v.object({ currentPassword: passwordSchema, newPassword: accountFields.password })
const emailSchema = v.object({ email: accountFields.email, password: passwordSchema })
const code = v.pipe(
  line,
  v.transform((text) => text.replace(/[\s-]/g, '')),
  v.regex(new RegExp(`^\\d{${CODE_DIGITS}}$`), `Enter the ${CODE_DIGITS} digits of the code.`),
)
const codeSchema = v.object({ code })
const newEmailSchema = v.object({ email: accountFields.email, code })

export type PasswordForm = v.InferOutput<typeof changePasswordSchema>
export type EmailForm = v.InferOutput<typeof emailSchema>
export type NewEmailForm = v.InferOutput<typeof newEmailSchema>

export function parseName(form: unknown): Parsed<{ name: string }> {
  return parseWith(nameSchema, form)
}

export function parsePasswordChange(form: unknown): Parsed<PasswordForm> {
  return parseWith(changePasswordSchema, form)
}

export function parseEmailChange(form: unknown): Parsed<EmailForm> {
  return parseWith(emailSchema, form)
}

export function parseCode(form: unknown): Parsed<{ code: string }> {
  return parseWith(codeSchema, form)
}

export function parseNewEmail(form: unknown): Parsed<NewEmailForm> {
  return parseWith(newEmailSchema, form)
}
