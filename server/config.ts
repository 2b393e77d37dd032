import { resolve } from 'node:path'
import * as v from 'valibot'
import { isServiceName } from '#domain/settings/connections.ts'
import { parseSmtpUrl } from '#domain/settings/smtp-url.ts'
import { contactUri, type Group, groups, type LOG_LEVELS, type Name, variables } from './config/variables.ts'

/** The parsed variables of server/config/variables.ts; undefined: off, or the shop finds a value itself. */
export type Config = ReturnType<typeof toConfig>
export type LogLevel = Config['logLevel']
export type S3Config = NonNullable<Config['s3']>
export type RazorpayConfig = NonNullable<Config['razorpay']>
export type EmailjsConfig = NonNullable<Config['emailjs']>
export type SmtpConfig = NonNullable<Config['smtp']>
export type Web3formsConfig = NonNullable<Config['web3forms']>
export type WhatsappConfig = NonNullable<Config['whatsapp']>
export type ShiprocketConfig = NonNullable<Config['shiprocket']>
/** The configuration of each outside service; undefined: not configured. */
export type Services = ReturnType<typeof toServices>

const configSchema = v.pipe(
  v.object(variables),
  v.rawCheck(({ dataset, addIssue }) => {
    const values = dataset.value as Values
    for (const [name, { prefix, isFor, needed, optional }] of Object.entries<Group>(groups)) {
      const missing = needed.filter((name) => values[name] === undefined)
      // A value that equals its default does not count as set. Those of a service may be saved in the back office.
      const isAsked = !isServiceName(name) && optional.some((name) => values[name] !== variables[name].default)
      if (missing.length === 0 || (missing.length === needed.length && !isAsked)) continue
      addIssue({
        message: `${prefix}* configures ${isFor} only in part: set ${missing.join(', ')} too, or none of them`,
      })
    }
  }),
  v.transform(toConfig),
)

export type Values = v.InferOutput<v.ObjectSchema<typeof variables, undefined>>

/** A mistake that the operator must fix: one line for each. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** The origin of links. Never taken from a request, because its Host header can be forged. */
export function originOf({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): string {
  return publicUrl ?? `http://localhost:${port}`
}

/** The shop's host, such as `shop.example`. */
export function hostOf({ publicUrl }: Pick<Config, 'publicUrl'>): string {
  return publicUrl ? new URL(publicUrl).hostname : 'localhost'
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

function toConfig(values: Values) {
  const s3 = wholeGroup(values, groups.s3.needed)
  return {
    /** 0: any free port. */
    port: Number(values.PORT),
    host: values.HOST,
    /** An absolute path. */
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    publicUrl: values.PUBLIC_URL && new URL(values.PUBLIC_URL).origin,
    trustProxy: /^(true|1)$/i.test(values.TRUST_PROXY),
    isProduction: values.NODE_ENV === 'production',
    logLevel: values.LOG_LEVEL.toLowerCase() as (typeof LOG_LEVELS)[number],
    workers: Number(values.WEB_CONCURRENCY),
    rateLimitFactor: Number(values.RATE_LIMIT_FACTOR),
    /** Origins. */
    pushServices: values.PUSH_SERVICES?.split(',').map((url) => new URL(url.trim()).origin) ?? [],
    hasServiceWorker: values.SERVICE_WORKER.toLowerCase() === 'on',
    secret: values.SHOP_SECRET,
    metricsToken: values.METRICS_TOKEN,
    securityContact: values.SECURITY_CONTACT && contactUri(values.SECURITY_CONTACT),
    sandbox: values.SANDBOX.toLowerCase() as 'auto' | 'on' | 'off',
    s3: s3 && {
      endpoint: withoutSlash(s3.S3_ENDPOINT),
      region: s3.S3_REGION,
      bucket: s3.S3_BUCKET,
      accessKeyId: s3.S3_ACCESS_KEY_ID,
      secretAccessKey: s3.S3_SECRET_ACCESS_KEY,
      publicUrl: values.S3_PUBLIC_URL && withoutSlash(values.S3_PUBLIC_URL),
    },
    ...toServices(values),
    /** The variables that a key saved in the back office is added to. */
    variables: values,
  }
}

/** @param values the variables, with keys that are saved in the back office */
export function toServices(values: Values) {
  const razorpay = wholeGroup(values, groups.razorpay.needed)
  const emailjs = wholeGroup(values, groups.emailjs.needed)
  const whatsapp = wholeGroup(values, groups.whatsapp.needed)
  const shiprocket = wholeGroup(values, groups.shiprocket.needed)
  return {
    razorpay: razorpay && {
      url: withoutSlash(values.RAZORPAY_URL),
      checkoutUrl: values.RAZORPAY_CHECKOUT_URL.startsWith('/')
        ? values.RAZORPAY_CHECKOUT_URL
        : withoutSlash(values.RAZORPAY_CHECKOUT_URL),
      keyId: razorpay.RAZORPAY_KEY_ID,
      keySecret: razorpay.RAZORPAY_KEY_SECRET,
      /** The current one and, while it is being rotated, the previous one. */
      webhookSecrets: [razorpay.RAZORPAY_WEBHOOK_SECRET, values.RAZORPAY_WEBHOOK_SECRET_PREVIOUS].filter(
        (secret) => secret !== undefined,
      ),
      timeoutMs: Number(values.RAZORPAY_TIMEOUT_MS),
    },
    emailjs: emailjs && {
      url: withoutSlash(values.EMAILJS_URL),
      serviceId: emailjs.EMAILJS_SERVICE_ID,
      templateId: emailjs.EMAILJS_TEMPLATE_ID,
      /** EmailJS calls it the public key. */
      userId: emailjs.EMAILJS_USER_ID,
      accessToken: emailjs.EMAILJS_ACCESS_TOKEN,
    },
    smtp: values.SMTP_URL === undefined ? undefined : parseSmtpUrl(values.SMTP_URL),
    web3forms:
      values.WEB3FORMS_ACCESS_KEY === undefined
        ? undefined
        : { accessKey: values.WEB3FORMS_ACCESS_KEY, url: withoutSlash(values.WEB3FORMS_URL) },
    whatsapp: whatsapp && {
      url: withoutSlash(values.WHATSAPP_URL),
      phoneNumberId: whatsapp.WHATSAPP_PHONE_NUMBER_ID,
      businessId: whatsapp.WHATSAPP_BUSINESS_ID,
      token: whatsapp.WHATSAPP_TOKEN,
      appSecrets: [whatsapp.WHATSAPP_APP_SECRET],
      verifyToken: whatsapp.WHATSAPP_VERIFY_TOKEN,
    },
    shiprocket: shiprocket && {
      url: withoutSlash(values.SHIPROCKET_URL),
      trackingUrl: 'https://shiprocket.co/tracking',
      email: shiprocket.SHIPROCKET_EMAIL,
      password: shiprocket.SHIPROCKET_PASSWORD,
      pickupLocation: values.SHIPROCKET_PICKUP_LOCATION,
      /** Length, breadth and height, in centimetres. */
      parcelCm: values.SHIPROCKET_PARCEL_CM.split('x').map(Number) as [number, number, number],
      potKg: Number(values.SHIPROCKET_POT_KG),
    },
    /** Enables the webhook of couriers, also for parcels that were handed over by hand. */
    courierWebhookKey: values.COURIER_WEBHOOK_KEY,
  }
}

function wholeGroup<N extends Name>(values: Values, needed: readonly N[]): Record<N, string> | undefined {
  const group = Object.fromEntries(needed.map((name) => [name, values[name]]))
  return Object.values(group).every((value) => value !== undefined) ? (group as Record<N, string>) : undefined
}

function withoutSlash(url: string): string {
  return new URL(url).href.replace(/\/$/, '')
}
