import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decideVoucher, expiryOf, parseVoucherCode, voucherCode } from './voucher.ts'

const bytes = (...list: number[]) => Uint8Array.from([...list, ...Array(8).fill(0)].slice(0, 8))

test('a code has sixty bits in an alphabet without look-alikes', () => {
  assert.equal(voucherCode(bytes()), 'GV-0000-0000-0000')
  assert.equal(voucherCode(bytes(...Array(8).fill(255))), 'GV-ZZZZ-ZZZZ-ZZZZ')
  const seen = new Set(Array.from({ length: 60 }, (_, bit) => voucherCode(bytesOf(1n << BigInt(bit)))))
  assert.equal(seen.size, 60)
  for (const code of seen) assert.match(code, /^GV(-[0-9A-HJKMNP-TV-Z]{4}){3}$/)
})

function bytesOf(value: bigint): Uint8Array {
  const view = new DataView(new ArrayBuffer(8))
  view.setBigUint64(0, value)
  return new Uint8Array(view.buffer)
}

test('a code is read as people type it', () => {
  const code = 'GV-7K2M-0Q1X-9ZZZ'
  for (const typed of [code, ' gv 7k2m oqix 9zzz ', '7K2M0QLX9ZZZ', 'GV–7K2M–0Q1X–9ZZZ'])
    assert.equal(parseVoucherCode(typed), code)
  for (const typed of ['', 'GV', 'GV-7K2M-0Q1X', `${code}0`, 'GV-7K2M-0Q1X-9ZZU', 'GV-7K2M-0Q1X-9ZZ%', 'कोड'])
    assert.equal(parseVoucherCode(typed), undefined, typed)
})

test('a voucher of ₹500 pays ₹495 whole, and ₹500 of ₹700', () => {
  const voucher = { balance: 50000, expiresOn: '2028-11-28' }
  const facts = { held: 0, today: '2026-11-28' }
  assert.deepEqual(decideVoucher(voucher, { ...facts, total: 49500 }), { ok: true, amount: 49500 })
  assert.deepEqual(decideVoucher(voucher, { ...facts, total: 70000 }), { ok: true, amount: 50000 })
  assert.deepEqual(decideVoucher(voucher, { ...facts, total: 70000, held: 49950 }), {
    ok: false,
    refusal: { kind: 'held' },
  })
  assert.deepEqual(decideVoucher({ ...voucher, balance: 12345 }, { ...facts, total: 70000 }), {
    ok: true,
    amount: 12300,
  })
  assert.deepEqual(decideVoucher({ ...voucher, balance: 99 }, { ...facts, total: 70000 }), {
    ok: false,
    refusal: { kind: 'spent' },
  })
  assert.ok(decideVoucher(voucher, { ...facts, total: 70000, today: '2028-11-28' }).ok)
  assert.deepEqual(decideVoucher(voucher, { ...facts, total: 70000, today: '2028-11-29' }), {
    ok: false,
    refusal: { kind: 'expired', on: '2028-11-28' },
  })
})

test('a voucher pays for twenty-four months', () => {
  assert.equal(expiryOf('2026-11-28'), '2028-11-28')
  assert.equal(expiryOf('2028-02-29'), '2030-02-28')
  assert.equal(expiryOf('2026-02-28'), '2028-02-28')
  assert.equal(expiryOf('2026-12-31'), '2028-12-31')
})
