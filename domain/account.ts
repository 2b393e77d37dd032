import * as v from 'valibot'
import { messages } from './messages.ts'
import { cleanLine, line, type Parsed, parseWith } from './text.ts'

export type Role = 'user' | 'seller' | 'admin'

/** A logged-in person. The browser keeps a copy under `users` that only chooses what is shown; the server decides. */
export type User = { uid: string; name: string; email: string; role: Role }

/** Where a person lands after login: any role but user and seller goes to the admin's. */
export function homeAfterLogin(role: string): '/userDashboard' | '/sellerDashboard' | '/adminDashboard' {
  if (role === 'user') return '/userDashboard'
  return role === 'seller' ? '/sellerDashboard' : '/adminDashboard'
}

/** Where a person's name in the navigation bar leads: any role but user and admin goes to the seller's. */
export function dashboardOf(role: string): '/userDashboard' | '/sellerDashboard' | '/adminDashboard' {
  if (role === 'user') return '/userDashboard'
  return role === 'admin' ? '/adminDashboard' : '/sellerDashboard'
}

export const PASSWORD_MIN = 6
export const PASSWORD_MAX = 128
const EMAIL_MIN = 14
const GMAIL = /^[a-z]+[0-9]+@gmail\.com$/i

export type SignupForm = { name: string; email: string; password: string }
export type LoginForm = { email: string; password: string }

/** Toasts for a signup form, in order. They advise and never block: the server alone decides. */
export function signupAdvice(form: SignupForm): string[] {
  const advice: string[] = []
  const { password } = form
  const [name, email] = [cleanLine(form.name), cleanLine(form.email)]
  if (!name || !email || !password) advice.push(messages.allFieldsRequired)
  if (name.length < 3) advice.push(messages.nameTooShort)
  if (email.length < EMAIL_MIN || !GMAIL.test(email)) advice.push(messages.emailAdvice)
  if (password.length < PASSWORD_MIN) advice.push(messages.passwordTooShort)
  return advice
}

/** The toast that stops a login before it is sent, if any. */
export function loginRefusal({ email, password }: LoginForm): string | undefined {
  if (!cleanLine(email) || !password) return messages.allFieldsRequired
  if (password.length < PASSWORD_MIN) return messages.checkEmailOrPassword
  return undefined
}

const password = v.pipe(
  v.optional(v.unknown(), ''),
  v.transform((value) => (typeof value === 'string' ? value : '')),
)
const email = v.pipe(line, v.toLowerCase(), v.maxLength(254, 'This e-mail address is too long.'))

const signupSchema = v.object({
  name: v.pipe(
    line,
    v.minLength(1, 'Tell us your name.'),
    v.maxLength(100, 'Use at most 100 characters for your name.'),
  ),
  email: v.pipe(email, v.email('Enter an e-mail address such as meera24@gmail.com.')),
  password: v.pipe(
    password,
    v.minLength(PASSWORD_MIN, `Use at least ${PASSWORD_MIN} characters.`),
    v.maxLength(PASSWORD_MAX, `Use at most ${PASSWORD_MAX} characters.`),
  ),
})

/** What the server accepts as a new account. A role is not read: everybody starts as user. */
export function parseSignup(form: unknown): Parsed<SignupForm> {
  return parseWith(signupSchema, form)
}

const loginSchema = v.object({ email, password })

export function parseLogin(form: unknown): Parsed<LoginForm> {
  return parseWith(loginSchema, form)
}

const storedUserSchema = v.object({
  name: v.string(),
  role: v.picklist(['user', 'seller', 'admin']),
  uid: v.string(),
  email: v.string(),
})

/** What local storage held under `users`; anything unreadable means logged out. */
export function parseStoredUser(text: string | null): User | undefined {
  try {
    return v.parse(storedUserSchema, JSON.parse(text ?? 'null'))
  } catch {
    return undefined
  }
}

/** A path of this shop to return to after login, or undefined: never another site, whatever a link says. */
export function safeNext(next: string | null | undefined): string | undefined {
  if (!next || !/^\/(?![/\\])/.test(next) || /[\p{Cc}\\]/u.test(next)) return undefined
  const url = new URL(next, 'http://gamla.invalid')
  // `/.//evil` is a path of ours, but once its dots are gone a browser would read `//evil` as a host.
  if (url.host !== 'gamla.invalid' || url.pathname.startsWith('//')) return undefined
  return url.pathname + url.search + url.hash
}
