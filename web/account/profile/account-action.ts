import { data, type RouterContextProvider, redirect } from 'react-router'
import { parseNumber, parseNumberCode } from '#domain/accounts/account.ts'
import { kindsFor, parseChoices, parsePushSubscription } from '#domain/accounts/notifications.ts'
import {
  MAX_ADDRESSES,
  parseCode,
  parseEmailChange,
  parseName,
  parseNewEmail,
  parsePasswordChange,
} from '#domain/accounts/profile.ts'
import type { Problems } from '#domain/form-fields.ts'
import { parseAddress } from '#domain/orders/address.ts'
import { parseId } from '#domain/text.ts'
import { limitEmail, ownMailbox } from '#server/accounts/email-limit.ts'
import { addAddress, deleteAddress, editAddress, makeDefault } from '#server/accounts/profile/addresses.ts'
import { confirmEmailChange, requestEmailChange } from '#server/accounts/profile/email.ts'
import {
  addDevice,
  forgetDevice,
  logOutHere,
  saveNotifications,
  waysOf,
} from '#server/accounts/profile/notifications.ts'
import { confirmNumber, forgetNumber, requestNumber } from '#server/accounts/profile/number.ts'
import { changePassword } from '#server/accounts/profile/password.ts'
import { changeName, confirmSession, sendOwnCode } from '#server/accounts/profile/profile.ts'
import { endOtherSessions, endOwnSession } from '#server/accounts/profile/sessions.ts'
import type { Session } from '#server/accounts/session-cache.ts'
import { addressContext, getSession, rateLimitKeyOf, shopContext } from '#server/contexts.ts'
import { OverloadedError } from '#server/http/load-shedding.ts'
import { type RateLimitName, tooManyRequests } from '#server/http/rate-limit.ts'
import type { SecurityEvent } from '#server/observability/security-log.ts'
import type { Shop } from '#server/shop.ts'
import { COMMON_PASSWORD, LOGIN_OVERLOADED, textField, textFields } from '#web/form-actions.ts'
import { type AccountIntent, sectionOf } from './account-messages.ts'

type AccountRequest = { context: Readonly<RouterContextProvider>; request: Request; form: FormData }
type Asked = AccountRequest & { intent: AccountIntent; shop: Shop; session: Session }

/** The answer to a form of the account page that failed or that needs a code next. After a success the action redirects. */
export type AccountResult = {
  intent: AccountIntent
  /** By field; `form` is about the whole form. */
  problems: Problems
  /** As typed, without passwords and codes. */
  values: Record<string, string>
  isCodeSent?: boolean
}

/** Carries out one form of the account page. The table of permissions knows every intent. */
export async function runAccountAction(request: AccountRequest) {
  const { context, form } = request
  const intent = textField(form, 'intent') as AccountIntent
  const asked = { ...request, intent, shop: context.get(shopContext), session: getSession(context) }
  try {
    return (await limit(asked, 'profile')) ?? (await actions[intent](asked))
  } catch (error) {
    if (error instanceof OverloadedError) return fail(asked, LOGIN_OVERLOADED.message, LOGIN_OVERLOADED)
    throw error
  }
}

const actions: Record<AccountIntent, (asked: Asked) => Promise<ReturnType<typeof fail>>> = {
  async name(asked) {
    const parsed = parseName(asked.form)
    if (!parsed.ok) return fail(asked, parsed.problems)
    await changeName(asked.shop, asked.session, parsed.value.name)
    throw done(asked)
  },

  async password(asked) {
    const parsed = parsePasswordChange(asked.form)
    if (!parsed.ok) return fail(asked, parsed.problems)
    const limited = await limit(asked, 'proof')
    if (limited) return limited
    const changed = await changePassword(asked.shop, asked.session, parsed.value)
    if (changed.ok) {
      record(asked, 'password-changed')
      const device = { userId: asked.session.user.userId, passwordHash: changed.passwordHash }
      // The signature of the known-browser cookie covers the password hash, so a new password needs a new cookie.
      throw done(asked, { 'set-cookie': asked.shop.devices.write(undefined, device) })
    }
    if (changed.reason === 'wrong-password') return wrongPassword(asked, 'currentPassword')
    if (changed.reason === 'common') return fail(asked, { newPassword: COMMON_PASSWORD })
    const problem =
      changed.reason === 'unproven'
        ? UNPROVEN
        : 'Your password was changed since you opened this page. Please try again.'
    return fail(asked, problem, CONFLICT)
  },

  async email(asked) {
    const parsed = parseEmailChange(asked.form)
    if (!parsed.ok) return fail(asked, parsed.problems)
    const limited =
      (await limit(asked, 'proof')) ?? (await limitCode(asked, { kind: 'change-email', email: parsed.value.email }))
    if (limited) return limited
    const requested = await requestEmailChange(asked.shop, asked.session, parsed.value)
    if (requested.ok) return codeSent(asked)
    if (requested.reason === 'wrong-password') return wrongPassword(asked)
    if (requested.reason === 'unproven') return fail(asked, UNPROVEN, CONFLICT)
    return fail(asked, { email: 'This is the email of your account already.' })
  },

  async 'confirm-email'(asked) {
    const parsed = parseNewEmail(asked.form)
    if (!parsed.ok) return codeSent(asked, parsed.problems)
    const limited = await limit(asked, 'proof')
    if (limited) return limited
    const changed = await confirmEmailChange(asked.shop, asked.session, parsed.value)
    if (changed.ok) {
      record(asked, 'email-changed')
      throw done(asked)
    }
    if (changed.reason === 'wrong-code') return wrongCode(asked)
    const taken = 'Another account has this email. Log in with it, or choose another email.'
    return fail({ ...asked, intent: 'email' }, { email: taken }, CONFLICT)
  },

  async number(asked) {
    const { shop, session, form } = asked
    const parsed = parseNumber(form)
    if (!parsed.ok) return fail(asked, parsed.problems)
    const limited =
      (await limit(asked, 'proof')) ?? (await limitCode(asked, { kind: 'confirm-number', email: parsed.value.number }))
    if (limited) return limited
    const requested = await requestNumber(shop, session, { ...parsed.value, password: textField(form, 'password') })
    if (requested.ok) return codeSent(asked)
    if (requested.reason === 'wrong-password') return wrongPassword(asked)
    return fail(asked, requested.reason === 'off' ? 'WhatsApp is off in this shop.' : UNPROVEN, CONFLICT)
  },

  async 'confirm-number'(asked) {
    const parsed = parseNumberCode(asked.form)
    if (!parsed.ok) return codeSent(asked, parsed.problems)
    const limited = await limit(asked, 'proof')
    if (limited) return limited
    if (await confirmNumber(asked.shop, asked.session, parsed.value)) {
      record(asked, 'number-changed')
      throw done(asked)
    }
    return wrongCode(asked)
  },

  async 'remove-number'(asked) {
    await forgetNumber(asked.shop, asked.session)
    record(asked, 'number-changed')
    throw done(asked)
  },

  async 'send-code'(asked) {
    const limited = await limitCode(asked, { kind: 'confirm-session', ...ownMailbox(asked.session) })
    if (limited) return limited
    if (await sendOwnCode(asked.shop, asked.session)) return codeSent(asked)
    return fail(asked, 'You don’t need a code here. Reload the page.', CONFLICT)
  },

  async 'confirm-session'(asked) {
    const parsed = parseCode(asked.form)
    if (!parsed.ok) return codeSent(asked, parsed.problems)
    const limited = await limit(asked, 'proof')
    if (limited) return limited
    if (await confirmSession(asked.shop, asked.session, parsed.value.code)) throw done(asked)
    return wrongCode(asked)
  },

  async 'add-address'(asked) {
    const parsed = parseAddress(asked.form)
    if (!parsed.ok) return fail(asked, parsed.problems)
    const added = await addAddress(asked.shop, asked.session.user, parsed.value)
    if (added.ok) throw done(asked)
    return fail(asked, `You can save up to ${MAX_ADDRESSES} addresses. Delete one first.`, CONFLICT)
  },

  async 'edit-address'(asked) {
    const id = parseId(asked.form.get('id'))
    const parsed = parseAddress(asked.form)
    if (!parsed.ok) return fail(asked, parsed.problems)
    const edit = { id: id ?? 0, seen: textField(asked.form, 'seen'), address: parsed.value }
    const edited = await editAddress(asked.shop, asked.session.user, edit)
    if (edited.ok) throw done(asked)
    if (edited.reason === 'not-found') return fail(asked, GONE_WHILE_EDITED, NOT_FOUND)
    const problem = 'This address was changed in another window. Save again to replace it with yours.'
    return fail(asked, problem, CONFLICT)
  },

  async 'default-address'(asked) {
    const id = parseId(asked.form.get('id'))
    if (id && (await makeDefault(asked.shop, asked.session.user, id))) throw done(asked)
    return fail(asked, GONE, NOT_FOUND)
  },

  async 'delete-address'(asked) {
    const id = parseId(asked.form.get('id'))
    if (id && (await deleteAddress(asked.shop, asked.session.user, id))) throw done(asked)
    return fail(asked, GONE, NOT_FOUND)
  },

  async 'end-session'(asked) {
    const { shop, session, request, form } = asked
    const id = textField(form, 'id')
    if (id === session.id) throw redirect('/login', { headers: await logOutHere(shop, request) })
    if (!isId(id) || !(await endOwnSession(shop, session, id))) {
      return fail(asked, 'That device is already logged out.', NOT_FOUND)
    }
    record(asked, 'session-ended')
    throw done(asked)
  },

  async notifications(asked) {
    const { shop, session, form } = asked
    await saveNotifications(shop, session.user, parseChoices(form, session.user, waysOf(shop)))
    throw done(asked)
  },

  async 'add-device'(asked) {
    const { shop, session, form, request } = asked
    const mayHear = kindsFor(session.user).length > 0
    const subscription = mayHear ? parsePushSubscription(form, shop.push.services) : undefined
    if (!subscription) return fail(asked, 'This browser’s notifications cannot be used here.')
    const cookie = await addDevice(shop, session.user, subscription, request.headers.get('user-agent'))
    throw done(asked, { 'set-cookie': cookie })
  },

  async 'remove-device'(asked) {
    const { shop, session, form } = asked
    if (await forgetDevice(shop, session.user, textField(form, 'id'))) throw done(asked)
    return fail(asked, 'That device is no longer notified.', NOT_FOUND)
  },

  async 'end-other-sessions'(asked) {
    const sessions = await endOtherSessions(asked.shop, asked.session)
    record(asked, 'session-ended', { sessions })
    throw done(asked)
  },
}

/** No session's id has other characters, some of which PostgreSQL rejects. */
function isId(id: string): boolean {
  return /^[\w-]{1,100}$/.test(id)
}

const NOT_FOUND = { status: 404 }
const CONFLICT = { status: 409 }
const UNPROVEN = 'Confirm first that it’s you, under “Set a password”.'
const GONE = 'This address has already been deleted.'
const GONE_WHILE_EDITED = 'This address was deleted since you opened it. Save it again to add it.'

function fail(
  { intent, form }: Asked,
  problem: Problems | string,
  init: { status: number; headers?: Record<string, string> } = { status: 400 },
) {
  const problems = typeof problem === 'string' ? { form: problem } : problem
  const result: AccountResult = { intent, problems, values: valuesOf(form) }
  return data(result, init)
}

/** @param problems of the code that was typed; none: the code has just been sent */
function codeSent({ intent, form }: Asked, problems: Problems = {}) {
  const result: AccountResult = { intent, problems, values: valuesOf(form), isCodeSent: true }
  return data(result, { status: Object.keys(problems).length > 0 ? 400 : 200 })
}

const SECRET_FIELDS = ['password', 'currentPassword', 'newPassword', 'code', 'endpoint', 'p256dh', 'auth']

function valuesOf(form: FormData): Record<string, string> {
  return Object.fromEntries(Object.entries(textFields(form)).filter(([name]) => !SECRET_FIELDS.includes(name)))
}

async function limit(asked: Asked, name: RateLimitName) {
  const tooMany = await asked.shop.limits.consume(name, rateLimitKeyOf(asked.context))
  return tooMany && fail(asked, tooMany.message, tooManyRequests(tooMany))
}

/** Limits codes of an account, and those to each recipient, so that nobody can flood one inbox from many accounts. */
async function limitCode(asked: Asked, to: { kind: string; email: string; known?: string | undefined }) {
  const limited = await limit(asked, 'accountCode')
  if (limited) return limited
  const address = asked.context.get(addressContext)
  const tooMany = await limitEmail(asked.shop.limits, { address, known: undefined, ...to })
  return tooMany && fail(asked, tooMany.message, tooManyRequests(tooMany))
}

function wrongPassword(asked: Asked, field = 'password') {
  record(asked, 'proof-failed')
  return fail(asked, { [field]: 'This is not your current password.' }, { status: 403 })
}

function wrongCode(asked: Asked) {
  record(asked, 'proof-failed')
  const code = 'This code is wrong or too old. Check the latest email, or send a new code.'
  return codeSent(asked, { code })
}

function record({ shop, session, context }: Asked, event: SecurityEvent, details: Record<string, number> = {}): void {
  shop.securityLog.record(event, { account: session.user.userId, address: context.get(addressContext), ...details })
}

/** Back to the page, which confirms what was done in the section where it was done. */
function done({ intent }: Asked, headers: Record<string, string> = {}): Response {
  return redirect(`/account?done=${intent}#${sectionOf(intent)}`, { headers })
}
