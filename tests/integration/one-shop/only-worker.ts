import { test } from 'node:test'
import { killUnderLoad } from '#tests/support/kill-under-load.ts'
import { sharedShop } from './shared-shop.ts'

test('no order is lost or doubled when the only worker is killed', {
  skip: process.platform !== 'linux',
}, async (t) => {
  const kills = { count: 1, signal: 'SIGKILL', killsPostgres: false } as const
  t.diagnostic(await killUnderLoad(await sharedShop(), kills))
})
