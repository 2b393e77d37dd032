import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { getPriority } from 'node:os'
import { test } from 'node:test'
import sharp from 'sharp'
import { silentLog } from '#server/observability/log.ts'
import { until } from '#tests/support/process.ts'
import { rounds } from '#tests/support/rounds.ts'
import { createImageDecoder, type Decoder } from './decoder.ts'

const MB = 1024 * 1024

async function imageOf(format: 'avif' | 'jpeg', width: number, height: number): Promise<File> {
  const drawing = sharp({ create: { width, height, channels: 3, background: '#a64' }, limitInputPixels: false })
  const bytes = await (format === 'avif' ? drawing.avif({ effort: 0 }) : drawing.jpeg()).toBuffer()
  return new File([new Uint8Array(bytes)], `pot.${format}`)
}

/** Of one colour, which take a second or two to encode. */
const bomb = await storedImage('49-megapixels.avif')
const largest = await storedImage('16-megapixels.avif')
const [small, large] = await Promise.all([imageOf('jpeg', 200, 150), imageOf('avif', 800, 600)])

async function storedImage(name: string): Promise<File> {
  return new File([await readFile(new URL(`../../../tests/security/cases/${name}`, import.meta.url))], name)
}

async function withDecoder<T>(limits: Parameters<typeof createImageDecoder>[1], use: (decoder: Decoder) => Promise<T>) {
  const decoder = createImageDecoder(silentLog, limits)
  try {
    return await use(decoder)
  } finally {
    await decoder.close()
  }
}

async function isGone(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
    return false
  } catch {
    return true
  }
}

async function residentBytes(pid: number): Promise<number> {
  return Number((await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ')[1]) * 4096
}

test('an AVIF of 2 KB that would take 1 GB is refused, and told how large it may be', async () => {
  assert.ok(bomb.size < 2048)
  await withDecoder({}, async (decoder) => {
    assert.match(
      (await decoder.findProblem(bomb)) ?? '',
      /^This image is 7,000 × 7,000 pixels\. The limit is 16 megapixels for AVIF/,
    )
    assert.equal(await decoder.findProblem(largest), undefined)
  })
})

test('an image that takes more memory than there is for it ends the decoder, and the next one works', async () => {
  await withDecoder({ memory: 250 * MB }, async (decoder) => {
    const made = await decoder.makeRenditions(bomb)
    assert.match(made.ok ? 'made' : made.problem, /^This image takes too long to process/)
    assert.equal((await decoder.makeRenditions(small)).ok, true)
  })
})

test('an image that takes too long, in CPU or wall-clock time, ends the decoder', async () => {
  for (const limits of [{ cpuMs: 100 }, { wallMs: 100 }]) {
    await withDecoder(limits, async (decoder) => {
      const made = await decoder.makeRenditions(bomb)
      assert.match(made.ok ? 'made' : made.problem, /^This image takes too long to process/)
    })
  }
})

test('a decoder that is killed in the middle costs the image that it was reading', async (t) => {
  if (process.platform !== 'linux') return t.skip('what it is doing is read from /proc')
  await withDecoder({}, async (decoder) => {
    assert.equal(await decoder.findProblem(small), undefined)
    const pid = decoder.pid() ?? 0
    const results = Promise.all([decoder.makeRenditions(bomb), decoder.makeRenditions(small)])
    await until('it is decoding', async () => (await residentBytes(pid)) > 250 * MB)
    process.kill(pid, 'SIGKILL')
    const [first, second] = await results
    assert.equal(first.ok, false)
    assert.equal(second.ok, true)
    assert.notEqual(decoder.pid(), pid)
  })
})

test('a decoder that cannot be started throws, so that the image is not rejected', async () => {
  await withDecoder({ startMs: 1 }, async (decoder) => {
    await assert.rejects(decoder.makeRenditions(small), /could not start/)
  })
})

test('images are decoded one at a time, in one low-priority process', async () => {
  // So much memory that the process stays after the large one.
  await withDecoder({ memory: 4096 * MB }, async (decoder) => {
    const pids = new Set<number | undefined>()
    const finished: number[] = []
    const files = [large, small, small]
    await Promise.all(
      files.map(async (file, index) => {
        assert.equal((await decoder.makeRenditions(file)).ok, true)
        finished.push(index)
        if (index > 0) pids.add(decoder.pid())
      }),
    )
    assert.deepEqual(finished, [0, 1, 2])
    assert.equal(pids.size, 1)
    const pid = decoder.pid() ?? 0
    assert.equal(getPriority(pid), Math.min(19, getPriority() + 5))
    if (process.platform !== 'linux') return
    assert.equal((await readFile(`/proc/${pid}/oom_score_adj`, 'utf8')).trim(), '1000')
    assert.doesNotMatch(await readFile(`/proc/${pid}/environ`, 'utf8'), /PATH|HOME/)
  })
})

test('the decoder exits when idle or closed and restarts when needed', async () => {
  await withDecoder({ idleMs: 1 }, async (decoder) => {
    for (let round = 0; round < 2; round += 1) {
      assert.equal(await decoder.findProblem(small), undefined)
      await until('it has ended', () => decoder.pid() === undefined)
    }
  })
  const pid = await withDecoder({}, async (decoder) => {
    await decoder.findProblem(small)
    return decoder.pid() ?? 0
  })
  await until('it is gone', () => isGone(pid))
})

test('the largest allowed image of each format fits into the memory limit', async (t) => {
  if (process.platform !== 'linux') return t.skip('its memory is read from /proc')
  const { width, height } = { width: 7000, height: 7000 }
  const colour = { width, height, channels: 4, background: { r: 160, g: 96, b: 64, alpha: 0.5 } } as const
  const drawings = {
    'PNG, 16 bits, interlaced': () => sharp({ create: colour }).toColourspace('rgb16').png({ progressive: true }),
    // Its renditions would be as large.
    'JPEG, a strip': () => sharp({ create: { ...colour, width: 1280, height: 12_000 } }).jpeg(),
  }
  const files = [await storedImage('16-megapixels-12-bits.avif')]
  // Making and decoding these takes seconds.
  for (const [name, draw] of Object.entries(drawings).slice(0, rounds({ few: 0, all: 2 })))
    files.push(new File([new Uint8Array(await draw().toBuffer())], name))
  for (const file of files) {
    await withDecoder({}, async (decoder) => {
      assert.equal(await decoder.findProblem(file), undefined, file.name)
      assert.equal((await decoder.makeRenditions(file)).ok, true, file.name)
    })
  }
})
