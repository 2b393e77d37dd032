import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { FaultInjector } from './fault-injector.ts'
import { isSame, logError } from './requests.ts'
import { openStore, type Store } from './store.ts'

export type SmtpOptions = { user: string; password: string }

/** An email as it arrived. `html` is empty in one that is text only. */
export type SmtpEmail = {
  id: string
  time: string
  from: string
  to: string
  name: string
  subject: string
  text: string
  html: string
  messageId: string
}

const MAX_BYTES = 256 * 1024

/** An SMTP server that keeps what it takes. Its faults are asked for by command: `MAIL FROM`, `RCPT TO` or `DATA`. */
export function openSmtp({ user, password }: SmtpOptions, { store = openStore() }: { store?: Store } = {}) {
  const faults = new FaultInjector()
  /** Ends the connection of a session, by the port that it came from. */
  const sockets = new Map<number, () => void>()

  const server = new SMTPServer({
    banner: 'Test mode',
    size: MAX_BYTES,
    rejectOversized: true,
    // It is reached on this machine only.
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth(given, _session, reply) {
      const isRight = isSame(given.username ?? '', user) && isSame(given.password ?? '', password)
      reply(isRight ? null : refusal(535, '5.7.8 Username and password not accepted'), { user })
    },
    onMailFrom: (_address, _session, reply) => meet('MAIL FROM', reply),
    onRcptTo: (_address, _session, reply) => meet('RCPT TO', reply),
    onData(stream, { remotePort }, reply) {
      buffer(stream)
        .then(async (raw) => {
          const id = randomUUID()
          await meet('DATA', reply, {
            store: async () => {
              if (!stream.sizeExceeded) store.put('smtp', id, await readEmail(id, raw))
            },
            answer: `2.0.0 Ok: queued as ${id.slice(0, 8)}`,
            hangUp: sockets.get(remotePort),
          })
        })
        .catch((error) => {
          logError(error)
          reply(refusal(451, '4.3.0 The sandbox failed'))
        })
    },
  })
  server.on('error', () => {})
  server.server.on('connection', (socket) => {
    const { remotePort = 0 } = socket
    sockets.set(remotePort, () => socket.destroy())
    socket.once('close', () => sockets.delete(remotePort))
  })

  type Reply = (error?: Error | null, answer?: string) => void
  type Work = { store?: () => Promise<void>; answer?: string; hangUp?: (() => void) | undefined }

  /** Does what a command asks for, unless a fault was planned for it. */
  async function meet(command: string, reply: Reply, { store: keep, answer, hangUp }: Work = {}): Promise<void> {
    const { fault, onInject } = faults.take(command) ?? {}
    if (typeof fault === 'object' || fault === 'no-response') onInject?.()
    if (typeof fault === 'object' && 'status' in fault)
      return reply(refusal(fault.status, fault.description ?? 'Injected fault'))
    if (typeof fault === 'object') await sleep(fault.delayMs)
    if (fault === 'no-response') return
    await keep?.()
    if (fault === undefined || typeof fault === 'object') return reply(null, answer)
    onInject?.()
    // Otherwise the answer never comes.
    if (fault === 'broken-response') hangUp?.()
  }

  return {
    server,
    faults,
    /** Newest first. */
    emails: () => store.list<SmtpEmail>('smtp', 200),
  }
}

function refusal(responseCode: number, words: string): Error {
  return Object.assign(new Error(words), { responseCode })
}

async function readEmail(id: string, raw: Buffer): Promise<SmtpEmail> {
  const { from, to, subject = '', text = '', html = '', messageId = '' } = await PostalMime.parse(raw)
  const [recipient] = to ?? []
  return {
    id,
    time: new Date().toISOString(),
    from: from ? `${from.name} ‹${from.address ?? ''}›` : '',
    to: recipient?.address ?? '',
    name: recipient?.name ?? '',
    subject,
    text,
    html,
    messageId,
  }
}
