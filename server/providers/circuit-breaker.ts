import { ProviderUnavailableError } from '#server/errors.ts'
import type { Shop } from '#server/shop.ts'

/** A single lost answer is tolerated; so many in a row mean that the provider is down. */
const MAX_CONSECUTIVE_FAILURES = 3

/**
 * Asks a provider about each item, until the signal.
 *
 * @returns `more`: some are left, and as others could be checked, another run is worth it
 * @throws ProviderUnavailableError when the provider does not answer at all
 */
export async function checkEach<Item>(
  { log }: Pick<Shop, 'log'>,
  items: readonly Item[],
  {
    nameOf,
    check,
    signal,
  }: { nameOf(item: Item): string; check(item: Item): Promise<void>; signal: AbortSignal | undefined },
): Promise<'done' | 'more'> {
  let failures = 0
  let checked = 0
  for (const item of items) {
    if (signal?.aborted) return checked > 0 ? 'more' : 'done'
    try {
      await check(item)
      failures = 0
      checked += 1
    } catch (error) {
      if (!(error instanceof ProviderUnavailableError) || ++failures === MAX_CONSECUTIVE_FAILURES) throw error
      log.error(`${nameOf(item)} could not be checked; it will be checked again in the next round`, error)
    }
  }
  return 'done'
}
