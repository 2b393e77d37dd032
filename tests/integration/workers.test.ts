// Several workers on one port share all state, and a worker that dies is replaced.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { findRunning } from '#server/postgres/embedded.ts'
import { findPostmaster } from '#server/postgres/postmaster.ts'
import { fillDataFolder } from '#tests/support/data-folder.ts'
import { killUnderLoad } from '#tests/support/kill-under-load.ts'
import { listWorkers, startShop, until } from '#tests/support/process.ts'

test('a shop of two workers', { timeout: 90_000, skip: process.platform !== 'linux' }, async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gamla-workers-'))
  await fillDataFolder(dataDir)
  const shop = startShop({ DATA_DIR: dataDir, WEB_CONCURRENCY: '2' })
  t.after(() => shop.process.kill('SIGKILL'))
  const url = await shop.opened()
  const client = new pg.Client({ connectionString: await findRunning(dataDir) })
  await client.connect()

  /** Each over a connection of its own, which any of the workers takes. */
  const askFour = (path: string) =>
    Promise.all(
      Array.from({ length: 4 }, async () => {
        const answer = await fetch(url + path, { headers: { connection: 'close' } })
        return { status: answer.status, text: await answer.text() }
      }),
    )
  const uptimes = async () => {
    const [answer] = await askFour('/metrics')
    return Array.from(
      answer?.text.matchAll(/^process_uptime_seconds\{worker="(\d+)"\}/gm) ?? [],
      ([, name]) => name,
    ).sort()
  }

  await t.test('both answer, are ready, and report the metrics of all', async () => {
    await until('all are at work', async () => (await uptimes()).join() === '0,1,2')
    await until('all are ready', async () => (await askFour('/readyz')).every(({ status }) => status === 200))
    await until('both have answered', async () => {
      await askFour('/faq')
      const [answer] = await askFour('/metrics')
      return [1, 2].every((worker) =>
        new RegExp(`^gamla_page_cache_hits_total\\{worker="${worker}"\\} [1-9]`, 'm').test(answer?.text ?? ''),
      )
    })
  })

  await t.test('a change is in the pages of both, and on the live streams of both', async () => {
    const lines = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const { body } = await fetch(`${url}/live`)
        return body?.pipeThrough(new TextDecoderStream()).getReader()
      }),
    )
    for (const line of lines) await line?.read()
    await askFour('/productinfo/1')
    await client.query("update products set title = 'Told To Everybody' where id = 1")
    for (const line of lines) {
      // Heartbeats may come first.
      let received = ''
      while (!/event: product\ndata: 1\n/.test(received)) {
        const { value, done } = (await line?.read()) ?? { done: true }
        assert.ok(!done, received)
        received += value
      }
    }
    await until('all show it', async () =>
      (await askFour('/productinfo/1')).every(({ text }) => text.includes('Told To Everybody')),
    )
    await Promise.all(lines.map((line) => line?.cancel()))
    await client.end()
  })

  await t.test(
    'nobody waits for one that hangs, or is killed while it hangs; it is replaced, and the port stays open meanwhile',
    async () => {
      const [victim] = await listWorkers(shop.process.pid)
      assert.ok(victim)
      process.kill(victim, 'SIGSTOP')
      for (let n = 0; n < 3; n += 1) for (const { status } of await askFour('/faq')) assert.equal(status, 200)
      process.kill(victim, 'SIGKILL')
      for (const { status } of await askFour('/faq')) assert.equal(status, 200)
      await until('it is told', () => shop.said().includes('starting a replacement'))
      for (const { status } of await askFour('/faq')) assert.equal(status, 200)
      await until('there are two again', async () => (await uptimes()).join() === '0,1,2')
      assert.ok(!(await listWorkers(shop.process.pid)).includes(victim))
    },
  )

  await t.test('no order is lost or doubled when a worker and PostgreSQL are killed', async (t) => {
    const kills = { count: 2, signal: 'SIGSEGV', killsPostgres: true } as const
    t.diagnostic(await killUnderLoad({ pid: shop.process.pid ?? 0, url, dataDir }, kills))
  })

  await t.test('closing ends them all, and what is asked for is still answered', async () => {
    // The last one that was killed may not be replaced yet.
    const workers = await until('there are two', async () => {
      const present = await listWorkers(shop.process.pid)
      return present.length === 2 ? present : undefined
    })
    const live = await fetch(`${url}/live`)
    shop.process.kill('SIGTERM')
    await live.text().catch(() => {})
    assert.equal(await shop.ended(), 0)
    for (const pid of workers) assert.throws(() => process.kill(pid, 0), /ESRCH/)
    assert.equal(await findPostmaster(join(dataDir, 'postgres')), undefined)
  })
  await rm(dataDir, { recursive: true, force: true })
})
