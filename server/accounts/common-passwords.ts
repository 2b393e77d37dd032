import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

// The same relative path from here and from build/server, where this file is bundled.
const FILE = join(import.meta.dirname, '../../server/accounts/common-passwords.bin')
/** Bytes that the file keeps of each SHA-256. It is sorted; scripts/common-passwords.mjs writes it. */
const BYTES = 5

let hashes: Promise<Buffer> | undefined

/** Words of this shop, which attackers guess first. Listed in docs/security.md. */
const OWN_WORDS = new Set([
  'gamla',
  'gamlapot',
  'gamlapots',
  'pot',
  'pots',
  'plantpot',
  'plant',
  'planter',
  'seller',
  'admin',
])

/**
 * Is it one of the hundred thousand most common passwords, in any case, or a word of this shop with digits and signs?
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const word = password.toLowerCase().replace(/[^a-z]/g, '')
  return OWN_WORDS.has(word) || isOnList(password)
}

async function isOnList(password: string): Promise<boolean> {
  hashes ??= readFile(FILE)
  const all = await hashes
  const wanted = createHash('sha256').update(password.normalize('NFKC').toLowerCase()).digest().subarray(0, BYTES)
  let [low, high] = [0, all.length / BYTES]
  while (low < high) {
    const middle = (low + high) >> 1
    const order = wanted.compare(all, middle * BYTES, (middle + 1) * BYTES)
    if (order === 0) return true
    if (order < 0) high = middle
    else low = middle + 1
  }
  return false
}
