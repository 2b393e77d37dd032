import { hash } from 'node:crypto'
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js'
import { managedNonce } from '@noble/ciphers/utils.js'

/** Encrypts what must not be readable in the database or its backups. @param secret of the shop */
export function seal(secret: string, text: string): string {
  return Buffer.from(cipherOf(secret).encrypt(Buffer.from(text))).toString('hex')
}

/** @throws when it was sealed by another secret, or changed */
export function unseal(secret: string, sealed: string): string {
  return Buffer.from(cipherOf(secret).decrypt(Buffer.from(sealed, 'hex'))).toString()
}

/** A random nonce comes before each encrypted text. */
function cipherOf(secret: string) {
  return managedNonce(xchacha20poly1305)(hash('sha256', secret, 'buffer'))
}
