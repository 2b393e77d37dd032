import pg from 'pg'
import { type Config, ConfigError } from '#server/config.ts'
import { openDataDir } from '#server/data-dir.ts'
import type { Log } from '#server/observability/log.ts'
import { findRunning, startEmbedded } from './embedded.ts'

export type Postgres = {
  /** For any PostgreSQL client. */
  url: string
  /** Stops what was started for us; a database that somebody else runs is left alone. */
  stop(): Promise<void>
}

/**
 * The database of the shop that holds `folder`: its own server, or the one that DATABASE_URL names.
 * @throws ConfigError when it cannot be used
 */
export async function openPostgres(config: Config, log: Log): Promise<Postgres> {
  return config.databaseUrl ? connectTo(config.databaseUrl) : startEmbedded(config.dataDir, log)
}

/**
 * The same database for a command that runs beside the shop, or without it: the open shop's server if there is one,
 * else a server for as long as the command takes.
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
  // A connection may break after it was answered for; whoever uses the database next will say so.
  client.on('error', () => {})
  try {
    await client.connect()
    return { url, stop: async () => {} }
  } catch (error) {
    throw new ConfigError(`DATABASE_URL cannot be used: PostgreSQL at ${client.host}:${client.port} ${refusal(error)}`)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Never the message as it came: other drivers and proxies put the whole URL into theirs. */
function refusal(error: unknown): string {
  const code = (error as { code?: string }).code
  if (code === '28P01' || code === '28000') return 'refuses the user or the password'
  if (code === '3D000') return 'has no database of that name'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'cannot be found: no host of that name'
  return `does not answer (${code ?? 'no connection within 5 s'})`
}
