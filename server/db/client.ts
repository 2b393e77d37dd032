import pg from 'pg'

/** A connection of its own, outside of any pool. */
export async function openClient(options: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(options)
  // Without a listener, a connection that breaks would end the process; its query reports the error.
  client.on('error', () => {})
  await client.connect()
  return client
}
