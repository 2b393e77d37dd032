import { resolve } from 'node:path'
import * as v from 'valibot'
import { contactUri, type Group, groups, type LOG_LEVELS, type Name, variables } from './config/variables.ts'

export type Config = {
  /** 0: any free port. */
  port: number
  /** `localhost` is both loopback addresses. */
  host: string
  /** Absolute path of the folder with the shop's own PostgreSQL, its secret and its images. */
  dataDir: string
  /** An external PostgreSQL; undefined: the shop starts its own. */
  databaseUrl: string | undefined
  /** The origin shoppers see when a proxy stands in front, such as `https://gamla.example`. */
  publicUrl: string | undefined
  /** Trust `X-Forwarded-*`: only where a proxy sets them. */
  trustProxy: boolean
  isProduction: boolean
  /** Serves the page /styleguide: in development and tests. */
  hasStyleguide: boolean
  /** The least important lines that are still logged. */
  logLevel: LogLevel
  /** Processes that answer requests. */
  workers: number
  /** Multiplies every limit of server/http/rate-limit.ts; 0: no limits. */
  rateLimitFactor: number
  /** Signs the sessions; the same on every machine of a shop. Undefined: one is made in the data folder. */
  secret: string | undefined
  /** Bearer token of /metrics; undefined: only this machine may read it, and with a publicUrl nobody. */
  metricsToken: string | undefined
  /** Where security.txt asks people to report vulnerabilities, as a URI; undefined: the contact page. */
  securityContact: string | undefined
  /** The store of images; undefined: the data folder. */
  s3: S3Config | undefined
  /** Stand-ins for services without keys; `auto`: only while none of them has keys. */
  sandbox: 'auto' | 'on' | 'off'
  /** Online payment; undefined: off. */
  razorpay: RazorpayConfig | undefined
  /** Sends emails to shoppers; undefined: emails wait in the database. */
  emailjs: EmailjsConfig | undefined
  /** Where browsers also post contact messages; undefined: nowhere. */
  web3forms: Web3formsConfig | undefined
}

export type LogLevel = (typeof LOG_LEVELS)[number]

export type EmailjsConfig = {
  url: string
  serviceId: string
  templateId: string
  /** EmailJS calls it the public key. */
  userId: string
  accessToken: string
}

export type Web3formsConfig = {
  /** A URL, or a path on the shop's own origin. */
  url: string
  /** Not a secret: every browser gets it. */
  accessKey: string
}

export type RazorpayConfig = {
  /** Of Razorpay's REST API. */
  url: string
  /** Of the script that opens the payment widget. */
  checkoutUrl: string
  keyId: string
  keySecret: string
  /** The current one and, while it is being rotated, the previous one. */
  webhookSecrets: string[]
  /** How long to wait for a response. */
  timeoutMs: number
}

export type S3Config = {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** Where browsers fetch images directly from the bucket; undefined: the shop serves them. */
  publicUrl: string | undefined
}

const configSchema = v.pipe(
  v.object(variables),
  v.rawCheck(({ dataset, addIssue }) => {
    const values = dataset.value as Values
    for (const { prefix, isFor, needed, optional } of Object.values<Group>(groups)) {
      const missing = needed.filter((name) => values[name] === undefined)
      // A value that equals its default asks for nothing.
      const isAsked = optional.some((name) => values[name] !== variables[name].default)
      if (missing.length === 0 || (missing.length === needed.length && !isAsked)) continue
      addIssue({
        message: `${prefix}* configures ${isFor} only in part: set ${missing.join(', ')} too, or none of them`,
      })
    }
  }),
  v.transform(toConfig),
)

type Values = v.InferOutput<v.ObjectSchema<typeof variables, undefined>>

/** Something that the operator must fix: one line for each mistake. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Where links lead to. Never taken from a request, whose Host header anybody can write. */
export function originOf({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): string {
  return publicUrl ?? `http://localhost:${port}`
}

/** @throws ConfigError naming every variable that cannot be used */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, text]) => text !== ''))
  const { success, output, issues } = v.safeParse(configSchema, given)
  if (success) return output
  throw new ConfigError(
    issues.map(({ path, message }) => (path ? `${String(path[0].key)} must be ${message}` : message)).join('\n'),
  )
}

function toConfig(values: Values): Config {
  const s3 = wholeGroup(values, groups.s3.needed)
  const razorpay = wholeGroup(values, groups.razorpay.needed)
  const emailjs = wholeGroup(values, groups.emailjs.needed)
  return {
    port: Number(values.PORT),
    host: values.HOST,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    publicUrl: values.PUBLIC_URL && new URL(values.PUBLIC_URL).origin,
    trustProxy: /^(true|1)$/i.test(values.TRUST_PROXY),
    isProduction: values.NODE_ENV === 'production',
    hasStyleguide: values.NODE_ENV !== 'production' || values.STYLEGUIDE === '1',
    logLevel: values.LOG_LEVEL.toLowerCase() as LogLevel,
    workers: Number(values.WEB_CONCURRENCY),
    rateLimitFactor: Number(values.RATE_LIMIT_FACTOR),
    secret: values.SHOP_SECRET,
    metricsToken: values.METRICS_TOKEN,
    securityContact: values.SECURITY_CONTACT && contactUri(values.SECURITY_CONTACT),
    sandbox: values.SANDBOX.toLowerCase() as Config['sandbox'],
    s3: s3 && {
      endpoint: withoutSlash(s3.S3_ENDPOINT),
      region: s3.S3_REGION,
      bucket: s3.S3_BUCKET,
      accessKeyId: s3.S3_ACCESS_KEY_ID,
      secretAccessKey: s3.S3_SECRET_ACCESS_KEY,
      publicUrl: values.S3_PUBLIC_URL && withoutSlash(values.S3_PUBLIC_URL),
    },
    razorpay: razorpay && {
      url: withoutSlash(values.RAZORPAY_URL),
      checkoutUrl: values.RAZORPAY_CHECKOUT_URL.startsWith('/')
        ? values.RAZORPAY_CHECKOUT_URL
        : withoutSlash(values.RAZORPAY_CHECKOUT_URL),
      keyId: razorpay.RAZORPAY_KEY_ID,
      keySecret: razorpay.RAZORPAY_KEY_SECRET,
      webhookSecrets: [razorpay.RAZORPAY_WEBHOOK_SECRET, values.RAZORPAY_WEBHOOK_SECRET_PREVIOUS].filter(
        (secret) => secret !== undefined,
      ),
      timeoutMs: Number(values.RAZORPAY_TIMEOUT_MS),
    },
    emailjs: emailjs && {
      url: withoutSlash(values.EMAILJS_URL),
      serviceId: emailjs.EMAILJS_SERVICE_ID,
      templateId: emailjs.EMAILJS_TEMPLATE_ID,
      userId: emailjs.EMAILJS_USER_ID,
      accessToken: emailjs.EMAILJS_ACCESS_TOKEN,
    },
    web3forms:
      values.WEB3FORMS_ACCESS_KEY === undefined
        ? undefined
        : { accessKey: values.WEB3FORMS_ACCESS_KEY, url: withoutSlash(values.WEB3FORMS_URL) },
  }
}

function wholeGroup<N extends Name>(values: Values, needed: readonly N[]): Record<N, string> | undefined {
  return needed.every((name) => values[name] !== undefined) ? (values as unknown as Record<N, string>) : undefined
}

function withoutSlash(url: string): string {
  return new URL(url).href.replace(/\/$/, '')
}
