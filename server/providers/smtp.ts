import { isIPv4 } from 'node:net'
import type { SmtpConfig } from '#server/config.ts'
import { AnswerLostError, ProviderRejectedError, ProviderUnavailableError } from '#server/errors.ts'
import type { EmailProvider } from './email.ts'
import { findOuterAddress } from './inner-hosts.ts'

/** The longest silence of the server, and the longest time for an email with the connection that it waits for. */
const SILENCE_MS = 15_000
const TIMEOUT_MS = 60_000
/** Servers close connections that idle for a minute or two. */
const IDLE_MS = 30_000
const CONNECTIONS = 3
const MAX_REASON = 300

export type Sender = { name: string; address: string }
type Options = { silenceMs?: number; timeoutMs?: number }

/** @param config undefined: not configured; `isOuter`: its host has to be on the internet */
export function openSmtp(
  config: (SmtpConfig & { sender: Sender; isOuter?: boolean }) | undefined,
  { silenceMs = SILENCE_MS, timeoutMs = TIMEOUT_MS }: Options = {},
): EmailProvider & { close(): void } {
  let opening: ReturnType<typeof connect> | undefined
  let isClosed = false

  async function connect({ host, port, isTls, user, password, isOuter }: SmtpConfig & { isOuter?: boolean }) {
    const address = isOuter ? await findOuterAddress(host) : host
    // Loaded on demand, because the shop opens faster without this code.
    const { createTransport } = await import('nodemailer')
    const pool = createTransport({
      pool: true,
      maxConnections: CONNECTIONS,
      // An email whose connection closed may have arrived; the job decides whether it is sent again.
      maxRequeues: 0,
      idleTimeout: IDLE_MS,
      host: address,
      ...(address !== host && { tls: { servername: host } }),
      port,
      secure: isTls,
      // Only a server on this machine may go without TLS. Certificates are always checked.
      requireTLS: !isThisMachine(host),
      ...(user && { auth: { user, pass: password } }),
      dnsTimeout: silenceMs,
      connectionTimeout: silenceMs,
      greetingTimeout: silenceMs,
      socketTimeout: silenceMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    if (isClosed) pool.close()
    return pool
  }

  return {
    isAvailable: config !== undefined,
    paceMs: 0,

    async send({ message: { name, email }, subject, html, text, messageId }) {
      if (!config) throw new ProviderUnavailableError('SMTP is not configured')
      opening ??= connect(config).catch((error) => {
        opening = undefined
        throw error
      })
      const pool = await opening
      try {
        const { response } = await pool.sendMail({
          // As objects, so that neither a name nor an address is parsed into a list of several.
          from: config.sender,
          to: { name, address: email },
          subject,
          text,
          ...(html && { html }),
          messageId,
          // Tells programs that answer emails by themselves not to answer this one (RFC 3834).
          headers: { 'auto-submitted': 'auto-generated' },
          signal: AbortSignal.timeout(timeoutMs),
        })
        return response
      } catch (error) {
        const failure = failureOf(error, config)
        // Its name may have another address by now.
        if (config.isOuter && !(failure instanceof ProviderRejectedError)) {
          opening = undefined
          pool.close()
        }
        throw failure
      }
    },

    /** Emails that are being sent are finished. */
    close() {
      isClosed = true
      void opening?.then((pool) => pool.close())
    },
  }
}

/** Of nodemailer's errors. @see https://nodemailer.com/errors */
type SmtpError = Error & { code?: string; syscall?: string; command?: string; responseCode?: number }

/** Replies to an email itself; others concern the connection, the login or the sender, which the owner can mend. */
const ABOUT_EMAIL = ['RCPT TO', 'DATA']
/** `Authentication required`, and its other reasons (RFC 4954): some servers give them only when they hear the recipient. */
const ABOUT_LOGIN = [530, 534, 535, 538]

function failureOf(error: unknown, config: SmtpConfig): Error {
  if (!(error instanceof Error)) throw error
  const { code, command, responseCode }: SmtpError = error
  const reason = wordsOf(error, config)
  const isRefused = responseCode !== undefined && responseCode >= 500 && !ABOUT_LOGIN.includes(responseCode)
  if (isRefused && ABOUT_EMAIL.includes(command ?? ''))
    return new ProviderRejectedError(`Rejected with ${responseCode}: ${reason}`, { reason })
  // Nothing was sent, because no server would take an address with line breaks or angle brackets.
  if (code === 'EENVELOPE' && error.message.startsWith('Invalid recipient'))
    return new ProviderRejectedError('Rejected: the address cannot be written to', { reason })
  // Without its words, which are logged and may name the recipient.
  const Failure = responseCode === undefined && wasOpen(error) ? AnswerLostError : ProviderUnavailableError
  return new Failure(`The email service answered ${responseCode ?? code ?? 'nothing'}`, { reason })
}

/** Did the connection end after it was made? Nodemailer does not tell how far the email had got. */
function wasOpen({ name, message, syscall }: SmtpError): boolean {
  if (name === 'AbortError' || name === 'TimeoutError' || syscall === 'read' || syscall === 'write') return true
  return message === 'Connection closed unexpectedly' || message === 'Timeout'
}

/** The server's words, should it repeat the password without it. */
function wordsOf({ message }: Error, { user, password }: SmtpConfig): string {
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const secrets = password ? [base64(`\0${user}\0${password}`), base64(password), password] : []
  const words = secrets.reduce((text, secret) => text.replaceAll(secret, '…'), message)
  return words.replace(/\s+/g, ' ').trim().slice(0, MAX_REASON)
}

function isThisMachine(host: string): boolean {
  // A name may begin with 127. too.
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
}
