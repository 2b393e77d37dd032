import pg from 'pg'
import { type Config, ConfigError } from '#server/config.ts'
import { openDataDir } from '#server/data-dir.ts'
import type { Log } from '#server/observability/log.ts'
import { findRunning, startEmbedded } from './embedded.ts'

export type Postgres = {
  /** For any PostgreSQL client. */
  url: string
  /** Stops a server that was started here; an external database keeps running. */
  stop(): Promise<void>
}

/**
 * The shop's database: the embedded server, or the one that DATABASE_URL names.
 * @throws ConfigError when it cannot be used
 */
export async function openPostgres(config: Config, log: Log): Promise<Postgres> {
  return config.databaseUrl ? connectTo(config.databaseUrl) : startEmbedded(config.dataDir, log)
}

/**
 * The same database for a command: the running shop's server, or else a server for the duration of the command.
 */
export async function connectOrStartPostgres(config: Config, log: Log): Promise<Postgres> {
  if (config.databaseUrl) return connectTo(config.databaseUrl)
  const running = await findRunning(config.dataDir)
  if (running) return { url: running, stop: async () => {} }

  const folder = await openDataDir(config.dataDir)
  try {
    const postgres = await startEmbedded(folder.path, log)
    return { url: postgres.url, stop: () => postgres.stop().finally(folder.close) }
  } catch (error) {
    folder.close()
    throw error
  }
}

async function connectTo(url: string): Promise<Postgres> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  // Without a listener, a connection that breaks later would end the process; its next query reports the error.
  client.on('error', () => {})
  try {
    await client.connect()
    return { url, stop: async () => {} }
  } catch (error) {
    throw new ConfigError(`DATABASE_URL cannot be used: PostgreSQL at ${client.host}:${client.port} ${reasonOf(error)}`)
  } finally {
    await client.end().catch(() => {})
  }
}

/** A reason without the error's own message, because drivers and proxies may include the URL with its password. */
function reasonOf(error: unknown): string {
  const code = (error as { code?: string }).code
  if (code === '28P01' || code === '28000') return 'rejects the user or the password'
  if (code === '3D000') return 'has no database of that name'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'cannot be found: no host of that name'
  return `does not answer (${code ?? 'no connection within 5 s'})`
}
