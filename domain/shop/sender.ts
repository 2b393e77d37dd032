import * as v from 'valibot'

export type Sender = { name: string; address: string }

const addressSchema = v.pipe(v.string(), v.email(), v.maxLength(254))

/** @param text an address, or a name with an address in angle brackets; undefined: neither */
export function parseSender(text: string): Sender | undefined {
  const [, name = '', bracketed] = /^([^<>]{0,100})<([^<>]{1,254})>$/.exec(text) ?? []
  const address = bracketed ?? text
  return v.is(addressSchema, address) ? { name: name.trim().replace(/^"(.*)"$/, '$1'), address } : undefined
}

/**
 * The sender of emails through SMTP: the one that was set, else the mailbox of the login. The default name is the shop's.
 *
 * @param user of the SMTP server
 * @param host of the shop's address, such as `shop.example`
 */
export function senderOf(
  { sendFrom, shopName }: { sendFrom: string; shopName: string },
  { user, host }: { user: string; host: string },
): Sender {
  const sender = parseSender(sendFrom) ?? parseSender(user) ?? { name: '', address: `no-reply@${host}` }
  return { ...sender, name: sender.name || shopName }
}
