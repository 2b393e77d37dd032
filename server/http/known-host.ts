import { isIP } from 'node:net'
import type { Config } from '#server/config.ts'

type Asked = {
  header(name: string): string | undefined
  /** The address of this machine that the connection came to. */
  localAddress: string | undefined
}

/**
 * Was this request sent to a name of this shop? A page of another site can point its own name at this machine (DNS
 * rebinding) and then read our answers as its own; the Host header still says that name.
 *
 * The port is not compared: it is no part of such an attack, and a container may publish ours under another.
 */
export function isKnownHost(
  { header, localAddress }: Asked,
  { publicUrl, trustProxy, host }: Pick<Config, 'publicUrl' | 'trustProxy' | 'host'>,
): boolean {
  const forwarded = trustProxy ? header('x-forwarded-host')?.split(',').at(-1)?.trim() : undefined
  const asked = forwarded ?? header('host')
  // Only HTTP/1.0 may leave it out, and no browser does.
  if (asked === undefined) return true
  const name = hostnameOf(asked)
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
