import { spawn, spawnSync } from 'node:child_process'
import { text } from 'node:stream/consumers'

export type Load = { perSecond: number; p50: number; p99: number; failed: number }
type Options = { connections?: number; seconds?: number }

const ACCEPT = 'br, gzip'

/** Sends as many requests to one address as the server can answer. Latencies in milliseconds. */
export async function load(url: string, { connections = 20, seconds = 3 }: Options = {}): Promise<Load> {
  if (spawnSync('wrk', ['-v']).error)
    throw new Error('Pages are measured with wrk. Install it, on Debian by: apt install wrk')
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '-H', `accept-encoding: ${ACCEPT}`, url]
  const wrk = spawn('wrk', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const said = await text(wrk.stdout)
  const read = (pattern: RegExp) => pattern.exec(said)?.slice(1) ?? []
  const [perSecond] = read(/Requests\/sec:\s+([\d.]+)/)
  if (!perSecond) throw new Error(`wrk reported no result:\n${said}`)
  const [refused = '0'] = read(/Non-2xx or 3xx responses: (\d+)/)
  const broken = read(/Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/)
  return {
    perSecond: Number(perSecond),
    p50: milliseconds(read(/50%\s+([\d.]+)(us|ms|s)/)),
    p99: milliseconds(read(/99%\s+([\d.]+)(us|ms|s)/)),
    failed: [refused, ...broken].reduce((sum, count) => sum + Number(count), 0),
  }
}

function milliseconds([value, unit]: string[]): number {
  return Number(value) * { us: 0.001, ms: 1, s: 1000 }[unit as 'us' | 'ms' | 's']
}
