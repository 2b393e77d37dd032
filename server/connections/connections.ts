import { isDeepStrictEqual } from 'node:util'
import {
  type ConnectionState,
  SERVICE_NAMES,
  type ServiceName,
  USE_SANDBOX,
  variablesOf,
} from '#domain/settings/connections.ts'
import { senderOf } from '#domain/shop/sender.ts'
import { defaultSettings, type Settings } from '#domain/shop/settings.ts'
import { type Config, hostOf, type Services, toServices } from '#server/config.ts'
import type { CacheFeed } from '#server/db/cached-read.ts'
import type { Db } from '#server/db/connection.ts'
import type { Log } from '#server/observability/log.ts'
import type { Courier } from '#server/providers/courier.ts'
import type { EmailProvider } from '#server/providers/email.ts'
import { openEmailjs, UNCONFIGURED_EMAILJS } from '#server/providers/emailjs.ts'
import { openRazorpay, UNCONFIGURED_RAZORPAY } from '#server/providers/razorpay.ts'
import { openShiprocket, UNCONFIGURED_SHIPROCKET } from '#server/providers/shiprocket.ts'
import { openSmtp } from '#server/providers/smtp.ts'
import { openWhatsapp, UNCONFIGURED_WHATSAPP, type Whatsapp } from '#server/providers/whatsapp.ts'
import { findSettings } from '#server/settings/queries.ts'
import { listConnections } from './queries.ts'

type Options = {
  config: Config
  db: Db
  changeFeed: CacheFeed
  /** Of the shop. */
  secret: string
  log: Log
}

/** The services that are connected now, and their clients. */
type Connected = {
  services: ReturnType<typeof servicesOf>
  payments: ReturnType<typeof openRazorpay>
  emailjs: EmailProvider
  smtp: ReturnType<typeof openSmtp>
  /** The one of both that the settings choose. */
  emails: EmailProvider
  courier: Courier
  whatsapp: Whatsapp
}

/**
 * The outside services with the keys of `.env`, else those that were saved in the back office, else the sandbox's. When
 * keys are saved, each process replaces its clients; a call that has begun ends with the old ones.
 */
export async function openConnections({ config, db, changeFeed, secret, log }: Options) {
  let connected = open(servicesOf(config, {}, defaultSettings), undefined, log)
  let reading: Promise<void> = Promise.resolve()
  const listeners = new Set<() => void>()

  async function read(): Promise<void> {
    const [stored, settings] = await Promise.all([listConnections(db, secret), findSettings(db)])
    const keys = Object.assign({}, ...stored.map(({ service, keys }) => variablesOf(service, keys)))
    const former = connected
    connected = open(servicesOf(config, keys, settings), former, log)
    if (former.smtp !== connected.smtp) former.smtp.close()
    if (!isDeepStrictEqual(availabilityOf(former), availabilityOf(connected))) for (const tell of listeners) tell()
  }

  function refresh(): Promise<void> {
    reading = reading.then(read).catch((error) => log.error('The keys of outside services could not be read', error))
    return reading
  }

  changeFeed.onChange(({ kind }) => {
    if (kind === 'settings' || kind === 'everything') void refresh()
  })
  await refresh()

  return {
    /** The clients of this moment. */
    current: () => connected,
    /** Resolves when keys that were saved before are in use. */
    settled: () => reading,
    refresh,
    /** Calls back when a service is connected that was off, or the other way. @returns ends it */
    onAvailable(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => connected.smtp.close(),
  }
}

function availabilityOf({ payments, emails, courier, whatsapp }: Connected): boolean[] {
  return [payments, emails, courier, whatsapp].map(({ isAvailable }) => isAvailable)
}

/** Each service by its own keys. @param saved by variable */
function servicesOf(
  config: Config,
  saved: Record<string, string>,
  settings: Pick<Settings, 'emailThrough' | 'sendFrom' | 'shopName'>,
) {
  const given = toServices(config.variables)
  const withSaved = toServices({ ...config.variables, ...saved })
  const stateOf = (service: ServiceName): ConnectionState => {
    if (given[service]) return 'locked'
    if (withSaved[service]) return 'saved'
    if (service === 'whatsapp' && !saved[USE_SANDBOX]) return 'off'
    return config[service] ? 'sandbox' : 'off'
  }
  const states = Object.fromEntries(SERVICE_NAMES.map((name) => [name, stateOf(name)])) as Record<
    ServiceName,
    ConnectionState
  >
  const pick = <Name extends ServiceName>(service: Name): Services[Name] =>
    given[service] ?? withSaved[service] ?? (states[service] === 'sandbox' ? config[service] : undefined)
  const isSandboxCourier = states.shiprocket === 'sandbox' || states.shiprocket === 'off'
  const smtp = pick('smtp')
  return {
    states,
    razorpay: pick('razorpay'),
    emailThrough: settings.emailThrough,
    emailjs: pick('emailjs'),
    smtp: smtp && {
      ...smtp,
      sender: senderOf(settings, { user: smtp.user, host: hostOf(config) }),
      // Staff who may change keys must not probe the server's own network; a trial has none.
      isOuter: states.smtp === 'saved' && config.publicUrl?.startsWith('https:'),
    },
    web3forms: pick('web3forms'),
    shiprocket: pick('shiprocket'),
    whatsapp: pick('whatsapp'),
    courierWebhookKey:
      config.variables.COURIER_WEBHOOK_KEY ?? (isSandboxCourier ? config.courierWebhookKey : saved.COURIER_WEBHOOK_KEY),
  }
}

/** @param former its clients stay where nothing has changed, with the tokens that they hold */
function open(services: ReturnType<typeof servicesOf>, former: Connected | undefined, log: Log): Connected {
  const keptOf = (...names: (keyof typeof services)[]) =>
    names.every((name) => isDeepStrictEqual(services[name], former?.services[name])) ? former : undefined
  const { razorpay, shiprocket, whatsapp, courierWebhookKey: webhookKey } = services
  const emailjs = keptOf('emailjs')?.emailjs ?? openEmailjs(services.emailjs ?? UNCONFIGURED_EMAILJS)
  const smtp = keptOf('smtp')?.smtp ?? openSmtp(services.smtp)
  return {
    services,
    payments: keptOf('razorpay')?.payments ?? openRazorpay(razorpay ?? UNCONFIGURED_RAZORPAY, { log }),
    emailjs,
    smtp,
    emails: services.emailThrough === 'smtp' ? smtp : emailjs,
    whatsapp: keptOf('whatsapp')?.whatsapp ?? openWhatsapp(whatsapp ?? UNCONFIGURED_WHATSAPP),
    courier:
      keptOf('shiprocket', 'courierWebhookKey')?.courier ??
      openShiprocket(shiprocket ?? UNCONFIGURED_SHIPROCKET, { webhookKey }),
  }
}
