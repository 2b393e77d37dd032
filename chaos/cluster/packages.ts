import { existsSync } from 'node:fs'
import { chmod, readFile, rm, writeFile } from 'node:fs/promises'
import { run } from './commands.ts'

/** Debian's packages, and a program of each that tells whether it is there. */
const PACKAGES = {
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
  patroni: '/usr/bin/patroni',
  'python3-etcd': '/usr/lib/python3/dist-packages/etcd/__init__.py',
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  iproute2: '/sbin/ip',
  'chromium-headless-shell': '/usr/bin/chromium-headless-shell',
}
/** Of which Debian starts a service when it installs them; here everything runs in namespaces, by hand. */
const SERVICES = ['patroni', 'etcd', 'haproxy', 'postgresql']
const POLICY = '/usr/sbin/policy-rc.d'

/** Installs what is missing, and leaves no service running that was not. */
export async function installPackages(): Promise<void> {
  const missing = Object.entries(PACKAGES).flatMap(([name, program]) => (existsSync(program) ? [] : [name]))
  if (missing.length === 0) return
  if (!existsSync('/usr/bin/apt-get')) throw new Error(`Debian's packages are needed: ${missing.join(', ')}`)
  console.log(`Installing ${missing.join(', ')} …`)
  await withoutServices(async () => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update'], env)
    await run('apt-get', ['install', '--yes', '--no-install-recommends', ...missing], env)
  })
  if (!existsSync('/run/systemd/system')) return
  for (const service of SERVICES.filter((name) => missing.some((it) => it.startsWith(name)))) {
    await run('systemctl', ['disable', '--now', service]).catch(() => {})
  }
}

/** While packages are installed, this file answers whoever wants to start a service: not allowed. */
async function withoutServices(work: () => Promise<void>): Promise<void> {
  const before = existsSync(POLICY) ? await readFile(POLICY) : undefined
  await writeFile(POLICY, '#!/bin/sh\nexit 101\n')
  await chmod(POLICY, 0o755)
  try {
    await work()
  } finally {
    if (before) await writeFile(POLICY, before)
    else await rm(POLICY, { force: true })
  }
}
