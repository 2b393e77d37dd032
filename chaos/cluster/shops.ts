import type { ChildProcess } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { httpGet, run, until } from './commands.ts'
import { databaseUrl } from './databases.ts'
import { addressOf, DATABASES, SHOPS, type ShopMachine, start } from './network.ts'

const root = join(import.meta.dirname, '../..')
export const urlOf = (shop: ShopMachine) => `http://${addressOf(shop)}:3000`

export type Account = { email: string; password: string }

/** Two shops on one database, each with its own HAProxy. They share nothing else but the session secret. */
export async function openShops(folder: string, signal: AbortSignal) {
  const dataDir = join(folder, 'data')
  const secret = randomBytes(32).toString('base64url')
  for (const shop of SHOPS) await startProxy(folder, shop)
  await run(process.execPath, [join(root, 'server/cli/main.ts'), 'seed'], {
    ...process.env,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl(addressOf('shop1')),
  })
  const processes = SHOPS.map((shop) => startShop(folder, secret, shop))
  for (const shop of SHOPS) {
    await until(`${shop} is ready`, async () => (await httpGet(`${urlOf(shop)}/readyz`))?.status === 200, {
      seconds: 60,
      signal,
    })
  }
  const accounts: (Account & { role: string })[] = JSON.parse(
    await readFile(join(dataDir, 'demo-accounts.json'), 'utf8'),
  )
  const admin = accounts.find(({ role }) => role === 'admin')
  if (!admin) throw new Error('The demo shop has no admin')
  return { admin, hasEnded: () => processes.some(isOver) }
}

function isOver(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

async function startProxy(folder: string, shop: ShopMachine) {
  const file = join(folder, `${shop}-haproxy.cfg`)
  await writeFile(file, proxyConfig())
  start({ machine: shop, command: ['haproxy', '-db', '-f', file], log: join(folder, `${shop}-haproxy.log`) })
}

/** Forwards connections to the server whose Patroni reports that it is the primary. */
function proxyConfig(): string {
  const servers = DATABASES.map((name) => `  server ${name} ${addressOf(name)}:5432 check port 8008`)
  return `global
  maxconn 200

defaults
  mode tcp
  timeout connect 2s
  timeout check 2s
  # The shop pools its connections, and one of them only listens for notifications.
  timeout client 1h
  timeout server 1h
  option clitcpka
  option srvtcpka

listen primary
  bind :5432
  option httpchk OPTIONS /primary
  http-check expect status 200
  # Close connections to a former primary; otherwise they would hang until its machine is back.
  default-server inter 1s fastinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`
}

function startShop(folder: string, secret: string, shop: ShopMachine): ChildProcess {
  return start({
    machine: shop,
    command: [process.execPath, join(root, 'server/main.ts')],
    cwd: root,
    log: join(folder, `${shop}.log`),
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      HOST: '0.0.0.0',
      PORT: '3000',
      PUBLIC_URL: urlOf(shop),
      DATA_DIR: join(folder, shop),
      SHOP_SECRET: secret,
      DATABASE_URL: databaseUrl('127.0.0.1'),
      // A few simulated shoppers order far more often than people.
      RATE_LIMIT_FACTOR: '0',
      // Never called here; without keys each shop would start a sandbox.
      RAZORPAY_KEY_ID: 'rzp_test_cluster',
      RAZORPAY_KEY_SECRET: 'keys',
      RAZORPAY_WEBHOOK_SECRET: 'hooks',
      RAZORPAY_URL: 'http://127.0.0.1:9',
      EMAILJS_SERVICE_ID: 'service',
      EMAILJS_TEMPLATE_ID: 'template',
      EMAILJS_USER_ID: 'user',
      EMAILJS_ACCESS_TOKEN: 'token',
      EMAILJS_URL: 'http://127.0.0.1:9',
      WEB3FORMS_ACCESS_KEY: randomUUID(),
    },
  })
}

/** @returns the session cookie, valid in both shops */
export async function logIn(shop: ShopMachine, { email, password }: Account): Promise<string> {
  const answer = await fetch(`${urlOf(shop)}/login`, {
    method: 'POST',
    headers: { origin: urlOf(shop) },
    body: new URLSearchParams({ email, password }),
    redirect: 'manual',
  })
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0]
  if (cookie) return cookie
  throw new Error(`${email} could not log in at ${shop}: ${answer.status}`)
}

export async function signUp(shop: ShopMachine, account: Account & { name: string }): Promise<void> {
  await fetch(`${urlOf(shop)}/signup`, {
    method: 'POST',
    headers: { origin: urlOf(shop) },
    body: new URLSearchParams(account),
    redirect: 'manual',
  })
}
