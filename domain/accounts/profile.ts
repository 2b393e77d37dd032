import * as v from 'valibot'
import { formParser } from '#domain/form-fields.ts'
import { accountFields, codeField, passwordSchema } from './account.ts'
import { CODE_DIGITS, type EmailCode } from './email-code.ts'

/**
 * A code by email proves that this session belongs to the owner of the account's address, that a new address is
 * theirs, or that they want to delete their account. `askedBy` is the session.
 */
export type AccountCode = EmailCode & {
  purpose: 'confirm-session' | 'change-email' | 'delete-account'
  userId: string
}

export const MAX_ADDRESSES = 20

const changePasswordSchema = v.object({ currentPassword: passwordSchema, newPassword: accountFields.password })
const emailSchema = v.object({ email: accountFields.email, password: passwordSchema })
const code = codeField(`Enter the ${CODE_DIGITS} digits of the code.`)
const newEmailSchema = v.object({ email: accountFields.email, code })

export type PasswordForm = v.InferOutput<typeof changePasswordSchema>
export type EmailForm = v.InferOutput<typeof emailSchema>
export type NewEmailForm = v.InferOutput<typeof newEmailSchema>

export const parseName = formParser(v.object({ name: accountFields.name }))
export const parsePasswordChange = formParser(changePasswordSchema)
export const parseEmailChange = formParser(emailSchema)
export const parseCode = formParser(v.object({ code }))
export const parseNewEmail = formParser(newEmailSchema)
