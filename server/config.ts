import { isIP } from 'node:net'
import { resolve } from 'node:path'

export type Config = {
  /** 0: any free port. */
  port: number
  /** `localhost` is both loopback addresses. */
  host: string
  /** Absolute path: the shop's own PostgreSQL, its secret, its pictures. */
  dataDir: string
  /** A PostgreSQL that somebody else runs; undefined: the shop runs its own. */
  databaseUrl: string | undefined
  /** The origin shoppers see when a proxy stands in front, such as `https://gamla.example`. */
  publicUrl: string | undefined
  /** Believe `X-Forwarded-*`: only where a proxy sets them. */
  trustProxy: boolean
  isProduction: boolean
  /** Serves the page /styleguide: in development and tests. */
  hasStyleguide: boolean
  /** Processes that answer requests. */
  workers: number
  /** How generous rate limits are, as a multiple of what server/http/rate-limit.ts says; 0: there are none. */
  rateLimitFactor: number
  /** Signs the sessions; the same for every machine of a shop. Undefined: one is made in the data folder. */
  secret: string | undefined
  /** Opens /metrics to whoever knows it; undefined: only to this machine, and with a publicUrl to nobody. */
  metricsToken: string | undefined
  /** Where security.txt asks people to report holes, as a URI; undefined: the contact page. */
  securityContact: string | undefined
  /** Where pictures are kept; undefined: in the data folder. */
  s3: S3Config | undefined
  /** Stand-ins for services without keys; `auto`: only while none of them has any. */
  sandbox: 'auto' | 'on' | 'off'
  /** Online payment; undefined: nobody has named a provider yet. */
  razorpay: RazorpayConfig | undefined
  /** Who sends letters to shoppers; undefined: nobody is named yet. */
  emailjs: EmailjsConfig | undefined
  /** Where browsers post what people write to the shop; undefined: nobody is named yet. */
  web3forms: Web3formsConfig | undefined
}

export type EmailjsConfig = {
  url: string
  serviceId: string
  templateId: string
  /** They call it the public key. */
  userId: string
  accessToken: string
}

export type Web3formsConfig = {
  /** A path is one of the shop's own origin. */
  url: string
  /** No secret: every browser gets it. */
  accessKey: string
}

export type RazorpayConfig = {
  /** Of the provider's REST API. */
  url: string
  /** Of the script that opens its widget. */
  checkoutUrl: string
  keyId: string
  keySecret: string
  /** The present one and, while it is being changed, the one before. */
  webhookSecrets: string[]
  /** How long to wait for an answer. */
  timeoutMs: number
}

export type S3Config = {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** Where browsers can fetch the bucket's contents themselves; undefined: the shop passes them on. */
  publicUrl: string | undefined
}

/** Each needs connections to the database. */
const MOST_WORKERS = 16

/** Something an operator must mend. The message is one line that names the variable. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** @throws ConfigError for the first variable that cannot be used */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  return {
    port: readPort(env.PORT || '3000'),
    host: readHost(env.HOST || 'localhost'),
    dataDir: readDataDir(env.DATA_DIR || './data'),
    databaseUrl: env.DATABASE_URL ? readDatabaseUrl(env.DATABASE_URL) : undefined,
    publicUrl: env.PUBLIC_URL ? readPublicUrl(env.PUBLIC_URL) : undefined,
    trustProxy: readSwitch('TRUST_PROXY', env.TRUST_PROXY || 'false'),
    isProduction: env.NODE_ENV === 'production',
    hasStyleguide: env.NODE_ENV !== 'production' || env.STYLEGUIDE === '1',
    workers: readWorkers(env.WEB_CONCURRENCY || '1'),
    rateLimitFactor: readFactor(env.RATE_LIMIT_FACTOR || '1'),
    secret: env.SHOP_SECRET ? readSecret(env.SHOP_SECRET) : undefined,
    metricsToken: env.METRICS_TOKEN ? readToken(env.METRICS_TOKEN) : undefined,
    securityContact: env.SECURITY_CONTACT ? readSecurityContact(env.SECURITY_CONTACT) : undefined,
    s3: readS3(env),
    sandbox: readSandbox(env.SANDBOX || 'auto'),
    razorpay: readRazorpay(env),
    emailjs: readEmailjs(env),
    web3forms: readWeb3forms(env),
  }
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (port >= 0 && port <= 65535) return port
  throw new ConfigError(`PORT must be a whole number from 0 to 65535 (0: any free port), not ${quote(text)}`)
}

function readHost(text: string): string {
  if (isIP(text) || /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(text)) return text
  throw new ConfigError(`HOST must be a host name or an IP address, such as localhost or 0.0.0.0, not ${quote(text)}`)
}

function readToken(text: string): string {
  if (/^[\x21-\x7e]{16,200}$/.test(text)) return text
  throw new ConfigError('METRICS_TOKEN must be 16 to 200 letters, digits and signs without spaces')
}

/** An email address is one, too. */
function readSecurityContact(text: string): string {
  const uri = /^[^\s:/@]+@[^\s:/@]+$/.test(text) ? `mailto:${text}` : text
  if (/^(https:\/\/|mailto:[^\s@]+@|tel:\+?\d)[\x21-\x7e]+$/i.test(uri) && URL.canParse(uri)) return uri
  throw new ConfigError(
    `SECURITY_CONTACT must be an email address or an https:, mailto: or tel: address, not ${quote(text)}`,
  )
}

function readSecret(text: string): string {
  if (/^[\x21-\x7e]{32,200}$/.test(text)) return text
  throw new ConfigError('SHOP_SECRET must be 32 to 200 letters, digits and signs without spaces')
}

function readWorkers(text: string): number {
  const workers = /^\d{1,2}$/.test(text) ? Number(text) : 0
  if (workers >= 1 && workers <= MOST_WORKERS) return workers
  throw new ConfigError(
    `WEB_CONCURRENCY must be a whole number of processes from 1 to ${MOST_WORKERS}, not ${quote(text)}`,
  )
}

function readSandbox(text: string): Config['sandbox'] {
  const wanted = text.toLowerCase()
  if (wanted === 'auto' || wanted === 'on' || wanted === 'off') return wanted
  throw new ConfigError(`SANDBOX must be auto, on or off, not ${quote(text)}`)
}

function readFactor(text: string): number {
  if (/^\d{1,4}(\.\d{1,2})?$/.test(text)) return Number(text)
  throw new ConfigError(`RATE_LIMIT_FACTOR must be a number such as 1, 10 or 0 (no limits), not ${quote(text)}`)
}

function readDataDir(text: string): string {
  if (text.includes('\0')) throw new ConfigError('DATA_DIR must be the path of a folder')
  return resolve(text)
}

function readDatabaseUrl(text: string): string {
  // The value may hold a password, so it is not repeated.
  const url = URL.parse(text)
  if (url && /^postgres(ql)?:\/\//.test(text)) return text
  throw new ConfigError('DATABASE_URL must look like postgres://user:password@host:5432/database')
}

function readPublicUrl(text: string): string {
  const url = URL.parse(text)
  const isOrigin = url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
  if (isOrigin) return url.origin
  throw new ConfigError(
    `PUBLIC_URL must be an origin without a path, such as https://gamla.example, not ${quote(text)}`,
  )
}

const S3_NEEDED = ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** All of it or nothing: half a store would lose pictures. */
function readS3(env: NodeJS.ProcessEnv): S3Config | undefined {
  const missing = S3_NEEDED.filter((name) => !env[name])
  if (missing.length === S3_NEEDED.length && !env.S3_PUBLIC_URL) return undefined
  if (missing.length > 0) {
    throw new ConfigError(
      `S3_* names a store for pictures only in part: set ${missing.join(', ')} too, or none of them`,
    )
  }
  const [endpoint, region, bucket, accessKeyId, secretAccessKey] = S3_NEEDED.map((name) => env[name] ?? '') as [
    string,
    string,
    string,
    string,
    string,
  ]
  const publicUrl = env.S3_PUBLIC_URL ? readWebAddress('S3_PUBLIC_URL', env.S3_PUBLIC_URL) : undefined
  return { endpoint: readWebAddress('S3_ENDPOINT', endpoint), region, bucket, accessKeyId, secretAccessKey, publicUrl }
}

const RAZORPAY_NEEDED = ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'] as const
const RAZORPAY_ALSO = [
  'RAZORPAY_WEBHOOK_SECRET_PREVIOUS',
  'RAZORPAY_URL',
  'RAZORPAY_CHECKOUT_URL',
  'RAZORPAY_TIMEOUT_MS',
]

/** All of it or nothing: a shop that takes money must hear of it. */
function readRazorpay(env: NodeJS.ProcessEnv): RazorpayConfig | undefined {
  const missing = RAZORPAY_NEEDED.filter((name) => !env[name])
  if (missing.length === RAZORPAY_NEEDED.length && !RAZORPAY_ALSO.some((name) => env[name])) return undefined
  if (missing.length > 0) {
    throw new ConfigError(
      `RAZORPAY_* names online payment only in part: set ${missing.join(', ')} too, or none of them`,
    )
  }
  const [keyId, keySecret, secret] = RAZORPAY_NEEDED.map((name) => env[name] ?? '') as [string, string, string]
  return {
    url: readWebAddress('RAZORPAY_URL', env.RAZORPAY_URL || 'https://api.razorpay.com'),
    checkoutUrl: readScriptAddress(env.RAZORPAY_CHECKOUT_URL || 'https://checkout.razorpay.com/v1/checkout.js'),
    keyId,
    keySecret,
    webhookSecrets: env.RAZORPAY_WEBHOOK_SECRET_PREVIOUS ? [secret, env.RAZORPAY_WEBHOOK_SECRET_PREVIOUS] : [secret],
    timeoutMs: readMilliseconds('RAZORPAY_TIMEOUT_MS', env.RAZORPAY_TIMEOUT_MS || '10000'),
  }
}

const EMAILJS_NEEDED = ['EMAILJS_SERVICE_ID', 'EMAILJS_TEMPLATE_ID', 'EMAILJS_USER_ID', 'EMAILJS_ACCESS_TOKEN'] as const

/** All of it or nothing. */
function readEmailjs(env: NodeJS.ProcessEnv): EmailjsConfig | undefined {
  const missing = EMAILJS_NEEDED.filter((name) => !env[name])
  if (missing.length === EMAILJS_NEEDED.length && !env.EMAILJS_URL) return undefined
  if (missing.length > 0) {
    throw new ConfigError(`EMAILJS_* names letters only in part: set ${missing.join(', ')} too, or none of them`)
  }
  const [serviceId = '', templateId = '', userId = '', accessToken = ''] = EMAILJS_NEEDED.map((name) => env[name])
  const url = readWebAddress('EMAILJS_URL', env.EMAILJS_URL || 'https://api.emailjs.com')
  return { url, serviceId, templateId, userId, accessToken }
}

function readWeb3forms(env: NodeJS.ProcessEnv): Web3formsConfig | undefined {
  const { WEB3FORMS_ACCESS_KEY: accessKey, WEB3FORMS_URL: url } = env
  if (accessKey) return { accessKey, url: readWebAddress('WEB3FORMS_URL', url || 'https://api.web3forms.com/submit') }
  if (url)
    throw new ConfigError('WEB3FORMS_* names enquiries only in part: set WEB3FORMS_ACCESS_KEY too, or none of them')
  return undefined
}

/** A path is one of the shop's own origin. */
function readScriptAddress(text: string): string {
  return /^\/[^/]/.test(text) ? text : readWebAddress('RAZORPAY_CHECKOUT_URL', text)
}

function readMilliseconds(name: string, text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text)
  throw new ConfigError(`${name} must be a whole number of milliseconds from 1 to 999999, not ${quote(text)}`)
}

/** Without a slash at its end. */
function readWebAddress(name: string, text: string): string {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash)
    return url.href.replace(/\/$/, '')
  throw new ConfigError(`${name} must be a web address, such as https://s3.example/pots, not ${quote(text)}`)
}

function readSwitch(name: string, text: string): boolean {
  if (/^(true|1)$/i.test(text)) return true
  if (/^(false|0)$/i.test(text)) return false
  throw new ConfigError(`${name} must be true or false, not ${quote(text)}`)
}

function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)
}
