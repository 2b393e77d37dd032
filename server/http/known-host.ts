import { isIP } from 'node:net'
import type { Config } from '#server/config.ts'

type Target = {
  header(name: string): string | undefined
  /** The address of this machine that accepted the connection. */
  localAddress: string | undefined
}

/**
 * Is the Host one of this shop? In a DNS rebinding attack another site points its own name at this machine and reads
 * our responses as its own; the Host header still carries that name.
 * The port is not compared: it plays no part in the attack, and a container may publish ours under another one.
 */
export function isKnownHost(
  { header, localAddress }: Target,
  { publicUrl, trustProxy, host }: Pick<Config, 'publicUrl' | 'trustProxy' | 'host'>,
): boolean {
  const forwarded = trustProxy ? header('x-forwarded-host')?.split(',').at(-1)?.trim() : undefined
  const given = forwarded ?? header('host')
  // Only HTTP/1.0 clients may omit it, which are not browsers.
  if (given === undefined) return true
  const name = hostnameOf(given)
  if (name === undefined) return false
  if (isLoopback(name) || name === host.toLowerCase()) return true
  if (publicUrl && name === new URL(publicUrl).hostname) return true
  return isIP(name) !== 0 && name === localAddress?.replace(/^::ffff:/, '')
}

/** Without port and brackets, in lower case. */
function hostnameOf(host: string): string | undefined {
  if (!/^[\w.:[\]-]+$/.test(host)) return undefined
  return URL.parse(`http://${host}`)?.hostname.replace(/^\[|\]$/g, '')
}

/** Browsers resolve these to their own machine, whatever DNS says. */
function isLoopback(name: string): boolean {
  return (
    name === 'localhost' || name.endsWith('.localhost') || name === '::1' || (isIP(name) === 4 && /^127\./.test(name))
  )
}
