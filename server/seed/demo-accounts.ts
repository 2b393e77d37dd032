import { randomInt } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ROLES, type Role, type User } from '#domain/accounts/user.ts'
import type { Config } from '#server/config.ts'
import { isAlwaysHttps } from '#server/http/csrf.ts'

/**
 * May a first start seed the demo data, whose passwords are stored in a file? Not in production: behind https, with
 * keys of a real service, or on an external database. A Razorpay test key moves no money and is allowed.
 */
export function canSeedDemo(config: Config): boolean {
  const { razorpay, emailjs, web3forms, shiprocket, whatsapp } = config
  const isLive = (razorpay && !razorpay.keyId.startsWith('rzp_test_')) || emailjs || web3forms || shiprocket || whatsapp
  return !isLive && !isAlwaysHttps(config) && !config.databaseUrl
}

export type DemoAccount = Omit<User, 'userId'> & { password: string }

/**
 * The email of a demo account: the next attempt has another number, in case somebody signed up with the first address.
 */
export function demoEmail(role: Role, attempt: number): string {
  return `gamla${role}${2025 + attempt}@gmail.com`
}

/** All addresses that demo accounts probably have. */
export const DEMO_EMAILS = ROLES.flatMap((role) => Array.from({ length: 10 }, (_, attempt) => demoEmail(role, attempt)))

/** 75 random bits, without the look-alikes l, 1, o and 0. */
export function makePassword(): string {
  const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
  return Array.from({ length: 15 }, () => alphabet[randomInt(alphabet.length)]).join('')
}

const FILE = 'demo-accounts.json'

/** Writes the logins for the operator: atomically, and readable by the owner only. */
export async function writeDemoAccounts(dataDir: string, accounts: DemoAccount[]): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  const path = join(dataDir, FILE)
  const draft = `${path}.${process.pid}`
  const file = await open(draft, 'w', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(accounts, null, 2)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, path)
}

export async function removeDemoAccounts(dataDir: string): Promise<void> {
  await rm(join(dataDir, FILE), { force: true })
}
