import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Metric } from './metric.ts'

const FOLDER = join(import.meta.dirname, 'results')
const DOCUMENT = join(FOLDER, 'README.md')
const BEGIN = '<!-- bench -->'
const END = '<!-- /bench -->'

type Result = { part: string; when: string; machine: Record<string, unknown>; metrics: Metric[] }

/** Writes a file for each part, with the machine that it was measured on, and from all of them the table of their README.md. */
export async function keepResults(results: Map<string, Metric[]>): Promise<void> {
  await mkdir(FOLDER, { recursive: true })
  const machine = {
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  }
  const when = new Date().toISOString()
  for (const [part, metrics] of results) {
    const result: Result = { part, when, machine, metrics }
    await writeFile(join(FOLDER, `${part}.json`), `${JSON.stringify(result, null, 2)}\n`)
  }
  await writeTable()
}

const ORDER = [
  'pages',
  'ssr',
  'invalidation',
  'orders',
  'hot-stock',
  'fulfilment',
  'scaling',
  'live',
  'start',
  'page-weight',
  'lighthouse',
  'blocking',
  'workers',
  'account-timing',
]

async function writeTable(): Promise<void> {
  const found = await Promise.all(ORDER.map(readResult))
  const results = found.filter((result) => result !== undefined)
  const rows = results.flatMap(({ part, metrics }) => (part === 'scaling' ? worstOf(metrics) : metrics).map(rowOf))
  const machines = new Set(results.map(({ machine }) => `${machine.cpu}, ${machine.cores} cores, Node ${machine.node}`))
  const days = results.map(({ when }) => when.slice(0, 10)).sort()
  const table = [
    `Measured ${[...new Set([days[0], days.at(-1)])].join(' to ')} on ${[...machines].join('; ')}.`,
    '',
    '| work | ours | limit | ratio | wanted | |',
    '| --- | ---: | ---: | ---: | --- | --- |',
    ...rows,
  ].join('\n')
  const document = await readFile(DOCUMENT, 'utf8')
  const [before, after] = [document.indexOf(BEGIN), document.indexOf(END)]
  if (before < 0 || after < before) throw new Error(`${DOCUMENT} has no markers for the table: ${BEGIN} … ${END}`)
  await writeFile(DOCUMENT, `${document.slice(0, before + BEGIN.length)}\n${table}\n${document.slice(after)}`)
}

async function readResult(part: string): Promise<Result | undefined> {
  const text = await readFile(join(FOLDER, `${part}.json`), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : JSON.parse(text)
}

/** The table shows only the four pages that grow most; the JSON file has all of them. */
function worstOf(metrics: Metric[]): Metric[] {
  const [compared, others] = [metrics.filter(({ ratio }) => ratio), metrics.filter(({ ratio }) => !ratio)]
  const worst = compared.toSorted((a, b) => Number(b.ratio) - Number(a.ratio)).slice(0, 4)
  const labelled = worst.map((metric) => ({
    ...metric,
    work: `${metric.work} (among the worst four of ${compared.length})`,
  }))
  return [...labelled, ...others]
}

function rowOf({ work, ours, limit = '', ratio = '', wanted, good }: Metric): string {
  return `| ${work} | ${ours} | ${limit} | ${ratio} | ${wanted} | ${wanted === '' ? '' : good ? '✓' : '✗'} |`
}
