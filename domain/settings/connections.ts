import * as v from 'valibot'
import { line, type Parsed } from '#domain/form-fields.ts'
import { SMTP_HOST, smtpUrlOf } from './smtp-url.ts'

type KeyField = {
  label: string
  hint?: string
  /** Allowed values, within the signs that every key may have. */
  schema?: v.GenericSchema<string, string>
  /** Never shown again once it is saved. */
  isSecret?: true
  /** The host that the secrets are sent to: a stored secret does not follow to another host. */
  isHost?: true
  /** A variable: only with that one. */
  isOptional?: true | string
}

type Service = {
  label: string
  isFor: string
  /** Named as the variable in `.env` that sets the same; those of SMTP are parts of `SMTP_URL`. */
  fields: Readonly<Record<string, KeyField>>
}

/** The services outside the shop whose keys are saved on `Settings → Connections`. */
export const SERVICES = {
  razorpay: {
    label: 'Razorpay',
    isFor: 'Online payment: UPI, cards, netbanking and wallets.',
    fields: {
      RAZORPAY_KEY_ID: {
        label: 'Razorpay key ID',
        hint: 'Begins with rzp_live_, or rzp_test_ for payments without money.',
      },
      RAZORPAY_KEY_SECRET: { label: 'Razorpay key secret', isSecret: true },
      RAZORPAY_WEBHOOK_SECRET: {
        label: 'Razorpay webhook secret',
        hint: 'The one that you chose at Razorpay for the webhook /webhooks/razorpay, with the events of payments, refunds and disputes.',
        isSecret: true,
      },
    },
  },
  emailjs: {
    label: 'EmailJS',
    isFor: 'Emails to shoppers and staff, one a second.',
    fields: {
      EMAILJS_SERVICE_ID: { label: 'EmailJS service ID' },
      EMAILJS_TEMPLATE_ID: { label: 'EmailJS template ID' },
      EMAILJS_USER_ID: { label: 'EmailJS public key' },
      EMAILJS_ACCESS_TOKEN: { label: 'EmailJS private key', isSecret: true },
    },
  },
  whatsapp: {
    label: 'WhatsApp',
    isFor:
      'Updates about orders and login codes on the phone. At Meta, give its webhook the address and the verify token.',
    fields: {
      WHATSAPP_PHONE_NUMBER_ID: {
        label: 'WhatsApp phone number ID',
        hint: 'Of Meta’s Cloud API: a long number, not the phone number itself.',
      },
      WHATSAPP_BUSINESS_ID: { label: 'WhatsApp business account ID' },
      WHATSAPP_TOKEN: {
        label: 'WhatsApp token',
        hint: 'The permanent one of a system user.',
        isSecret: true,
      },
      WHATSAPP_APP_SECRET: { label: 'WhatsApp app secret', hint: 'Meta signs its webhooks with it.', isSecret: true },
      WHATSAPP_VERIFY_TOKEN: {
        label: 'WhatsApp verify token',
        hint: 'Any word of yours; type the same at Meta for the webhook.',
      },
    },
  },
  smtp: {
    label: 'SMTP',
    isFor: 'Emails to shoppers and staff through your own mail server, hundreds a minute. Settings → Messages uses it.',
    fields: {
      SMTP_HOST: {
        label: 'SMTP host',
        hint: 'Such as smtp.example.com.',
        schema: v.pipe(v.string(), v.regex(SMTP_HOST, 'Enter a host name, such as smtp.example.com.')),
        isHost: true,
      },
      SMTP_PORT: {
        label: 'SMTP port',
        hint: '587 (STARTTLS), or 465 (TLS). Empty: 587.',
        schema: v.pipe(
          v.string(),
          v.check(
            (port) => /^\d{0,5}$/.test(port) && Number(port) <= 65535 && port !== '0',
            'Enter a port, such as 587.',
          ),
        ),
        isOptional: true,
      },
      SMTP_USER: { label: 'SMTP user', hint: 'Empty where the server asks for none.', isOptional: true },
      SMTP_PASSWORD: { label: 'SMTP password', isSecret: true, isOptional: 'SMTP_USER' },
    },
  },
  web3forms: {
    label: 'Web3Forms',
    isFor: 'Contact messages also reach your mailbox.',
    fields: { WEB3FORMS_ACCESS_KEY: { label: 'Web3Forms access key' } },
  },
  shiprocket: {
    label: 'Shiprocket',
    isFor: 'Couriers are booked, and parcels followed, from the back office.',
    fields: {
      SHIPROCKET_EMAIL: { label: 'Shiprocket API email', hint: 'Of the API user that you made at Shiprocket.' },
      SHIPROCKET_PASSWORD: { label: 'Shiprocket API password', isSecret: true },
      SHIPROCKET_PICKUP_LOCATION: {
        label: 'Shiprocket pickup location',
        hint: 'Its name at Shiprocket. Empty: Primary.',
        isOptional: true,
      },
      COURIER_WEBHOOK_KEY: {
        label: 'Courier webhook key',
        hint: 'What Shiprocket sends as x-api-key to /webhooks/courier. Empty: its webhooks are refused.',
        isSecret: true,
        isOptional: true,
      },
    },
  },
} as const satisfies Record<string, Service>

export type ServiceName = keyof typeof SERVICES
export const SERVICE_NAMES = Object.keys(SERVICES) as ServiceName[]

export function isServiceName(name: unknown): name is ServiceName {
  return typeof name === 'string' && Object.hasOwn(SERVICES, name)
}

/** Instead of keys: the sandbox stands in for a service that is otherwise off. */
export const USE_SANDBOX = 'USE_SANDBOX'

/** Only WhatsApp has a sandbox that is off until somebody asks for it. */
export function isSandboxAsked(service: ServiceName, form: unknown): boolean {
  return service === 'whatsapp' && v.is(v.object({ [USE_SANDBOX]: v.literal('on') }), form)
}

export function fieldsOf(service: ServiceName): [variable: string, field: KeyField][] {
  return Object.entries(SERVICES[service].fields)
}

/** Values by variable. */
export type Keys = Record<string, string>

/**
 * `locked`: set in `.env`, which wins. `saved`: here. `sandbox`: a stand-in of the shop. `off`: neither.
 */
export type ConnectionState = 'locked' | 'saved' | 'sandbox' | 'off'

const key = v.pipe(
  line,
  v.maxLength(500, 'Use at most 500 characters.'),
  v.regex(/^[\x20-\x7e]*$/, 'Use only letters, digits and signs of an English keyboard.'),
)

/**
 * Parses the form of a service. A secret that is left empty stays as it is, unless its host changes: whoever changes keys
 * could otherwise have it sent to a host of their own.
 *
 * @param stored what is saved now
 */
export function parseKeys(service: ServiceName, form: unknown, stored: Keys | undefined): Parsed<Keys> {
  const typed = v.safeParse(v.record(v.string(), v.unknown()), form)
  const given = typed.success ? typed.output : {}
  const [keys, problems]: [Keys, Keys] = [{}, {}]
  let isElsewhere = false
  for (const [variable, { label, isSecret, isHost, isOptional, schema = v.string() }] of fieldsOf(service)) {
    const parsed = v.safeParse(v.pipe(key, schema), given[variable])
    if (!parsed.success) {
      problems[variable] = parsed.issues[0].message
      continue
    }
    if (isHost) isElsewhere = stored !== undefined && parsed.output !== stored[variable]
    const former = isSecret && stored?.[variable]
    const value = parsed.output || (!isElsewhere && former) || ''
    if (value) keys[variable] = value
    else if (!isOptional || (typeof isOptional === 'string' && keys[isOptional]))
      problems[variable] = `Enter the ${label}${former ? ' again: it is not sent to another host by itself' : ''}.`
  }
  return Object.keys(problems).length > 0 ? { ok: false, problems } : { ok: true, value: keys }
}

/** Keys as the variables of `.env` that say the same. */
export function variablesOf(service: ServiceName, keys: Keys): Keys {
  if (service !== 'smtp') return keys
  const { SMTP_HOST: host = '', SMTP_PORT: port, SMTP_USER: user, SMTP_PASSWORD: password } = keys
  return { SMTP_URL: smtpUrlOf({ host, port, user, password }) }
}

/** Webhooks that were signed before the secret was changed are still taken. */
export function withPrevious(before: Keys | undefined, after: Keys): Keys {
  const former = before?.RAZORPAY_WEBHOOK_SECRET
  if (!former) return after
  const previous = former === after.RAZORPAY_WEBHOOK_SECRET ? before.RAZORPAY_WEBHOOK_SECRET_PREVIOUS : former
  return previous ? { ...after, RAZORPAY_WEBHOOK_SECRET_PREVIOUS: previous } : after
}

/** The keys that may be shown: no secrets. */
export function shownOf(service: ServiceName, keys: Keys): Keys {
  return Object.fromEntries(
    fieldsOf(service).flatMap(([variable, { isSecret }]) => {
      const value = keys[variable]
      return value === undefined || isSecret ? [] : [[variable, value]]
    }),
  )
}

/** The labels of what differs, for the audit, which must not have the keys themselves. */
export function changedKeys(service: ServiceName, before: Keys | undefined, after: Keys): string[] {
  return fieldsOf(service).flatMap(([variable, { label }]) => (before?.[variable] === after[variable] ? [] : [label]))
}
