// Replaces the shop's password hash by one that takes a millisecond, for tests about anything else: the real one takes a
// third of a second and 128 MB, and the suite logs in hundreds of times. `passwords.test.ts` tests the real one.
// It has to be loaded by every process that shares accounts: `NODE_OPTIONS` below passes it on to a shop's processes.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/** From this cost on it is the shop's own setting; a lower one comes from a hash that was made in a test. */
const EXPENSIVE = 2 ** 16
const CHEAP = 2 ** 10

const { scrypt } = crypto
crypto.scrypt = ((password, salt, length, options, callback) => {
  const { N = 0 } = options
  scrypt(password, salt, length, N < EXPENSIVE ? options : { ...options, N: CHEAP }, callback)
}) as typeof scrypt
syncBuiltinESMExports()

export const FAST_SCRYPT = `--import=${import.meta.url}`
