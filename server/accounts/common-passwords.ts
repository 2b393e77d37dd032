import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

// The same relative path from here and from build/server, where this file is bundled.
const FILE = join(import.meta.dirname, '../../server/accounts/common-passwords.bin')
/** Of each SHA-256 in the file, which is sorted; scripts/common-passwords.mjs writes it. */
const BYTES = 5

let hashes: Promise<Buffer> | undefined

/** Is it among the hundred thousand commonest passwords, in any letters? */
export async function isCommonPassword(password: string): Promise<boolean> {
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
