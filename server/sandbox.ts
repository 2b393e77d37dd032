import { fork } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import {
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestListener,
  request,
  type ServerResponse,
} from 'node:http'
import net from 'node:net'
import { join } from 'node:path'
import type { Config } from './config.ts'
import type { Log } from './log.ts'
import { isAlwaysHttps, isOverHttps } from './origin.ts'
import { protectedHeaders } from './security-headers.ts'

/**
 * Stand-ins for the outside services that nobody has given keys for: a process of its own, which the shop reaches over
 * their protocols, as it would reach the services themselves.
 */
export type Sandbox = {
  /** With its addresses and keys where the operator has named none. */
  config: Config
  /** What it has to do with, from `start` on. */
  start(shopUrl: string, log: Log): void
  door: SandboxDoor
  close(): void
}

/** How the processes of the shop reach it. */
export type SandboxDoor = { port: number; isGuarded: boolean } & Pick<Config, 'publicUrl' | 'trustProxy'>

const PREFIX = '/sandbox/'
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

  return {
    config,
    start(shopUrl, log) {
      log.info(`Test mode: a sandbox stands in for ${made.map(([name]) => SERVICES[name as 'razorpay']).join(', ')}`)
      child = fork(join(import.meta.dirname, '../sandbox/main.ts'), {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        // Ctrl-C reaches every process of the terminal's group; this one serves the shop until it has closed.
        detached: true,
      })
      // From here on the port is the child's alone. It ends with the line between us, however we end.
      child.send({ dataDir: asked.dataDir, shopUrl, ...Object.fromEntries(made) }, server, () => server.close())
      child.once('exit', (code) => {
        if (!isClosing) log.error(`The sandbox has ended with ${code}; start the shop again to have it back`)
      })
    },
    door: { port, isGuarded: servesRealPeople(asked), publicUrl: asked.publicUrl, trustProxy: asked.trustProxy },
    close() {
      isClosing = true
      server.close()
      if (child?.connected) child.disconnect()
    },
  }
}

/**
 * Browsers reach it under the shop's own address.
 * @param mayReadLetters asked only where real people's letters may be among those of the inbox
 */
export function inFrontOfSandbox(
  { port, isGuarded, ...known }: SandboxDoor,
  shop: RequestListener,
  mayReadLetters: (message: IncomingMessage) => Promise<boolean>,
): RequestListener {
  return (message, answer) => {
    if (!message.url?.startsWith(PREFIX)) return shop(message, answer)
    const https = isOverHttps({ header: (name) => message.headers[name]?.toString() }, known)
    const write: Write = (status, headers) => answer.writeHead(status, protectedHeaders(headers, { https }))
    if (!isGuarded || !isInbox(message.url)) return passOn(port, message, answer, write)
    mayReadLetters(message).then(
      (may) => (may ? passOn(port, message, answer, write) : say(write, 403, 'Letters are for admins only.')),
      () => say(write, 503, 'It cannot be said just now who you are.'),
    )
  }
}

export function needsSandbox({ razorpay, emailjs, web3forms }: Config): boolean {
  return !razorpay || !emailjs || !web3forms
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

/** However its address is written: what the sandbox would take for it, and more. */
function isInbox(url: string): boolean {
  const path = URL.parse(url, 'http://localhost')?.pathname ?? url
  return /inbox/i.test(safeDecode(path))
}

function safeDecode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return 'inbox'
  }
}

/** Begins an answer that protects its reader. */
type Write = (status: number, headers: OutgoingHttpHeaders) => ServerResponse

function say(write: Write, status: number, text: string): void {
  write(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }).end(text)
}

function passOn(port: number, message: IncomingMessage, answer: ServerResponse, write: Write): void {
  const { method, url: path, headers } = message
  const asked = request({ host: '127.0.0.1', port, method, path, headers }, (given) => {
    given.pipe(write(given.statusCode ?? 502, given.headers))
  })
  asked.on('error', () => {
    if (answer.headersSent) answer.destroy()
    else say(write, 502, 'The sandbox does not answer.')
  })
  answer.on('close', () => asked.destroy())
  message.pipe(asked)
}
