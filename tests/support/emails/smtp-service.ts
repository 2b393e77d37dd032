import type { AddressInfo } from 'node:net'
import type { SMTPServer } from 'smtp-server'
import { openSmtp } from '#sandbox/smtp.ts'

export const SMTP_LOGIN = { user: 'shop', password: 'pass word/+=' }

/** @returns the port */
export async function listenForSmtp(server: SMTPServer): Promise<number> {
  // A client that hangs up is an error for it.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.server.address() as AddressInfo).port
}

/** The sandbox's SMTP server on a port of its own, which keeps what it got. */
export async function openSmtpService() {
  const { server, ...service } = openSmtp(SMTP_LOGIN)
  const port = await listenForSmtp(server)
  return { ...service, port, close: () => new Promise<void>((resolve) => server.close(resolve)) }
}
