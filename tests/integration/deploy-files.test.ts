// The files in deploy/: systemd accepts the units, and the commands and files that they name exist.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'deploy')
const files = readdirSync(folder)
const units = files.filter((name) => /\.(service|timer)$/.test(name))
/** Tenths; systemd calls up to 2 OK. The shop has 1.6: it needs the network and its own processes. */
const MAX_EXPOSURE = '20'

/** Undefined: it is here; else why the test is skipped. Units are analysed offline since systemd 250. */
function findMissingSystemd(): string | undefined {
  const { stdout, error } = spawnSync('systemd-analyze', ['--version'], { encoding: 'utf8' })
  if (error) return 'systemd-analyze is not installed: sudo apt-get install --no-install-recommends systemd'
  return Number(/^systemd (\d+)/.exec(stdout)?.[1]) >= 250 ? undefined : 'systemd-analyze is older than 250'
}

const skip = findMissingSystemd()

test('there is a unit for the shop, and one with a timer for backup and rehearsal', () => {
  assert.deepEqual(units.toSorted(), [
    'shop-backup.service',
    'shop-backup.timer',
    'shop-rehearsal.service',
    'shop-rehearsal.timer',
    'shop.service',
  ])
})

for (const unit of units) {
  test(`systemd accepts ${unit} without a warning`, { skip }, () => {
    const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', join(folder, unit)], {
      encoding: 'utf8',
    })
    assert.deepEqual([status, ownLines(stdout + stderr)], [0, []])
  })
}

for (const unit of units.filter((name) => name.endsWith('.service'))) {
  test(`${unit} is hardened`, { skip }, () => {
    const options = ['security', '--offline=true', '--no-pager', `--threshold=${MAX_EXPOSURE}`]
    execFileSync('systemd-analyze', [...options, join(folder, unit)], { stdio: 'pipe' })
  })
}

test('commands and files that deploy/ names are there', () => {
  const named = files.flatMap((name) => {
    const text = readFileSync(join(folder, name), 'utf8').replace(/^\s*#.*$/gm, '')
    return text.match(/\b(?:scripts|server|deploy)\/[\w./-]+/g) ?? []
  })
  assert.ok(named.includes('scripts/start.mjs') && named.includes('server/cli/main.ts'))
  assert.deepEqual(
    named.filter((path) => !existsSync(join(root, path))),
    [],
  )
  const help = execFileSync(process.execPath, ['server/cli/main.ts', 'help'], { cwd: root, encoding: 'utf8' })
  for (const name of units.filter((name) => /^shop-.*service$/.test(name))) {
    const [, command = 'none'] = /main\.ts (\S+)/.exec(readFileSync(join(folder, name), 'utf8')) ?? []
    assert.ok(help.includes(`  ${command} FOLDER`), name)
  }
})

/** Warnings about other units of this machine are not ours. */
function ownLines(output: string): string[] {
  return output.split('\n').filter((line) => line.includes(folder) || line.includes('shop'))
}
