import { spawn, spawnSync } from 'node:child_process'
import { text } from 'node:stream/consumers'

export type Load = { perSecond: number; p50: number; p99: number; failed: number }
type Options = { connections?: number; seconds?: number }

const ACCEPT = 'br, gzip'
export const hasWrk = spawnSync('wrk', ['-v']).error === undefined

/** Sends as many requests to one address as the server can answer. Latencies in milliseconds. */
export function load(url: string, { connections = 20, seconds = 3 }: Options = {}): Promise<Load> {
  return hasWrk ? withWrk(url, connections, seconds) : withAutocannon(url, connections, seconds)
}

async function withWrk(url: string, connections: number, seconds: number): Promise<Load> {
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

/** autocannon itself is slower than wrk, so both sides of a comparison come out lower. */
async function withAutocannon(url: string, connections: number, seconds: number): Promise<Load> {
  const file = new URL('./tools/node_modules/autocannon/autocannon.js', import.meta.url)
  const { default: autocannon } = await import(file.href)
  const result = await autocannon({ url, connections, duration: seconds, headers: { 'accept-encoding': ACCEPT } })
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors,
  }
}
