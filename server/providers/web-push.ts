import { createCipheriv, createECDH, createPrivateKey, hkdfSync, randomBytes, sign } from 'node:crypto'
import { isPushService, type PushSubscription } from '#domain/accounts/notifications.ts'
import { ProviderRejectedError } from '#server/errors.ts'
import { createHttpClient, failureOf } from './http-client.ts'

const CURVE = 'prime256v1'
const TIMEOUT_MS = 10_000
/** In seconds: a push service keeps a message so long for a phone that is off. */
const TTL = 12 * 60 * 60
const TOKEN_SECONDS = 12 * 60 * 60
/** Push services take no longer message. */
const RECORD_SIZE = 4096

/** The device is no longer subscribed: its owner has withdrawn the permission, or the browser is gone. */
export class DeviceGoneError extends ProviderRejectedError {}

type Options = { secret: string; origin: string; services: readonly string[] }

/**
 * Sends pushes to browsers. Written here because it is small and fixed by its RFCs, and the known library is not kept.
 *
 * @param secret of the shop: its key follows from it, so it is the same on every instance
 * @param services origins of more push services
 * @see https://www.rfc-editor.org/rfc/rfc8291 the encryption, and rfc8292 the signature
 */
export function createWebPush({ secret, origin, services }: Options) {
  const key = createECDH(CURVE)
  key.setPrivateKey(Buffer.from(hkdfSync('sha256', secret, '', 'web push', 32)))
  const publicKey = key.getPublicKey()
  const signingKey = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: key.getPrivateKey('base64url'),
      x: publicKey.subarray(1, 33).toString('base64url'),
      y: publicKey.subarray(33).toString('base64url'),
    },
  })

  /** Proves to a push service that the shop sends it. */
  function writeToken(audience: string): string {
    const claims = {
      aud: audience,
      exp: Math.floor(Date.now() / 1000) + TOKEN_SECONDS,
      ...(origin.startsWith('https:') && { sub: origin }),
    }
    const head = [{ typ: 'JWT', alg: 'ES256' }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
    const signature = sign('sha256', Buffer.from(head), { key: signingKey, dsaEncoding: 'ieee-p1363' })
    return `${head}.${signature.toString('base64url')}`
  }

  return {
    services,

    /** A browser subscribes with it. */
    publicKey: publicKey.toString('base64url'),

    /**
     * @param topic a later push with the same topic replaces one that the phone has not got yet: at most 32 letters
     * @throws DeviceGoneError, ProviderRejectedError or ProviderUnavailableError
     */
    async send(device: PushSubscription, payload: object, topic: string): Promise<void> {
      if (!isPushService(device.endpoint, services)) throw new DeviceGoneError('Its push service is not known')
      const { origin: audience, pathname, search } = new URL(device.endpoint)
      const client = createHttpClient({ url: audience, timeoutMs: TIMEOUT_MS })
      const answer = await client.send({
        // The address is a secret of its owner, so messages do not name it.
        name: 'The push',
        path: pathname + search,
        bytes: encryptPush(Buffer.from(JSON.stringify(payload)), device),
        headers: {
          authorization: `vapid t=${writeToken(audience)}, k=${publicKey.toString('base64url')}`,
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          ttl: String(TTL),
          urgency: 'high',
          topic,
        },
      })
      if (answer.status === 404 || answer.status === 410) throw new DeviceGoneError('This device is not subscribed')
      if (!answer.isOk) throw failureOf(answer, answer.text.slice(0, 200))
    },
  }
}

/**
 * One record of aes128gcm: salt, record size, our public key, and the encrypted text.
 *
 * @param made for tests; otherwise random
 */
export function encryptPush(
  text: Buffer,
  { p256dh, auth }: Pick<PushSubscription, 'p256dh' | 'auth'>,
  made: { salt?: Buffer; privateKey?: Buffer } = {},
): Buffer<ArrayBuffer> {
  const theirs = Buffer.from(p256dh, 'base64url')
  const secret = Buffer.from(auth, 'base64url')
  const own = createECDH(CURVE)
  if (made.privateKey) own.setPrivateKey(made.privateKey)
  else own.generateKeys()
  const ours = own.getPublicKey()
  const salt = made.salt ?? randomBytes(16)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours])
  const shared = Buffer.from(hkdfSync('sha256', own.computeSecret(theirs), secret, info, 32))
  const derive = (use: string, length: number) =>
    Buffer.from(hkdfSync('sha256', shared, salt, `Content-Encoding: ${use}\0`, length))
  const cipher = createCipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  // 2 ends the last record.
  const encrypted = Buffer.concat([
    cipher.update(text),
    cipher.update(Buffer.of(2)),
    cipher.final(),
    cipher.getAuthTag(),
  ])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(RECORD_SIZE)
  return Buffer.concat([salt, size, Buffer.of(ours.length), ours, encrypted])
}
