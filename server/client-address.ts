import { isIPv6 } from 'node:net'

/**
 * Whose connection this is. A proxy adds whom it serves at the end of `X-Forwarded-For`; what stands before that, and
 * all of it when no proxy is trusted, is only what somebody claims.
 */
export function clientAddress(
  { socketAddress, forwardedFor }: { socketAddress: string | undefined; forwardedFor: string | undefined },
  trustProxy: boolean,
): string {
  const told = trustProxy ? forwardedFor?.split(',').at(-1)?.trim() : undefined
  return networkOf(told || socketAddress || 'unknown')
}

/** Of an IPv6 address the half that is given out as one: whoever has it has all of the other half. */
function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/^\[|\]$/g, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.toLowerCase().split('::')
  const front = head ? head.split(':') : []
  const back = tail ? tail.split(':') : []
  const gap = tail === undefined ? 0 : 8 - front.length - back.length
  const groups = [...front, ...Array<string>(Math.max(0, gap)).fill('0'), ...back]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
