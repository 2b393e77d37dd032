import { Agent, request } from 'node:http'
import type { GeneratedRequest } from './requests.ts'

export type ReceivedResponse = { status: number; headers: string; text: string }

const MAX_READ = 400_000

export function createSender(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })

  async function send(
    { method, path, query, headers, fields, body }: GeneratedRequest,
    cookie: string | undefined,
  ): Promise<ReceivedResponse> {
    const search = new URLSearchParams(query.map(([name, value]) => [name, value.toWellFormed()]))
      .toString()
      .slice(0, 6000)
    const encoded = method === 'GET' || method === 'HEAD' || !fields ? undefined : await encode(fields, body)
    const all: Record<string, string> = { ...headers }
    if (encoded) all['content-type'] = encoded.type
    if (cookie) all.cookie = cookie
    return new Promise((resolve, reject) => {
      const outgoing = request(
        { host: '127.0.0.1', port, agent, method, path: `${path}${search ? `?${search}` : ''}`, headers: all },
        (answer) => {
          let text = ''
          const finish = () => resolve({ status: answer.statusCode ?? 0, headers: answer.rawHeaders.join('\n'), text })
          const isEndless = answer.headers['content-type']?.startsWith('text/event-stream')
          answer.setEncoding('utf8').on('data', (part: string) => {
            if (text.length < MAX_READ) text += part
            if (!isEndless) return
            finish()
            outgoing.destroy()
          })
          answer.on('end', finish)
          answer.on('error', reject)
        },
      )
      outgoing.on('error', reject)
      outgoing.end(encoded?.bytes)
    })
  }

  return { send, close: () => agent.destroy() }
}

async function encode(
  fields: NonNullable<GeneratedRequest['fields']>,
  body: GeneratedRequest['body'],
): Promise<{ type: string; bytes: Buffer }> {
  const texts = fields.map(
    ([name, value]) => [name, typeof value === 'string' ? value.toWellFormed() : value.bytes] as [string, string],
  )
  if (body === 'json') return { type: 'application/json', bytes: Buffer.from(JSON.stringify(texts)) }
  if (body === 'raw') return { type: 'application/octet-stream', bytes: Buffer.from(texts.flat().join(''), 'latin1') }
  const isMultipart = body === 'multipart' || fields.some(([, value]) => typeof value !== 'string')
  if (!isMultipart)
    return { type: 'application/x-www-form-urlencoded', bytes: Buffer.from(new URLSearchParams(texts).toString()) }
  const form = new FormData()
  for (const [name, value] of fields) {
    if (typeof value === 'string') form.append(name, value.toWellFormed())
    else form.append(name, new File([Buffer.from(value.bytes, 'latin1')], value.file.toWellFormed()))
  }
  const made = new Response(form)
  return { type: made.headers.get('content-type') ?? '', bytes: Buffer.from(await made.arrayBuffer()) }
}
