import { isIPv4, isIPv6 } from 'node:net'

/**
 * The client's address. A proxy appends it to `X-Forwarded-For`; everything before the last entry, and all of it when
 * no proxy is trusted, is forgeable. Entries that are not addresses are ignored, because otherwise a client could
 * invent entries to get new rate limits.
 */
export function clientAddress(
  { socketAddress, forwardedFor }: { socketAddress: string | undefined; forwardedFor: string | undefined },
  trustProxy: boolean,
): string {
  const forwarded = trustProxy ? findAddress(forwardedFor?.split(',').at(-1)) : undefined
  return forwarded ?? findAddress(socketAddress) ?? 'unknown'
}

/** Normalised, without port and zone. An IPv6 address counts as its /64, because one customer gets a whole /64. */
function findAddress(text: string | undefined): string | undefined {
  const given = text?.trim() ?? ''
  const [, v4 = ''] = /^([\d.]{7,15})(?::\d{1,5})?$/.exec(given) ?? []
  if (isIPv4(v4)) return v4
  const [, bracketed] = /^\[([^\]]{2,64})\](?::\d{1,5})?$/.exec(given) ?? []
  // The zone names a network interface of this machine.
  const [v6 = ''] = (bracketed ?? given).split('%', 1)
  return isIPv6(v6) ? networkOf(v6) : undefined
}

function networkOf(address: string): string {
  const groups = expand(address)
  const [high = 0, low = 0] = groups.slice(6)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  const network = groups.slice(0, 4).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}

/** The eight groups of an IPv6 address. URL rewrites an IPv4 tail as the last two. */
function expand(address: string): number[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const front = head ? head.split(':') : []
  const back = tail ? tail.split(':') : []
  const gap = Array<string>(8 - front.length - back.length).fill('0')
  return [...front, ...gap, ...back].map((group) => Number.parseInt(group, 16))
}
