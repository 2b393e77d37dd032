import { isIP } from 'node:net'
import * as v from 'valibot'
import { parseSmtpUrl } from '#domain/settings/smtp-url.ts'

/** Limited, because each worker needs connections to the database. */
const MAX_WORKERS = 16
const WEB_ADDRESS = 'a web address, such as https://s3.example/images'
export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const

/** One row of .env.example. `without` says what happens while it is not set. */
export type Documentation = { does: string; without?: string }

/** Every variable that the shop reads. Values stay text here, so that all mistakes are found at once. */
export const variables = {
  PORT: setting({
    does: 'The port of the shop; `0` takes any free one',
    expected: 'a whole number from 0 to 65535 (0: any free port)',
    isValid: (text) => /^\d{1,5}$/.test(text) && Number(text) <= 65535,
    standard: '3000',
  }),
  HOST: setting({
    does: 'The host name or IP address to listen on',
    expected: 'a host name or an IP address, such as localhost or 0.0.0.0',
    isValid: (text) => isIP(text) > 0 || /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(text),
    standard: 'localhost',
  }),
  WEB_CONCURRENCY: setting({
    does: 'How many processes serve the shop, at best one for each core (`docs/decisions/0018-several-processes.md`)',
    expected: `a whole number of processes from 1 to ${MAX_WORKERS}`,
    isValid: (text) => /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_WORKERS,
    standard: '1',
  }),
  /** Set by `npm start` and `npm run dev`. */
  NODE_ENV: v.optional(v.string(), 'development'),
  LOG_LEVEL: setting({
    does: `The least important lines to log: ${LOG_LEVELS.join(', ')}`,
    expected: `one of ${LOG_LEVELS.join(', ')}`,
    isValid: (text) => LOG_LEVELS.some((level) => level === text.toLowerCase()),
    standard: 'info',
  }),
  DATA_DIR: setting({
    does: "The folder of the shop's own PostgreSQL, its secret, its images and unfinished uploads",
    expected: 'the path of a folder',
    isValid: (text) => !text.includes('\0'),
    standard: './data',
  }),
  DATABASE_URL: secret({
    does: 'An external PostgreSQL, such as `postgres://user:password@host:5432/database`; it is never seeded unasked',
    without: 'the shop starts its own in `DATA_DIR`',
    expected: 'a PostgreSQL address like postgres://user:password@host:5432/database',
    isValid: (text) => URL.canParse(text) && /^postgres(ql)?:\/\//.test(text),
  }),
  PUBLIC_URL: setting({
    does: 'The address that shoppers see when a proxy stands in front, such as `https://shop.example`',
    without: '`http://localhost:PORT`',
    expected: 'an origin without a path, such as https://shop.example',
    isValid: (text) => {
      const url = URL.parse(text)
      return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
    },
  }),
  TRUST_PROXY: setting({
    does: '`true`: trust `X-Forwarded-For`, `-Proto` and `-Host`, which the proxy in front must set',
    expected: 'true or false',
    isValid: (text) => /^(true|false|1|0)$/i.test(text),
    standard: 'false',
  }),
  SHOP_SECRET: secret({
    does: 'Signs the sessions: 32 to 200 characters, the same on every machine of a shop',
    without: 'made once, in `DATA_DIR/secret`',
    expected: '32 to 200 letters, digits and signs without spaces',
    isValid: (text) => /^[\x21-\x7e]{32,200}$/.test(text),
  }),
  RATE_LIMIT_FACTOR: setting({
    does: 'Multiplies every rate limit; `0` turns them off (`docs/decisions/0015-rate-limits.md`)',
    expected: 'a number such as 1, 10 or 0 (no limits)',
    isValid: (text) => /^\d{1,4}(\.\d{1,2})?$/.test(text),
    standard: '1',
  }),
  SERVICE_WORKER: setting({
    does: '`off`: browsers delete the service worker and what it stored (`docs/operating.md`)',
    expected: 'on or off',
    isValid: (text) => /^(on|off)$/i.test(text),
    standard: 'on',
  }),
  PUSH_SERVICES: setting({
    does: 'Push services of browsers other than Chrome, Edge, Firefox and Safari that staff may use, such as `https://push.example`; several with commas',
    expected: 'origins with commas between them, such as https://push.example',
    isValid: (text) =>
      text.split(',').every((part) => {
        const url = URL.parse(part.trim())
        return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
      }),
  }),
  METRICS_TOKEN: secret({
    does: 'Opens `/metrics` to requests with `Authorization: Bearer …`',
    without: 'only this machine may read it, and with `PUBLIC_URL` nobody',
    expected: '16 to 200 letters, digits and signs without spaces',
    isValid: (text) => /^[\x21-\x7e]{16,200}$/.test(text),
  }),
  SECURITY_CONTACT: setting({
    does: 'Email address or URL for reports of vulnerabilities, in `/.well-known/security.txt` (`SECURITY.md`)',
    without: 'the page `/contactUs`',
    expected: 'an email address or an https:, mailto: or tel: address',
    isValid: (text) => {
      const uri = contactUri(text)
      return /^(https:\/\/|mailto:[^\s@]+@|tel:\+?\d)[\x21-\x7e]+$/i.test(uri) && URL.canParse(uri)
    },
  }),
  SANDBOX: setting({
    does: 'Stand-ins for services without keys: `auto` while no service has any, `on` for each that has none, `off` never (`docs/operating.md`)',
    expected: 'auto, on or off',
    isValid: (text) => /^(auto|on|off)$/i.test(text),
    standard: 'auto',
  }),
  S3_ENDPOINT: webAddress({ does: 'The S3 store of images, such as `https://s3.example`' }),
  S3_REGION: anyText({ does: 'Its region' }),
  S3_BUCKET: anyText({ does: 'Its bucket' }),
  S3_ACCESS_KEY_ID: anyText({ does: 'Its access key' }),
  S3_SECRET_ACCESS_KEY: anyText({ does: 'The secret of its access key' }),
  S3_PUBLIC_URL: webAddress({
    does: 'Where browsers fetch images directly from the bucket',
    without: 'the shop serves them',
  }),
  RAZORPAY_KEY_ID: anyText({ does: 'Online payment through Razorpay: the key' }),
  RAZORPAY_KEY_SECRET: anyText({ does: 'The secret of the key' }),
  RAZORPAY_WEBHOOK_SECRET: anyText({ does: 'The secret of the webhook, which is `/webhooks/razorpay`' }),
  RAZORPAY_WEBHOOK_SECRET_PREVIOUS: anyText({
    does: 'The previous secret of the webhook, while it is being rotated',
    without: 'one secret',
  }),
  RAZORPAY_URL: webAddress({ does: "Razorpay's REST API", standard: 'https://api.razorpay.com' }),
  RAZORPAY_CHECKOUT_URL: setting({
    does: 'The script of its payment widget',
    expected: WEB_ADDRESS,
    isValid: (text) => /^\/[^/]/.test(text) || isWebAddress(text),
    standard: 'https://checkout.razorpay.com/v1/checkout.js',
  }),
  RAZORPAY_TIMEOUT_MS: setting({
    does: 'How long to wait for a response of Razorpay, in milliseconds',
    expected: 'a whole number of milliseconds from 1 to 999999',
    isValid: (text) => /^[1-9]\d{0,5}$/.test(text),
    standard: '10000',
  }),
  EMAILJS_SERVICE_ID: anyText({ does: 'Emails to shoppers through EmailJS: the service' }),
  EMAILJS_TEMPLATE_ID: anyText({ does: 'The template' }),
  EMAILJS_USER_ID: anyText({ does: 'The public key' }),
  EMAILJS_ACCESS_TOKEN: anyText({ does: 'The private key' }),
  EMAILJS_URL: webAddress({ does: "EmailJS's API", standard: 'https://api.emailjs.com' }),
  SMTP_URL: secret({
    does: 'Emails through an SMTP server: `smtp://user:password@smtp.example:587` (STARTTLS) or `smtps://…:465`; special signs as in `%40`',
    expected: 'an address like smtp://user:password@smtp.example:587 or smtps://user:password@smtp.example:465',
    isValid: (text) => parseSmtpUrl(text) !== undefined,
  }),
  WEB3FORMS_ACCESS_KEY: anyText({ does: 'Contact messages also go to Web3Forms, with this key' }),
  WEB3FORMS_URL: webAddress({ does: 'The address of the form service', standard: 'https://api.web3forms.com/submit' }),
  WHATSAPP_PHONE_NUMBER_ID: anyText({ does: "Messages by WhatsApp: the id that Meta's Cloud API gives the number" }),
  WHATSAPP_BUSINESS_ID: anyText({ does: 'The id of the WhatsApp business account' }),
  WHATSAPP_TOKEN: anyText({ does: 'The permanent token of a system user' }),
  WHATSAPP_APP_SECRET: anyText({ does: 'The secret of the app, with which Meta signs its webhooks' }),
  WHATSAPP_VERIFY_TOKEN: anyText({ does: 'What Meta sends when the webhook is set up, which is `/webhooks/whatsapp`' }),
  WHATSAPP_URL: webAddress({ does: "Meta's API, with its version", standard: 'https://graph.facebook.com/v24.0' }),
  SHIPROCKET_EMAIL: anyText({ does: 'Booking of parcels through Shiprocket: the email of its API user' }),
  SHIPROCKET_PASSWORD: anyText({ does: 'The password of the API user' }),
  SHIPROCKET_PICKUP_LOCATION: anyText({
    does: 'The name that the place of pickup has at Shiprocket',
    standard: 'Primary',
  }),
  SHIPROCKET_PARCEL_CM: setting({
    does: 'Length, breadth and height of a usual parcel in centimetres',
    expected: 'three numbers of centimetres, such as 30x30x30',
    isValid: (text) =>
      /^\d{1,3}(\.\d)?(x\d{1,3}(\.\d)?){2}$/.test(text) && text.split('x').every((side) => Number(side) > 0.5),
    standard: '30x30x30',
  }),
  SHIPROCKET_POT_KG: setting({
    does: 'How much one piece of a parcel weighs, in kilograms',
    expected: 'a number of kilograms, such as 1.5',
    isValid: (text) => /^\d{1,3}(\.\d{1,3})?$/.test(text) && Number(text) > 0,
    standard: '1',
  }),
  SHIPROCKET_URL: webAddress({ does: "Shiprocket's API", standard: 'https://apiv2.shiprocket.in/v1/external' }),
  COURIER_WEBHOOK_KEY: anyText({
    does: 'The key that a courier sends as `x-api-key` to the webhook, which is `/webhooks/courier`',
    without: 'the webhook refuses everybody',
  }),
}

export type Name = keyof typeof variables
export type Group = {
  prefix: string
  isFor: string
  without: string
  needed: readonly Name[]
  optional: readonly Name[]
}

/**
 * Variables that must be set together or not at all: half of a store's settings would lose images, and a shop that
 * takes money must receive webhooks.
 */
export const groups = {
  s3: {
    prefix: 'S3_',
    isFor: 'a store for images',
    without: '`DATA_DIR/images`',
    needed: ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
    optional: ['S3_PUBLIC_URL'],
  },
  razorpay: {
    prefix: 'RAZORPAY_',
    isFor: 'online payment',
    without: 'a sandbox: no real money',
    needed: ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'],
    optional: ['RAZORPAY_WEBHOOK_SECRET_PREVIOUS', 'RAZORPAY_URL', 'RAZORPAY_CHECKOUT_URL', 'RAZORPAY_TIMEOUT_MS'],
  },
  emailjs: {
    prefix: 'EMAILJS_',
    isFor: 'emails',
    without:
      'a sandbox: nothing is sent, and emails appear at `/sandbox/inbox` (`docs/operating.md` says who may read them)',
    needed: ['EMAILJS_SERVICE_ID', 'EMAILJS_TEMPLATE_ID', 'EMAILJS_USER_ID', 'EMAILJS_ACCESS_TOKEN'],
    optional: ['EMAILJS_URL'],
  },
  smtp: {
    prefix: 'SMTP_',
    isFor: 'emails through SMTP',
    without: 'a sandbox, whose emails appear at `/sandbox/inbox` too',
    needed: ['SMTP_URL'],
    optional: [],
  },
  web3forms: {
    prefix: 'WEB3FORMS_',
    isFor: 'contact messages',
    without: 'a sandbox',
    needed: ['WEB3FORMS_ACCESS_KEY'],
    optional: ['WEB3FORMS_URL'],
  },
  whatsapp: {
    prefix: 'WHATSAPP_',
    isFor: 'messages by WhatsApp',
    without: 'no messages by WhatsApp',
    needed: [
      'WHATSAPP_PHONE_NUMBER_ID',
      'WHATSAPP_BUSINESS_ID',
      'WHATSAPP_TOKEN',
      'WHATSAPP_APP_SECRET',
      'WHATSAPP_VERIFY_TOKEN',
    ],
    optional: ['WHATSAPP_URL'],
  },
  shiprocket: {
    prefix: 'SHIPROCKET_',
    isFor: 'booking of parcels',
    without: 'a sandbox; where that is off, parcels are handed over by hand',
    needed: ['SHIPROCKET_EMAIL', 'SHIPROCKET_PASSWORD'],
    optional: ['SHIPROCKET_PICKUP_LOCATION', 'SHIPROCKET_PARCEL_CM', 'SHIPROCKET_POT_KG', 'SHIPROCKET_URL'],
  },
} as const satisfies Record<string, Group>

/** `expected` completes "PORT must be …"; `standard` is the value while it is not set. */
type Setting<T> = Documentation & { expected: string; isValid: (text: string) => boolean; standard?: T }

function setting<const T extends string | undefined>({ expected, isValid, standard, ...about }: Setting<T>) {
  const check = v.check(isValid, ({ input }: { input: string }) => `${expected}, not ${quote(input)}`)
  return v.optional(v.pipe(v.string(), check, v.metadata(about)), standard as T)
}

/** The message does not repeat the value. */
function secret({ expected, isValid, ...about }: Setting<undefined>) {
  return v.optional(v.pipe(v.string(), v.check(isValid, expected), v.metadata(about)))
}

function anyText<const T extends string | undefined>({ standard, ...about }: Documentation & { standard?: T }) {
  return v.optional(v.pipe(v.string(), v.metadata(about)), standard as T)
}

function webAddress<const T extends string | undefined>(about: Documentation & { standard?: T }) {
  return setting({ ...about, expected: WEB_ADDRESS, isValid: isWebAddress })
}

function isWebAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash
}

/** Turns an email address into a `mailto:` URI; other URIs stay as they are. */
export function contactUri(text: string): string {
  return /^[^\s:/@]+@[^\s:/@]+$/.test(text) ? `mailto:${text}` : text
}

/** Hides the credentials of a URL, which may include a password. */
function quote(text: string): string {
  const safe = text.replace(/\/\/[^/@]{0,200}@/, '//…@')
  return JSON.stringify(safe.length > 60 ? `${safe.slice(0, 60)}…` : safe)
}
