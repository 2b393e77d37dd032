import { randomInt } from 'node:crypto'
import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Role } from '#domain/account.ts'
import type { Config } from '#server/config.ts'
import { isAlwaysHttps } from '#server/http/csrf.ts'

/**
 * May a first start fill the shop with the demo, whose accounts have passwords that lie in a file? Not where real people
 * may come: with an address behind https or a key of a real service. A Razorpay test key moves no money, and a database
 * that somebody else runs is never filled unasked.
 */
export function canSeedDemo({ razorpay, emailjs, web3forms, publicUrl, databaseUrl }: Config): boolean {
  const isLive = razorpay && !razorpay.keyId.startsWith('rzp_test_')
  return !isLive && !emailjs && !web3forms && !isAlwaysHttps({ publicUrl }) && !databaseUrl
}

export type DemoAccount = { role: Role; name: string; email: string; password: string }

/** A password that can be read aloud: no l, 1, o or 0 in it. Seventy bits and more. */
export function makePassword(): string {
  const emails = 'abcdefghijkmnpqrstuvwxyz23456789'
  return Array.from({ length: 15 }, () => emails[randomInt(emails.length)]).join('')
}

/** Leaves the accounts where the operator finds them, whole or not at all, and for nobody else's eyes. */
export async function writeDemoAccounts(dataDir: string, accounts: DemoAccount[]): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  const path = join(dataDir, 'demo-accounts.json')
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
