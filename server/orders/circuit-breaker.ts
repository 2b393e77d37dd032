import { ProviderUnavailableError } from '#server/errors.ts'
import type { Shop } from '#server/shop.ts'

/** A single lost answer is tolerated; so many in a row mean that the provider is down. */
const MAX_CONSECUTIVE_FAILURES = 3

/** Tolerates single failures and ends the round when the provider does not answer at all. */
export function createCircuitBreaker({ log }: Pick<Shop, 'log'>) {
  let failures = 0
  return async (subject: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work()
      failures = 0
    } catch (error) {
      if (!(error instanceof ProviderUnavailableError) || ++failures === MAX_CONSECUTIVE_FAILURES) throw error
      log.error(`${subject} could not be checked; it will be checked again in the next round`, error)
    }
  }
}
