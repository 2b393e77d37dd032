import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { inflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { Invoice } from '#domain/billing/invoice.ts'
import { someAddress } from '#tests/support/fixtures/factories.ts'
import { creditNote, firmInvoice, indianNames, localInvoice, longInvoice } from '#tests/support/fixtures/invoices.ts'
import { renderInvoice } from './invoice.ts'
import { type Label, renderLabels } from './label.ts'
import { type PackingSlip, renderPackingSlips } from './packing-slip.ts'

const named = (name: string): Invoice => ({ ...firmInvoice, buyer: { ...firmInvoice.buyer, firm: '', name } })

function label(index: number): Label {
  const from = { name: 'Gamla Pots Private Limited', address: '12 Kumbhar Lane\nPune 411038', phone: '020 2543 0000' }
  const common = { courier: 'Delhivery', awb: `14903${index}`, to: someAddress, from, units: 3 }
  return {
    ...common,
    reference: `${1001 + index}-${index}`,
    cash: index % 2 === 0 ? 2547 : 0,
    time: '2026-11-22T08:00:00Z',
  }
}

function slip(orderId: number, count = 2): PackingSlip {
  const line = { title: 'Cubee Planter', sku: 'CB-2', size: 'C02 · 30 cm', finish: 'Marble White', quantity: 1 }
  const common = {
    shopName: 'Gamla',
    finishHeading: 'Shade',
    orderTime: '2026-11-20T08:00:00Z',
    parcel: undefined,
    to: someAddress,
    cash: 0,
    isPickedUp: false,
    hidesMoney: false,
    awaitsPayment: false,
  }
  return { ...common, orderId, lines: Array.from({ length: count }, () => line) }
}

/** Why a test that needs these programs of Debian is skipped; false: they are installed. */
function findMissing(...programs: string[]): string | false {
  const missing = programs.filter((program) => spawnSync(program, ['--version']).error)
  return missing.length > 0 && `not installed: ${missing.join(', ')}`
}

/** Everything in the file, its streams unpacked. */
function unpacked(pdf: Buffer): string {
  const text = pdf.toString('latin1')
  const streams = [...text.matchAll(/stream\n([\s\S]*?)\nendstream/g)].map(([, data = '']) => {
    try {
      return inflateSync(Buffer.from(data, 'latin1')).toString('latin1')
    } catch {
      return ''
    }
  })
  return [text, ...streams].join('\n')
}

function pagesOf(pdf: Buffer): number {
  return pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length ?? 0
}

/** As PDF writes a text that readers copy. */
function copied(text: string): string {
  const escapes: Record<string, string> = { '\n': 'n', '\r': 'r', '\t': 't', '\b': 'b', '\f': 'f' }
  const utf16 = Buffer.from(text, 'utf16le').swap16().toString('latin1')
  return utf16.replace(/[\n\r\t\b\f()\\]/g, (char) => `\\${escapes[char] ?? char}`)
}

describe('an invoice', () => {
  test('is the same bytes each time, in another process too, and whatever was rendered before', async () => {
    const hash = (pdf: Buffer) => createHash('sha256').update(pdf).digest('hex')
    await renderInvoice(named(indianNames.map(([, name]) => name).join(' ')))
    for (const invoice of [localInvoice, creditNote])
      assert.ok((await renderInvoice(invoice)).equals(await renderInvoice(invoice)))
    const here = await renderInvoice(named('श्रीमती लक्ष्मी'))
    const script = `
      import { createHash } from 'node:crypto'
      import { renderInvoice } from '#server/documents/invoice.ts'
      import { firmInvoice } from '#tests/support/fixtures/invoices.ts'
      const named = { ...firmInvoice, buyer: { ...firmInvoice.buyer, firm: '', name: 'श्रीमती लक्ष्मी' } }
      console.log(createHash('sha256').update(await renderInvoice(named)).digest('hex'))`
    const there = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
    assert.equal(there.trim(), hash(here))
  })

  test('embeds its fonts and says who made it when', async () => {
    const text = unpacked(await renderInvoice(localInvoice))
    assert.ok(!text.includes('Helvetica'))
    for (const part of ['FontFile2', '(D:20261121183000Z)']) assert.ok(text.includes(part), part)
  })

  test('has a page for every few lines', async () => {
    assert.equal(pagesOf(await renderInvoice(localInvoice)), 1)
    assert.ok(pagesOf(await renderInvoice(longInvoice(60))) > 2)
  })

  for (const [script, name] of indianNames) {
    test(`prints a name in ${script} in a font of its own, to be copied as it was typed`, async () => {
      const text = unpacked(await renderInvoice(named(name)))
      assert.ok(text.includes(`NotoSans${script === 'Odia' ? 'Oriya' : script}`))
      for (const word of name.split(' ')) assert.ok(text.includes(copied(word)), word)
    })
  }

  test('never shows an empty box: a character without a font is a question mark, and the foot says so', async () => {
    const [plain, asked, strange] = await Promise.all(
      ['Asha', 'Asha ??', 'Asha 中🌿'].map((name) => renderInvoice(named(name))),
    )
    assert.ok(plain && asked && strange)
    assert.ok(strange.length > asked.length && asked.length > plain.length)
  })
})

describe('labels and packing slips', () => {
  test('are a page each, one or twenty, of the right size, and the same bytes each time', async () => {
    const labels = Array.from({ length: 20 }, (_, index) => label(index))
    const [one, twenty, again] = await Promise.all([
      renderLabels([label(0)]),
      renderLabels(labels),
      renderLabels(labels),
    ])
    assert.deepEqual([pagesOf(one), pagesOf(twenty)], [1, 20])
    assert.ok(twenty.includes('/MediaBox [0 0 297.64 419.53]'))
    assert.deepEqual(twenty, again)
    const slips = await renderPackingSlips([slip(1001), slip(1002), slip(1003, 60)])
    assert.equal(pagesOf(slips), 6)
  })

  test('name what is packed in the shop’s words, with SKU and picture', async () => {
    const picture = await sharp({ create: { width: 32, height: 40, channels: 3, background: '#a64' } })
      .jpeg()
      .toBuffer()
    const [line] = slip(1001, 1).lines
    assert.ok(line)
    const words = { ...slip(1001), finishHeading: 'छटा', lines: [{ ...line, sku: 'दीया-१', picture }] }
    const text = unpacked(await renderPackingSlips([words]))
    for (const part of ['छटा', 'दीया']) assert.ok(text.includes(copied(part)), part)
    assert.ok(text.includes('/Subtype /Image'))
    assert.ok(!unpacked(await renderPackingSlips([slip(1001)])).includes('/Subtype /Image'))
  })

  test('say the message of a gift, and no price', async () => {
    const gift = { recipient: 'Ravi', message: 'शुभ दीपावली' }
    const printed = (cash: number) => renderPackingSlips([{ ...slip(1001), cash, gift }])
    assert.ok(unpacked(await printed(2547)).includes(copied('दीपावली')))
    assert.deepEqual(await printed(2547), await printed(1))
  })

  test('have a barcode that a scanner reads', { skip: findMissing('pdftoppm', 'zbarimg') }, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'labels-'))
    t.after(() => rm(folder, { recursive: true }))
    const codes = ['149031234500', 'EZ123456789IN', 'awb 12-345/6', '']
    const pdf = await renderLabels(codes.map((awb) => ({ ...label(1), awb })))
    execFileSync('pdftoppm', ['-r', '200', '-png', '-', join(folder, 'label')], { input: pdf })
    const pictures = (await readdir(folder)).sort().map((file) => join(folder, file))
    const read = execFileSync('zbarimg', ['--quiet', '--raw', ...pictures], { encoding: 'utf8', stdio: 'pipe' })
    assert.deepEqual(read.trim().split('\n'), [...codes.slice(0, -1), '1002-1'])
  })

  test('are printed whatever the address holds', async () => {
    const to = { ...someAddress, name: 'x'.repeat(100), address: `${'w'.repeat(150)} ${'तीसरी मंज़िल '.repeat(12)}` }
    assert.equal(pagesOf(await renderLabels([{ ...label(1), to, awb: '', courier: '' }])), 1)
  })
})
