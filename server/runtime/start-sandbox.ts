import { fork } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { isAlwaysHttps } from '#server/http/csrf.ts'
import type { Log } from '#server/observability/log.ts'
import type { SandboxTarget } from './sandbox-proxy.ts'

/**
 * Stand-ins for the outside services that nobody has given keys for: a process of its own, which the shop reaches over
 * their protocols, as it would reach the services themselves.
 */
export type Sandbox = {
  /** With its addresses and keys where the operator has named none. */
  config: Config
  /** What it has to do with, from `start` on. */
  start(shopUrl: string, log: Log): void
  door: SandboxTarget
  close(): void
}

const PREFIX = '/sandbox/'
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 30_000
/** Who has run for so long did not end because of what it met at its start. */
const LONG_ENOUGH_MS = 30_000
const SERVICES = {
  razorpay: 'Razorpay (payments)',
  emailjs: 'EmailJS (letters, at /sandbox/inbox)',
  web3forms: 'Web3Forms (enquiries)',
}

/** Takes a port and starts nothing yet: whoever asks before it is there waits, but the shop's opening does not. */
export async function prepareSandbox(asked: Config, secret: string): Promise<Sandbox> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as net.AddressInfo
  const config = withSandbox(asked, `http://127.0.0.1:${port}${PREFIX.slice(0, -1)}`, secret)
  const { razorpay, emailjs, web3forms } = config
  const services = Object.entries({ razorpay, emailjs, web3forms })
  const made = services.filter(([name]) => !asked[name as 'razorpay'])
  let child: ReturnType<typeof fork> | undefined
  let isClosing = false

  function run(port: net.Server, options: object, log: Log, pauseMs = FIRST_PAUSE_MS): void {
    const since = performance.now()
    child = fork(join(import.meta.dirname, '../../sandbox/main.ts'), {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      // Ctrl-C reaches every process of the terminal's group; this one serves the shop until it has closed.
      detached: true,
    })
    // From here on the port is the child's alone. It ends with the line between us, however we end.
    child.send(options, port, () => port.close())
    child.once('exit', (code, signal) => {
      if (isClosing) return
      log.error(`The sandbox has ended (${signal ?? code}); another takes its place`)
      const pause = performance.now() - since > LONG_ENOUGH_MS ? FIRST_PAUSE_MS : pauseMs
      setTimeout(() => runAgain(options, log, Math.min(pause * 2, LONGEST_PAUSE_MS)), pause).unref()
    })
  }

  function runAgain(options: object, log: Log, pauseMs: number): void {
    if (isClosing) return
    const again = net.createServer()
    again.once('error', (error) =>
      log.error('The sandbox has lost its port; start the shop again to have it back', error),
    )
    again.listen(port, '127.0.0.1', () => run(again, options, log, pauseMs))
  }

  return {
    config,
    start(shopUrl, log) {
      log.info(`Test mode: a sandbox stands in for ${made.map(([name]) => SERVICES[name as 'razorpay']).join(', ')}`)
      run(server, { dataDir: asked.dataDir, shopUrl, ...Object.fromEntries(made) }, log)
    },
    door: { port, isGuarded: servesRealPeople(asked) },
    close() {
      isClosing = true
      server.close()
      if (child?.connected) child.disconnect()
    },
  }
}

/** With the keys of one real service the shop is in earnest: a sandbox for the others has to be asked for. */
export function needsSandbox({ sandbox, razorpay, emailjs, web3forms }: Config): boolean {
  const named = [razorpay, emailjs, web3forms].filter(Boolean).length
  if (sandbox === 'auto') return named === 0
  return sandbox === 'on' && named < 3
}

/** What will not work, one line for each, for who starts the shop. */
export function listMissingServices({ razorpay, emailjs, web3forms }: Config): string[] {
  return [
    ...(razorpay ? [] : ['Online payment is off: RAZORPAY_KEY_ID is not set']),
    ...(emailjs ? [] : ['Emails are not sent and wait in the database: EMAILJS_SERVICE_ID is not set']),
    ...(web3forms ? [] : ['Contact messages are kept in the back office only: WEB3FORMS_ACCESS_KEY is not set']),
  ]
}

/** What an operator would set to use the sandbox. The keys stay the same for a data folder. */
function withSandbox(asked: Config, url: string, secret: string): Config {
  const key = (name: string) => createHmac('sha256', secret).update(`sandbox ${name}`).digest('hex')
  return {
    ...asked,
    razorpay: asked.razorpay ?? {
      url: `${url}/razorpay`,
      checkoutUrl: `${PREFIX}razorpay/checkout.js`,
      keyId: `rzp_test_${key('id').slice(0, 14)}`,
      keySecret: key('secret'),
      webhookSecrets: [key('webhooks')],
      timeoutMs: 10_000,
    },
    emailjs: asked.emailjs ?? {
      url: `${url}/emailjs`,
      serviceId: 'service_sandbox',
      templateId: 'template_letters',
      userId: key('letters').slice(0, 17),
      accessToken: key('letters token').slice(0, 21),
    },
    web3forms: asked.web3forms ?? { url: `${PREFIX}web3forms/submit`, accessKey: uuidOf(key('enquiries')) },
  }
}

function uuidOf(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
}

/**
 * Then what the inbox holds concerns somebody. A shop that nobody has given a key, an https address or a database of
 * its own is one to try out, and its inbox a page to look at.
 */
function servesRealPeople({ razorpay, web3forms, publicUrl, databaseUrl, isProduction }: Config): boolean {
  return Boolean(razorpay || web3forms || isAlwaysHttps({ publicUrl }) || (databaseUrl && isProduction))
}
