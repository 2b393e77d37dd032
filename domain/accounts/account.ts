import * as v from 'valibot'
import { formParser, line } from '#domain/form-fields.ts'
import { messages } from '#domain/messages.ts'
import { parseOwnPath } from '#domain/own-path.ts'
import { parseMobile } from '#domain/phone.ts'
import { cleanLine } from '#domain/text.ts'

/** The page after login; the specification sends unknown roles to the admin dashboard. */
export function homeAfterLogin(role: string): '/userDashboard' | '/sellerDashboard' | '/adminDashboard' {
  if (role === 'user') return '/userDashboard'
  return role === 'seller' ? '/sellerDashboard' : '/adminDashboard'
}

export const PASSWORD_MIN = 6
export const PASSWORD_MAX = 128
const EMAIL_MIN = 14
const GMAIL = /^[a-z]+[0-9]+@gmail\.com$/i

export type SignupForm = { name: string; email: string; password: string }
export type LoginForm = { email: string; password: string }

/** Toasts for a signup form, in order. They never block the form: the server validates it. */
export function signupAdvice(form: SignupForm): string[] {
  const advice: string[] = []
  const { password } = form
  const name = cleanLine(form.name)
  const email = cleanLine(form.email)
  if (!name || !email || !password) advice.push(messages.accountFieldsRequired)
  if (name.length < 3) advice.push(messages.nameTooShort)
  if (email.length < EMAIL_MIN || !GMAIL.test(email)) advice.push(messages.emailAdvice)
  if (password.length < PASSWORD_MIN) advice.push(messages.passwordTooShort)
  return advice
}

/** The toast that blocks a login form before it is sent, if any. */
export function loginRefusal({ email, password }: LoginForm): string | undefined {
  if (!cleanLine(email) || !password) return messages.accountFieldsRequired
  if (password.length < PASSWORD_MIN) return messages.checkEmailOrPassword
  return undefined
}

/** A password as typed; anything that is not text counts as empty. */
export const passwordSchema = v.pipe(
  v.optional(v.unknown(), ''),
  v.transform((value) => (typeof value === 'string' ? value : '')),
)
const email = v.pipe(line, v.toLowerCase(), v.maxLength(254, 'Enter an email of at most 254 characters.'))

/** The fields of an account, as signing up and changing it check them. */
export const accountFields = {
  name: v.pipe(line, v.minLength(1, 'Enter your name.'), v.maxLength(100, 'Use at most 100 characters for your name.')),
  email: v.pipe(email, v.email('Enter an email such as meera24@gmail.com.')),
  password: v.pipe(
    passwordSchema,
    v.minLength(PASSWORD_MIN, `Use at least ${PASSWORD_MIN} characters.`),
    v.maxLength(PASSWORD_MAX, `Use at most ${PASSWORD_MAX} characters.`),
  ),
}

/** A role in the form is ignored: every new account is a user. */
export const parseSignup = formParser(v.object(accountFields))
export const parseLogin = formParser(v.object({ email, password: passwordSchema }))
export const parseNewPassword = formParser(v.object({ password: accountFields.password }))

/** A form that asks for an email with a code or a link. */
export const parseEmail = formParser(v.object({ email: accountFields.email }))

/** A mobile number becomes E.164. */
const emailOrNumber = v.pipe(
  email,
  v.transform((text) => parseMobile(text) ?? text),
  v.check(
    (text) => parseMobile(text) === text || v.is(accountFields.email, text),
    'Enter an email such as meera24@gmail.com.',
  ),
)

/** People copy the code as their email program shows it, perhaps in two groups. */
export function codeField(problem: string) {
  return v.pipe(
    line,
    v.transform((text) => text.replace(/[\s-]/g, '')),
    v.regex(/^\d{6}$/, problem),
  )
}
const code = codeField('Enter the six digits of the code.')

/** @returns as `email` perhaps the mobile number to which the code went, in E.164 */
export const parseCode = formParser(v.object({ email: emailOrNumber, code }))

/** In E.164. */
const number = v.pipe(
  line,
  v.transform((text) => parseMobile(text) ?? ''),
  v.regex(/^\+/, 'Enter a mobile number, such as 98765 43210.'),
)
export const parseNumber = formParser(v.object({ number }))
export const parseNumberCode = formParser(v.object({ number, code }))

/** A path of this shop to return to after login, or undefined. */
export function safeNext(next: string | null | undefined): string | undefined {
  const url = parseOwnPath(next ?? '')
  return url && url.pathname + url.search + url.hash
}
