import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { until } from '#tests/support/process.ts'

const CADDYFILE = join(import.meta.dirname, '../../deploy/Caddyfile')
/** Ends it also when the test process was killed. */
const MAX_SECONDS = '240'

/** Undefined: Debian's Caddy is here; else why the test is skipped. */
export function findMissingCaddy(): string | undefined {
  try {
    execFileSync('caddy', ['version'])
    return undefined
  } catch {
    return 'Caddy is not installed: sudo apt-get install --no-install-recommends caddy'
  }
}

type Options = { httpPort: number; httpsPort: number; upstream: string }

/** Debian's Caddy with deploy/Caddyfile for `localhost`, for which it signs its certificate itself; in a folder of its own. */
export async function openCaddy({ httpPort, httpsPort, upstream }: Options) {
  const folder = await mkdtemp(join(tmpdir(), 'shop-caddy-'))
  const caddy = spawn('timeout', ['--kill-after=5', MAX_SECONDS, 'caddy', 'run', '--config', CADDYFILE], {
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      XDG_DATA_HOME: join(folder, 'data'),
      XDG_CONFIG_HOME: join(folder, 'config'),
      SHOP_DOMAIN: 'localhost',
      SHOP_UPSTREAM: upstream,
      HTTP_PORT: String(httpPort),
      HTTPS_PORT: String(httpsPort),
      BIND: '127.0.0.1',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(caddy, 'close')
  let said = ''
  caddy.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk
  })
  const ca = await until('Caddy serves', async () => {
    if (caddy.exitCode !== null) throw new Error(`Caddy has ended: ${said}`)
    if (!said.includes('serving initial configuration')) return undefined
    return readFile(join(folder, 'data/caddy/pki/authorities/local/root.crt'), 'utf8').catch(() => undefined)
  })

  return {
    /** Its log so far. */
    said: () => said,
    /** Sends a request through it, over https unless `port` is another one. */
    async send(path: string, { from = '127.0.0.1', port = httpsPort, body, ...options }: Request = {}) {
      const place = { host: '127.0.0.1', servername: 'localhost', port, path, localAddress: from, agent: false, ca }
      const headers = { host: `localhost:${port}`, ...options.headers }
      const module = port === httpsPort ? https : http
      const request = module.request({ ...place, ...options, headers })
      const answered = once(request, 'response') as Promise<[IncomingMessage]>
      // The connection of a refused body ends while it is still being sent.
      request.on('error', () => {})
      request.end(body)
      const [response] = await answered
      return response
    },
    async close() {
      caddy.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type Request = https.RequestOptions & { from?: string; port?: number; body?: string | Uint8Array }

export type Caddy = Awaited<ReturnType<typeof openCaddy>>

/** The whole answer. */
export async function read(response: IncomingMessage): Promise<{ status: number; text: string }> {
  return { status: response.statusCode ?? 0, text: await text(response) }
}
