import { data, type RouterContextProvider } from 'react-router'
import { rateLimitKeyOf, shopContext } from '#server/contexts.ts'
import { type RateLimitName, tooManyRequests } from './rate-limit.ts'

/** Counts a request of this client. @throws a 429 with its message, for the page's error boundary */
export async function limitRequest(context: Readonly<RouterContextProvider>, name: RateLimitName): Promise<void> {
  const tooMany = await context.get(shopContext).limits.consume(name, rateLimitKeyOf(context))
  if (tooMany) throw data(tooMany.message, tooManyRequests(tooMany))
}
