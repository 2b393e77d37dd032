import assert from 'node:assert/strict'
import { test } from 'node:test'
import { zipSync } from 'fflate'
import { IMAGE_MAX_BYTES } from '#domain/catalog/forms/image-limits.ts'
import { openZip, UnreadableZipError } from './zip.ts'

const noise = (length: number) => Uint8Array.from({ length }, (_, index) => (index * 7919) % 251)

function fileOf(bytes: Uint8Array): File {
  return new File([new Uint8Array(bytes)], 'pictures.zip')
}

/** Changes a number of the first entry of the list of names, which is 46 bytes and its name. */
function lie(zip: Uint8Array, offset: number, value: number): Uint8Array {
  const bytes = Buffer.from(zip)
  const at = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]))
  bytes.writeUInt32LE(value, at + offset)
  return bytes
}

test('pictures come out of a ZIP as they went in, packed or stored', async () => {
  const [one, other] = [noise(5000), noise(9000)]
  const zip = await openZip(fileOf(zipSync({ 'a/One.JPG': one, '../../two.png': [other, { level: 0 }] })))
  assert.deepEqual(zip.files, [
    { path: 'a/One.JPG', size: 5000 },
    { path: '../../two.png', size: 9000 },
  ])
  assert.deepEqual(await zip.read(0), { ok: true, bytes: Buffer.from(one) })
  assert.deepEqual(await zip.read(1), { ok: true, bytes: Buffer.from(other) })
  assert.equal((await zip.read(2)).ok, false)
})

test('what is no ZIP, or is cut, is refused', async () => {
  const zip = zipSync({ 'a.jpg': noise(100) })
  for (const bytes of [new Uint8Array(), noise(100_000), zip.slice(0, -1), zip.slice(30)])
    await assert.rejects(openZip(fileOf(bytes)), UnreadableZipError)
  const many = Buffer.from(zip)
  many.writeUInt16LE(20_001, many.length - 22 + 10)
  await assert.rejects(openZip(fileOf(many)), /20,000/)
})

test('a bomb is not unpacked, whatever it says about its size', async () => {
  const zeros = new Uint8Array(IMAGE_MAX_BYTES - 1)
  const bomb = zipSync({ 'a.jpg': zeros }, { level: 1 })
  const honest = await openZip(fileOf(bomb))
  assert.match(JSON.stringify(await honest.read(0)), /not a picture/)
  const tooLarge = await openZip(fileOf(zipSync({ 'a.jpg': new Uint8Array(IMAGE_MAX_BYTES + 1) }, { level: 1 })))
  assert.match(JSON.stringify(await tooLarge.read(0)), /larger than 15 MB/)
  // It says that it is small, and unpacking ends there.
  const liar = await openZip(fileOf(lie(bomb, 24, 1000)))
  assert.match(JSON.stringify(await liar.read(0)), /damaged/)
  const wrongSum = await openZip(fileOf(lie(zipSync({ 'a.jpg': noise(100) }), 16, 7)))
  assert.match(JSON.stringify(await wrongSum.read(0)), /damaged/)
  const elsewhere = await openZip(fileOf(lie(zipSync({ 'a.jpg': noise(100) }), 42, 90)))
  assert.match(JSON.stringify(await elsewhere.read(0)), /damaged/)
})

test('many names for the same bytes end at the limit for all pictures together', async () => {
  const picture = noise(10_000)
  const one = zipSync({ 'a.jpg': [picture, { level: 0 }] })
  const bytes = Buffer.from(one)
  const central = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]))
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  const entry = bytes.subarray(central, end)
  const tail = Buffer.from(bytes.subarray(end))
  tail.writeUInt16LE(80, 8)
  tail.writeUInt16LE(80, 10)
  tail.writeUInt32LE(entry.length * 80, 12)
  const all = fileOf(Buffer.concat([bytes.subarray(0, central), ...Array(80).fill(entry), tail]))
  const zip = await openZip(all, { maxUnpacked: 700_000 })
  const readAll = async () => {
    for (let index = 0; index < 80; index += 1) assert.ok((await zip.read(index)).ok)
  }
  await assert.rejects(readAll(), /larger than 1 GB/)
})

test('a password and unusual packing are said', async () => {
  const zip = zipSync({ 'a.jpg': noise(100) })
  const encrypted = await openZip(fileOf(lie(zip, 8, 0x0008_0001)))
  assert.match(JSON.stringify(await encrypted.read(0)), /password/)
  const unusual = await openZip(fileOf(lie(zip, 10, 14)))
  assert.match(JSON.stringify(await unusual.read(0)), /unusual/)
})
