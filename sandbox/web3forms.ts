import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { FaultInjector } from './fault-injector.ts'
import { openStore, type Store } from './store.ts'

export type Web3formsOptions = { accessKey: string }

/** Web3Forms as far as a browser can see it. */
export function openWeb3forms({ accessKey }: Web3formsOptions, { store = openStore() }: { store?: Store } = {}) {
  const badDays = new FaultInjector((c, status, message) =>
    c.json({ success: false, message }, status as ContentfulStatusCode),
  )
  const app = new Hono()

  app.use('/submit', badDays.middleware)
  app.post('/submit', async (c) => {
    // What is no form has no fields.
    const { access_key, ...fields } = await c.req.parseBody().catch((): Record<string, unknown> => ({}))
    if (!access_key) return c.json({ success: false, message: 'Access Key is Required' }, 400)
    if (access_key !== accessKey) return c.json({ success: false, message: 'Invalid Access Key' }, 400)
    store.put('submission', randomUUID(), fields)
    return c.json({ success: true, message: 'Email sent successfully!', data: fields })
  })

  return { app, badDays, submissions: () => store.list<Record<string, string>>('submission') }
}
