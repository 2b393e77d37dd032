import { LRUCache } from 'lru-cache'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'

const MAX_PER_MINUTE = 30
const MAX_ADDRESSES = 10_000

/**
 * Counts webhooks with a wrong signature or key by address. An address with too many is rejected unread for the rest of
 * the minute, unless it sent a genuine one within the last day: behind an untrusted proxy everybody shares one address.
 *
 * @param factor multiplies the limit; 0 disables it
 */
export function createForgeryLimit(factor: number) {
  const forged = new LRUCache<string, number>({ max: MAX_ADDRESSES, ttl: MINUTE_MS, noUpdateTTL: true })
  const genuine = new LRUCache<string, true>({ max: 100, ttl: DAY_MS })
  const limit = MAX_PER_MINUTE * factor
  return {
    isExceeded: (address: string) => limit > 0 && (forged.get(address) ?? 0) >= limit && !genuine.has(address),
    countForged: (address: string) => void forged.set(address, (forged.get(address) ?? 0) + 1),
    noteGenuine: (address: string) => void genuine.set(address, true),
  }
}
