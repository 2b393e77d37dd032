import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { silentLog } from '#server/observability/log.ts'
import { createImageDecoder } from './decoder.ts'
import { renditionNames } from './renditions.ts'
import { folderFor } from './save.ts'

const decoder = createImageDecoder(silentLog)
after(() => decoder.close())

const colour = { width: 300, height: 200, channels: 3, background: '#a64' } as const

function fileOf(bytes: Uint8Array): File {
  return new File([new Uint8Array(bytes)], 'pot.jpg')
}

function findImageProblem(bytes: Uint8Array): Promise<string | undefined> {
  return decoder.findProblem(fileOf(bytes))
}

/** A PNG that says that it is this large, in a few bytes: what a decompression bomb looks like from outside. */
function hugePng(width: number, height: number): Uint8Array {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([1, 0, 0, 0, 0], 8)
  const zeros = deflateSync(Buffer.alloc(100_000))
  const chunks = [chunk('IHDR', head), chunk('IDAT', zeros), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks])
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc(body))
  return Buffer.concat([length, body, sum])
}

function crc(bytes: Buffer): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  }
  return (sum ^ 0xffffffff) >>> 0
}

test('JPEG, PNG, WebP and AVIF are images, whatever they are called', async () => {
  for (const format of ['jpeg', 'png', 'webp', 'avif'] as const) {
    const bytes = await sharp({ create: colour }).toFormat(format).toBuffer()
    assert.equal(await findImageProblem(bytes), undefined, format)
  }
})

test('everything else is refused with a sentence', async () => {
  const jpeg = await sharp({ create: colour }).jpeg().toBuffer()
  const wrong: [string, Uint8Array, RegExp][] = [
    ['nothing', new Uint8Array(), /empty/],
    ['text', Buffer.from('just words'), /not a supported image/],
    ['an SVG with a script', Buffer.from('<?xml version="1.0"?><svg><script>alert(1)</script></svg>'), /SVG/],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), /not a supported image/],
    ['a GIF', await sharp({ create: colour }).gif().toBuffer(), /not a supported image/],
    ['a TIFF', await sharp({ create: colour }).tiff().toBuffer(), /not a supported image/],
    ['a JPEG beginning', Buffer.concat([jpeg.subarray(0, 4), Buffer.from('and then words')]), /cannot be read/],
    [
      'one pixel',
      await sharp({ create: { ...colour, width: 1, height: 1 } })
        .png()
        .toBuffer(),
      /1 × 1 pixels/,
    ],
    ['20,000 by 20,000', hugePng(20_000, 20_000), /20,000 × 20,000 pixels\. The limit is 50 megapixels/],
    ['12,001 on one side', hugePng(12_001, 100), /12,001 × 100 pixels\. The longest side can have 12,000 pixels/],
    ['12,001 on the other', hugePng(100, 12_001), /100 × 12,001 pixels\. The longest side can have 12,000 pixels/],
    ['a bomb', hugePng(200_000, 200_000), /50 megapixels|cannot be read/],
    ['16 MB', Buffer.concat([jpeg, Buffer.alloc(16 * 1024 * 1024)]), /15 MB/],
  ]
  for (const [name, bytes, problem] of wrong) assert.match((await findImageProblem(bytes)) ?? '', problem, name)
})

test('a truncated image is refused', async () => {
  const noise = await sharp({ create: { ...colour, noise: { type: 'gaussian', mean: 128, sigma: 30 } } })
    .jpeg()
    .toBuffer()
  const made = await decoder.makeRenditions(fileOf(noise.subarray(0, noise.length / 2)))
  assert.deepEqual(made, { ok: false, problem: 'This image is damaged. Try another file.' })
})

test('images are rotated upright, resized to every width and format, and stripped of metadata', async () => {
  const bytes = await sharp({ create: { ...colour, width: 1600, height: 800 } })
    .withExif({ IFD0: { Copyright: 'Somebody', Orientation: '6' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const made = await decoder.makeRenditions(fileOf(bytes))
  const renditions = made.ok ? made.renditions : []
  assert.deepEqual(renditions.map(({ name }) => name).sort(), renditionNames().sort())
  for (const { name, bytes } of renditions) {
    const [width, format] = name.split('.')
    const meta = await sharp(bytes).metadata()
    assert.equal(meta.format === 'heif' ? 'avif' : meta.format, format)
    // It stood on its side: 800 wide now, and never enlarged.
    assert.equal(meta.width, Math.min(Number(width), 800), name)
    assert.equal(meta.height, 2 * meta.width)
    assert.deepEqual([meta.exif, meta.icc, meta.xmp, meta.iptc, meta.orientation], Array(5).fill(undefined))
  }
})

test('a file name becomes a safe folder name', () => {
  const now = new Date(1763700000000)
  const names: [string, string][] = [
    ['Terrace Bowl (2).JPG', 'terrace-bowl-2'],
    ['../../etc/passwd', 'etc-passwd'],
    ['..\\..\\boot.ini', 'boot'],
    ['गमला.png', 'image'],
    ['Über Größe.webp', 'uber-gro-e'],
    ['%2e%2e%2f.png', '2e-2e-2f'],
    ['', 'image'],
    [`${'x'.repeat(500)}.jpg`, 'x'.repeat(60)],
  ]
  for (const [name, cleaned] of names) {
    assert.match(folderFor(name, now), new RegExp(`^productImages/1763700000000-${cleaned}-[0-9a-f]{6}$`), name)
  }
})
