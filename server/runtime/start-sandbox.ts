import { fork } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'
import { join } from 'node:path'
import { backoffMs } from '#domain/backoff.ts'
import { type Config, originOf } from '#server/config.ts'
import { isAlwaysHttps } from '#server/http/csrf.ts'
import type { Log } from '#server/observability/log.ts'
import type { SandboxTarget } from './sandbox-proxy.ts'

const PREFIX = '/sandbox/'
const BACKOFF = { firstMs: 250, maxMs: 30_000 }
/** A sandbox that lived this long did not crash on start-up, so its back-off is reset. */
const STABLE_MS = 30_000
const SERVICES = {
  razorpay: 'Razorpay (payments, disputes at /sandbox/disputes)',
  emailjs: 'EmailJS (emails, at /sandbox/inbox)',
  smtp: 'SMTP (emails too)',
  web3forms: 'Web3Forms (contact messages)',
  shiprocket: 'Shiprocket (parcels, at /sandbox/parcels)',
  whatsapp: 'WhatsApp (off until it is switched on in Settings)',
}
const NAMES = Object.keys(SERVICES) as (keyof typeof SERVICES)[]

/**
 * Starts stand-ins for the outside services without keys, in a process of their own, which the shop calls over the
 * services' own protocols. Only the port is bound at first: early requests wait in its queue, so that the shop's start
 * does not have to wait for the process.
 */
export async function prepareSandbox(given: Config, secret: string) {
  const servers = await listen([0, 0])
  const [port = 0, smtpPort = 0] = servers.map((server) => (server.address() as net.AddressInfo).port)
  const config = withSandbox(given, { url: `http://127.0.0.1:${port}${PREFIX.slice(0, -1)}`, smtpPort }, secret)
  const replaced = NAMES.filter((name) => !given[name])
  let child: ReturnType<typeof fork> | undefined
  let isClosing = false

  function run(listening: net.Server[], options: object, log: Log, failures = 0): void {
    if (isClosing) {
      for (const server of listening) server.close()
      return
    }
    const startedAt = performance.now()
    child = fork(join(import.meta.dirname, '../../sandbox/main.ts'), {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      // Ctrl-C reaches every process of the terminal's group, but this one must serve the shop until it has closed.
      detached: true,
    })
    // From here on only the child holds the ports. It exits when the IPC channel closes, however this process ends.
    const [http, smtp] = listening
    child.send(options, http, () => http?.close())
    // Sent when the child has the other one. Until then an email is refused, and its job tries again.
    smtp?.on('connection', (socket) => socket.destroy())
    child.send('smtp', smtp, () => smtp?.close())
    child.once('exit', (code, signal) => {
      if (isClosing) return
      log.error(`Sandbox exited (${signal ?? code}); restarting it`)
      const before = performance.now() - startedAt > STABLE_MS ? 0 : failures
      setTimeout(() => restart(options, log, before + 1), backoffMs(before, BACKOFF)).unref()
    })
  }

  function restart(options: object, log: Log, failures: number): void {
    if (isClosing) return
    listen([port, smtpPort]).then(
      (listening) => run(listening, options, log, failures),
      (error) => log.error('Sandbox port is taken; restart the shop', error),
    )
  }

  return {
    /** The shop's config with the sandbox's addresses and keys filled in. */
    config,
    start(shopUrl: string, log: Log): void {
      log.info(`Test mode: a sandbox stands in for ${replaced.map((name) => SERVICES[name]).join(', ')}`)
      const services = Object.fromEntries(replaced.map((name) => [name, config[name]]))
      const { courierWebhookKey } = config
      run(servers, { dataDir: given.dataDir, shopUrl, courierWebhookKey, ...services }, log)
    },
    target: { port, isGuarded: servesRealPeople(given) } satisfies SandboxTarget,
    /** Resolves when its process has ended: while it starts it may write into a folder that is deleted next. */
    async close(): Promise<void> {
      isClosing = true
      for (const server of servers) server.close()
      if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function listen(ports: number[]): Promise<net.Server[]> {
  return Promise.all(
    ports.map(async (port) => {
      const server = net.createServer().listen(port, '127.0.0.1')
      await once(server, 'listening')
      return server
    }),
  )
}

/** Without a setting, the sandbox is used only if no service has keys: with keys of one, the shop is in production. */
export function needsSandbox({ sandbox, ...config }: Config): boolean {
  const services = NAMES.map((name) => config[name])
  return sandbox === 'auto' ? !services.some(Boolean) : sandbox === 'on' && !services.every(Boolean)
}

/** One line for each missing service. A courier's system is optional: without it parcels are handed over by hand. */
export function listMissingServices({ razorpay, emailjs, smtp, web3forms }: Config): string[] {
  return [
    ...(razorpay ? [] : ['Online payment is off: RAZORPAY_KEY_ID is not set']),
    ...(emailjs || smtp ? [] : ['Emails are not sent and wait in the database: EMAILJS_SERVICE_ID is not set']),
    ...(web3forms ? [] : ['Contact messages are only stored in the back office: WEB3FORMS_ACCESS_KEY is not set']),
  ]
}

/** The settings that make the shop use the sandbox. The keys are derived, so that they survive a restart. */
function withSandbox(given: Config, { url, smtpPort }: { url: string; smtpPort: number }, secret: string): Config {
  const key = (name: string) => createHmac('sha256', secret).update(`sandbox ${name}`).digest('hex')
  return {
    ...given,
    razorpay: given.razorpay ?? {
      url: `${url}/razorpay`,
      checkoutUrl: `${PREFIX}razorpay/checkout.js`,
      keyId: `rzp_test_${key('id').slice(0, 14)}`,
      keySecret: key('secret'),
      webhookSecrets: [key('webhooks')],
      timeoutMs: 10_000,
    },
    emailjs: given.emailjs ?? {
      url: `${url}/emailjs`,
      serviceId: 'service_sandbox',
      templateId: 'template_emails',
      userId: key('emails').slice(0, 17),
      accessToken: key('emails token').slice(0, 21),
    },
    smtp: given.smtp ?? {
      host: '127.0.0.1',
      port: smtpPort,
      isTls: false,
      user: 'sandbox',
      password: key('smtp').slice(0, 21),
      isSandbox: true,
    },
    web3forms: given.web3forms ?? { url: `${PREFIX}web3forms/submit`, accessKey: uuidOf(key('messages')) },
    shiprocket: given.shiprocket ?? {
      url: `${url}/shiprocket/v1/external`,
      trackingUrl: `${originOf(given)}${PREFIX}parcels`,
      email: 'api@sandbox.invalid',
      password: key('parcels').slice(0, 21),
      pickupLocation: 'Primary',
      parcelCm: [30, 30, 30],
      potKg: 1,
    },
    whatsapp: given.whatsapp ?? {
      url: `${url}/whatsapp/v24.0`,
      phoneNumberId: '100000000000001',
      businessId: '100000000000002',
      token: key('whatsapp').slice(0, 21),
      appSecrets: [key('whatsapp webhooks')],
      verifyToken: key('whatsapp verify').slice(0, 21),
    },
    // The sandbox's courier sends this key with its webhooks. With a real courier and no key, the webhook stays closed.
    courierWebhookKey: given.courierWebhookKey ?? (given.shiprocket ? undefined : key('scans')),
  }
}

function uuidOf(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
}

/**
 * Then the sandbox's emails must not be public. Without keys, https or a database of its own, a shop is only a trial.
 */
function servesRealPeople(config: Config): boolean {
  const { publicUrl, databaseUrl, isProduction } = config
  const isConfigured = NAMES.some((name) => config[name])
  return Boolean(isConfigured || isAlwaysHttps({ publicUrl }) || (databaseUrl && isProduction))
}
