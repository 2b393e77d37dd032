import * as v from 'valibot'
import { messages } from './messages.ts'
import { cleanLine, line, type Parsed, parseWith } from './text.ts'

export const ROLES = ['user', 'seller', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** The logged-in user as local storage holds it under `users`. Only for display: the server checks the session. */
export type StoredUser = { name: string; role: Role; uid: string; email: string }

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
  const [name, email] = [cleanLine(form.name), cleanLine(form.email)]
  if (!name || !email || !password) advice.push(messages.allFieldsRequired)
  if (name.length < 3) advice.push(messages.nameTooShort)
  if (email.length < EMAIL_MIN || !GMAIL.test(email)) advice.push(messages.emailAdvice)
  if (password.length < PASSWORD_MIN) advice.push(messages.passwordTooShort)
  return advice
}

/** The toast that blocks a login form before it is sent, if any. */
export function loginRefusal({ email, password }: LoginForm): string | undefined {
  if (!cleanLine(email) || !password) return messages.allFieldsRequired
  if (password.length < PASSWORD_MIN) return messages.checkEmailOrPassword
  return undefined
}

const password = v.pipe(
  v.optional(v.unknown(), ''),
  v.transform((value) => (typeof value === 'string' ? value : '')),
)
const email = v.pipe(line, v.toLowerCase(), v.maxLength(254, 'Enter an email of at most 254 characters.'))

const signupSchema = v.object({
  name: v.pipe(line, v.minLength(1, 'Enter your name.'), v.maxLength(100, 'Use at most 100 characters for your name.')),
  email: v.pipe(email, v.email('Enter an email such as meera24@gmail.com.')),
  password: v.pipe(
    password,
    v.minLength(PASSWORD_MIN, `Use at least ${PASSWORD_MIN} characters.`),
    v.maxLength(PASSWORD_MAX, `Use at most ${PASSWORD_MAX} characters.`),
  ),
})

/** A role in the form is ignored: every new account is a user. */
export function parseSignup(form: unknown): Parsed<SignupForm> {
  return parseWith(signupSchema, form)
}

const loginSchema = v.object({ email, password })

export function parseLogin(form: unknown): Parsed<LoginForm> {
  return parseWith(loginSchema, form)
}

/** A path of this shop to return to after login, or undefined: never another site, whatever a link says. */
export function safeNext(next: string | null | undefined): string | undefined {
  if (!next || !/^\/(?![/\\])/.test(next) || /[\p{Cc}\\]/u.test(next)) return undefined
  const url = new URL(next, 'http://gamla.invalid')
  // `/.//evil` normalises to `//evil`, which a browser would read as a host.
  if (url.host !== 'gamla.invalid' || url.pathname.startsWith('//')) return undefined
  return url.pathname + url.search + url.hash
}

export type Visitor = 'guest' | Role
/** `seller: own`: only the seller's own records; those of others are answered as not found. */
export type Grant = Visitor | `${Role}: own`

const everyone = ['guest', 'user', 'seller', 'admin'] as const
const members = ['user', 'seller', 'admin'] as const

/**
 * Permissions of every route with its method, every intent of an action and every live topic.
 * tests/security/permissions.test.ts requests each of them in every role and fails when a route is missing here.
 */
export const permissions = {
  'GET /': everyone,
  'GET /allproduct': everyone,
  'GET /category/:categoryname': everyone,
  'GET /productinfo/:id': everyone,
  'GET /productinfo/:id/request': everyone,
  'POST /productinfo/:id/request': everyone,
  'GET /productImages/*': everyone,
  'GET /contactUs': everyone,
  'POST /contactUs': everyone,
  'GET /search': everyone,
  'GET /cart': everyone,
  'POST /cart': members,
  'POST /cart/quote': everyone,
  'POST /cart/pay': members,
  'POST /cart/paid': members,

  'GET /signup': everyone,
  'POST /signup': everyone,
  'GET /login': everyone,
  'POST /login': everyone,
  'GET /logout': everyone,
  'POST /logout': everyone,
  'GET /logout/everywhere': everyone,
  'POST /logout/everywhere': everyone,
  'GET /session': everyone,
  // Other roles get an empty page.
  'GET /userDashboard': ['user: own', 'seller', 'admin'],
  'POST /userDashboard': ['user: own', 'seller: own', 'admin: own'],

  'GET /refund-policy': everyone,
  'GET /termsAndConditions': everyone,
  'GET /privacy': everyone,
  'GET /warranty': everyone,
  'GET /faq': everyone,
  'GET /styleguide': everyone,
  'GET /*': everyone,

  'GET /adminDashboard': ['admin'],
  'GET /adminDashboard/orders': ['admin'],
  'GET /adminDashboard/users': ['admin'],
  'GET /adminDashboard/requests': ['admin'],
  'GET /adminDashboard/messages': ['admin'],
  'GET /adminDashboard/letters': ['admin'],
  'GET /adminDashboard/audit': ['admin'],
  'GET /adminDashboard/export/:table': ['admin'],
  'GET /adminDashboard/import': ['admin'],
  'POST /adminDashboard/import': ['admin'],
  'POST /adminDashboard approve': ['admin'],
  'POST /adminDashboard feature': ['admin'],
  'POST /adminDashboard restock': ['admin'],
  'POST /adminDashboard delete': ['admin'],
  'POST /adminDashboard restore': ['admin'],
  'POST /adminDashboard/orders deliver': ['admin'],
  'POST /adminDashboard/orders approve-cancellation': ['admin'],
  'POST /adminDashboard/orders delete': ['admin'],
  'POST /adminDashboard/users role': ['admin'],
  'POST /adminDashboard/letters send-again': ['admin'],
  'GET /addproduct': ['admin'],
  'POST /addproduct': ['admin'],
  'POST /addproduct/save': ['admin'],
  'GET /updateproduct/:id': ['admin'],
  'POST /updateproduct/:id': ['admin'],
  'POST /updateproduct/:id/save': ['admin'],

  'GET /sellerDashboard': ['seller: own'],
  'GET /sellerDashboard/orders': ['seller: own'],
  'GET /sellerDashboard/addproduct': ['seller'],
  'POST /sellerDashboard/addproduct': ['seller'],
  'POST /sellerDashboard/addproduct/save': ['seller'],
  'GET /sellerDashboard/updateproduct/:id': ['seller: own'],
  'POST /sellerDashboard/updateproduct/:id': ['seller: own'],
  'POST /sellerDashboard/updateproduct/:id/save': ['seller: own'],

  'LIVE product': everyone,
  'LIVE order': ['user: own', 'seller: own', 'admin'],
  'LIVE user': ['user: own', 'seller: own', 'admin'],
  'LIVE sale': ['seller: own'],
  'LIVE message': ['admin'],
  'LIVE letter': ['admin'],
} as const satisfies Record<string, readonly Grant[]>
