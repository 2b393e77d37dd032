import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { isCommonPassword } from './common-passwords.ts'

test('common passwords and words of this shop are known in any letters, others are not', async () => {
  for (const common of ['123456', 'password', 'PassWord', 'qwerty', 'letmein', 'monkey', 'india123', 'ｐassword'])
    assert.equal(await isCommonPassword(common), true, common)
  for (const own of ['gamla123', 'Gamla@2026', 'plantpot!', '1seller1', 'GamlaPots'])
    assert.equal(await isCommonPassword(own), true, own)
  for (const rare of ['', '12345', 'terracotta 7', 'kettle-monsoon-41-lamp', 'known to the stranger'])
    assert.equal(await isCommonPassword(rare), false, rare)
})

test('the file holds a hundred thousand, sorted', () => {
  const file = readFileSync(new URL('common-passwords.bin', import.meta.url))
  assert.equal(file.length, 500_000)
  for (let at = 5; at < file.length; at += 5)
    assert.ok(file.compare(file, at - 5, at, at, at + 5) > 0, `entry ${at / 5}`)
})
