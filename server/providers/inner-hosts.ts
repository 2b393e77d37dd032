import { lookup } from 'node:dns/promises'
import { BlockList, isIPv6 } from 'node:net'
import { ProviderUnavailableError } from '#server/errors.ts'

/** This machine, private networks, and those of a provider's own machines (RFC 6890). */
const INNER = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
]
/** The last two carry an IPv4 address, which may be an inner one: NAT64 (RFC 6052) and 6to4 (RFC 3056). */
const INNER_IPV6 = ['::/127', 'fc00::/7', 'fe80::/10', '64:ff9b::/96', '2002::/16']

const blocked = new BlockList()
for (const range of [...INNER, ...INNER_IPV6]) {
  const [net = '', bits] = range.split('/')
  blocked.addSubnet(net, Number(bits), typeOf(net))
}

export function isInner(address: string): boolean {
  return blocked.check(address, typeOf(address))
}

function typeOf(address: string) {
  return isIPv6(address) ? 'ipv6' : 'ipv4'
}

/**
 * An address of this host on the internet, to be used instead of its name, which may mean another one a moment later.
 *
 * @throws ProviderUnavailableError when it is unknown or inside the network, so that nobody learns what is there
 */
export async function findOuterAddress(host: string): Promise<string> {
  const found = await lookup(host, { all: true }).catch(() => [])
  const [first] = found
  if (first && !found.some(({ address }) => isInner(address))) return first.address
  const reason = first
    ? `${host} is inside the network of this shop. Only the file .env may name such a server, as SMTP_URL.`
    : `${host} is not known`
  throw new ProviderUnavailableError('The email service could not be reached', { reason })
}
