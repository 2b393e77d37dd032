import { Resolver } from 'node:dns/promises'
import { LRUCache } from 'lru-cache'
import type { SenderDns } from '#domain/setup/sender-dns.ts'
import { MINUTE_MS } from '#domain/time.ts'

/** One try, because the page waits for it. */
const LOOKUP = { timeout: 2000, tries: 1 }

/** Keys have a name of the mail provider's choice. Asked for where the name server does not tell that there are any. */
const USUAL_SELECTORS = [
  'default',
  'google',
  'selector1',
  's1',
  'k1',
  'mail',
  'dkim',
  'zoho',
  'zmail',
  'brevo',
  'resend',
]

/** Looks up SPF (RFC 7208), DKIM (RFC 6376) and DMARC (RFC 7489) of a domain, and remembers them for five minutes. */
export function openSenderDns(resolver: Pick<Resolver, 'resolveTxt'> = new Resolver(LOOKUP)) {
  const known = new LRUCache<string, Promise<SenderDns>>({ max: 10, ttl: 5 * MINUTE_MS })

  return {
    async read(domain: string): Promise<SenderDns> {
      const asked = known.get(domain) ?? lookUp(domain)
      known.set(domain, asked)
      const found = await asked
      if (!found.records) known.delete(domain)
      return found
    },
  }

  async function lookUp(domain: string): Promise<SenderDns> {
    try {
      const [SPF, DKIM, DMARC] = await Promise.all([
        has(domain, /^v=spf1\b/i),
        hasKeys(`_domainkey.${domain}`),
        hasPolicy(domain),
      ])
      return { domain, records: { SPF, DKIM, DMARC } }
    } catch {
      return { domain, records: undefined }
    }
  }

  async function has(name: string, record: RegExp): Promise<boolean> {
    const texts = await textsOf(name)
    return texts !== 'no-such-name' && texts.some((text) => record.test(text))
  }

  /** A name without records of its own exists if there are names below it (RFC 8020); not every name server knows that. */
  async function hasKeys(name: string): Promise<boolean> {
    if ((await textsOf(name)) !== 'no-such-name') return true
    const usual = await Promise.all(USUAL_SELECTORS.map((selector) => has(`${selector}.${name}`, /\bp=/)))
    return usual.includes(true)
  }

  /** That of the domain above counts for one without its own. */
  async function hasPolicy(domain: string): Promise<boolean> {
    const [, ...above] = domain.split('.')
    const isPolicy = /^v=DMARC1\b/i
    return (await has(`_dmarc.${domain}`, isPolicy)) || (above.length > 1 && has(`_dmarc.${above.join('.')}`, isPolicy))
  }

  /** @throws when the name servers do not answer */
  async function textsOf(name: string): Promise<string[] | 'no-such-name'> {
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : ''
      if (code === 'ENODATA') return []
      if (code === 'ENOTFOUND') return 'no-such-name'
      throw error
    }
  }
}
