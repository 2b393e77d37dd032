import { once } from 'node:events'
import { request as ask, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Stands between browser and shop, and answers for it as a later version of the shop would. */
export async function openFront(shopUrl: string) {
  const answers = new Map<string, { status: number; body: string }>()
  const server = createServer((request, response) => {
    const answer = answers.get(request.url ?? '')
    if (answer) {
      const headers = { 'content-type': 'text/javascript', 'cache-control': 'no-cache' }
      response.writeHead(answer.status, headers).end(answer.body)
      return
    }
    const { method = 'GET', headers, url = '/' } = request
    const forwarded = ask(new URL(url, shopUrl), { method, headers }, (answered) => {
      response.writeHead(answered.statusCode ?? 502, answered.headers)
      answered.pipe(response)
    })
    forwarded.on('error', () => response.destroy())
    response.on('close', () => forwarded.destroy())
    request.pipe(forwarded)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** From now on this script is at this path; undefined: it is gone. */
    setScript(path: string, script: string | undefined) {
      answers.set(path, { status: script === undefined ? 404 : 200, body: script ?? 'Not found.' })
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
