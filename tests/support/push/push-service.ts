import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { PushSubscription } from '#domain/accounts/notifications.ts'

type Got = { path: string; payload: Record<string, string>; topic: string | undefined; ttl: string | undefined }

/** A push service with the browsers that are subscribed at it: it answers as RFC 8030 says, and decrypts as they do. */
export async function openPushService() {
  const browsers = new Map<string, { key: ReturnType<typeof createECDH>; auth: Buffer }>()
  const got: Got[] = []
  let answer: (path: string) => number = () => 201

  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const path = request.url ?? ''
    const browser = browsers.get(path)
    const status = browser ? answer(path) : 404
    if (browser && status === 201) {
      checkToken(request.headers.authorization ?? '', `http://${request.headers.host}`)
      const { topic, ttl } = request.headers
      got.push({ path, payload: JSON.parse(decrypt(body, browser)), topic: topic?.toString(), ttl: ttl?.toString() })
    }
    response.writeHead(status).end(status === 201 ? '' : 'no such subscription')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    origin,
    got,
    /** @param status of the next answers to a browser that it knows */
    answerWith(status: (path: string) => number) {
      answer = status
    },
    subscribe(name: string): PushSubscription {
      const key = createECDH('prime256v1')
      const p256dh = key.generateKeys('base64url')
      const auth = randomBytes(16)
      browsers.set(`/${name}`, { key, auth })
      return { endpoint: `${origin}/${name}`, p256dh, auth: auth.toString('base64url') }
    },
    unsubscribe: (name: string) => browsers.delete(`/${name}`),
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** @throws when a real push service would refuse it (RFC 8292) */
function checkToken(authorization: string, audience: string): void {
  const [, token = '', publicKey = ''] = /^vapid t=([^,]+), k=([\w-]+)$/.exec(authorization) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const key = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' } })
  const signed = { key, dsaEncoding: 'ieee-p1363' } as const
  const { aud, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  const seconds = exp - Date.now() / 1000
  const isValid = verify('sha256', Buffer.from(`${head}.${claims}`), signed, Buffer.from(signature, 'base64url'))
  if (!isValid || aud !== audience || seconds < 0 || seconds > 24 * 60 * 60) throw new Error('A forged push')
}

/** As the browser does it, which has the private key (RFC 8291). */
function decrypt(body: Buffer, { key, auth }: { key: ReturnType<typeof createECDH>; auth: Buffer }): string {
  const [salt, length] = [body.subarray(0, 16), body.readUInt8(20)]
  const sender = body.subarray(21, 21 + length)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), key.getPublicKey(), sender])
  const shared = Buffer.from(hkdfSync('sha256', key.computeSecret(sender), auth, info, 32))
  const derive = (use: string, size: number) =>
    Buffer.from(hkdfSync('sha256', shared, salt, `Content-Encoding: ${use}\0`, size))
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  const record = body.subarray(21 + length)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}
