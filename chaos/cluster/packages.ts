import { existsSync } from 'node:fs'
import { chmod, readFile, rm, writeFile } from 'node:fs/promises'
import { run } from './commands.ts'

/** Debian packages, each with a file that exists when it is installed. */
const PACKAGES = {
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
  patroni: '/usr/bin/patroni',
  'python3-etcd': '/usr/lib/python3/dist-packages/etcd/__init__.py',
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  iproute2: '/sbin/ip',
  'chromium-headless-shell': '/usr/bin/chromium-headless-shell',
}
/** Debian starts these services on installation; here all programs run in namespaces instead. */
const SERVICES = ['patroni', 'etcd', 'haproxy', 'postgresql']
const POLICY = '/usr/sbin/policy-rc.d'

/** Installs missing packages without starting their services. */
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

/** policy-rc.d is Debian's way to forbid service starts during installation. */
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
