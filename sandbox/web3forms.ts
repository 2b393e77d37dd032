import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { FaultInjector } from './fault-injector.ts'
import { openStore, type Store } from './store.ts'

export type Web3formsOptions = { accessKey: string }

/** The part of Web3Forms's API that browsers use. */
export function openWeb3forms({ accessKey }: Web3formsOptions, { store = openStore() }: { store?: Store } = {}) {
  const faults = new FaultInjector((c, status, message) =>
    c.json({ success: false, message }, status as ContentfulStatusCode),
  )
  const app = new Hono()

  app.use('/submit', faults.middleware)
  app.post('/submit', async (c) => {
    // A body that is no form counts as an empty one.
    const { access_key, ...fields } = await c.req.parseBody().catch((): Record<string, unknown> => ({}))
    if (!access_key) return c.json({ success: false, message: 'Access Key is Required' }, 400)
    if (access_key !== accessKey) return c.json({ success: false, message: 'Invalid Access Key' }, 400)
    store.put('submission', randomUUID(), fields)
    return c.json({ success: true, message: 'Email sent successfully!', data: fields })
  })

  return { app, faults, submissions: () => store.list<Record<string, string>>('submission') }
}
