import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openFormSpool, type SpooledForm, UnreadableForm } from './spooled-form.ts'

const folder = await mkdtemp(join(tmpdir(), 'gamla-spool-'))
after(() => rm(folder, { recursive: true }))

async function encode(form: FormData): Promise<{ type: string; bytes: Uint8Array }> {
  const response = new Response(form)
  return { type: response.headers.get('content-type') ?? '', bytes: new Uint8Array(await response.arrayBuffer()) }
}

/** Sends these bytes in pieces of that size, and looks at the form while it is there. */
async function spool<T>(type: string, bytes: Uint8Array, size: number, look: (form: SpooledForm) => T | Promise<T>) {
  const spool = openFormSpool(type, folder)
  try {
    for (let at = 0; at < bytes.length; at += size) await spool.write(bytes.subarray(at, at + size))
    return await look(await spool.end())
  } finally {
    await spool.close()
  }
}

async function textsOf({ fields, files }: SpooledForm) {
  const texts = files.map(async ({ field, file }) => ({
    field,
    name: file.name,
    size: file.size,
    text: Buffer.from(await file.arrayBuffer()).toString(),
  }))
  return { fields: [...fields], files: await Promise.all(texts) }
}

test('fields and files come out as they were sent, whatever the pieces they came in', async () => {
  const form = new FormData()
  form.append('title', 'गमला, “terracotta”')
  form.append('images', new File(['first'], 'Terrace "Bowl".jpg'))
  form.append('images', new File(['second\r\n--x\r\n'], 'C:\\boot\\गमला.png'))
  form.append('images', new File([], 'empty.png'))
  form.append('images', new File([], 'no name'))
  form.append('__proto__', 'a')
  form.append('title', 'again')
  const { type, bytes: named } = await encode(form)
  // As browsers send an input where no file was chosen.
  const bytes = Buffer.from(
    Buffer.from(named).toString('latin1').replace('filename="no name"', 'filename=""'),
    'latin1',
  )
  for (const size of [1, 7, 64, bytes.length]) {
    const { fields, files } = await spool(type, bytes, size, textsOf)
    assert.deepEqual(fields, [
      ['title', 'गमला, “terracotta”'],
      ['__proto__', 'a'],
      ['title', 'again'],
    ])
    assert.deepEqual(files, [
      { field: 'images', name: 'Terrace "Bowl".jpg', size: 5, text: 'first' },
      { field: 'images', name: 'C:\\boot\\गमला.png', size: 13, text: 'second\r\n--x\r\n' },
      { field: 'images', name: 'empty.png', size: 0, text: '' },
    ])
  }
})

test('a file has no name on the disk, so that nothing of it is left however the shop ends', async () => {
  const form = new FormData()
  form.append('images', new File([new Uint8Array(1_000_000)], 'pot.png'))
  const { type, bytes } = await encode(form)
  await spool(type, bytes, 65_536, async ({ files }) => {
    assert.equal(files[0]?.file.size, 1_000_000)
    assert.deepEqual(await readdir(folder), [])
  })
})

test('a form that breaks off anywhere, or is no form, is unreadable, and nothing else happens', async () => {
  const form = new FormData()
  form.append('title', 'Bowl')
  form.append('images', new File(['some bytes'], 'pot.png'))
  const { type, bytes } = await encode(form)
  for (let length = 0; length < bytes.length - 4; length += 1) {
    await assert.rejects(
      spool(type, bytes.subarray(0, length), 16, () => {}),
      UnreadableForm,
      `${length} bytes`,
    )
  }
  for (const wrong of ['multipart/form-data', 'multipart/form-data; boundary=other']) {
    await assert.rejects(
      spool(wrong, bytes, 16, () => {}),
      UnreadableForm,
      wrong,
    )
  }
})

test('one that is given up in the middle of a file can be closed, more than once', async () => {
  const form = new FormData()
  form.append('images', new File([new Uint8Array(200_000)], 'pot.png'))
  const { type, bytes } = await encode(form)
  const given = openFormSpool(type, folder)
  await given.write(bytes.subarray(0, 100_000))
  await given.close()
  await given.close()
  assert.deepEqual(await readdir(folder), [])
})

test('a disk that cannot be written is not the form’s fault', async () => {
  const form = new FormData()
  form.append('images', new File(['bytes'], 'pot.png'))
  const { type, bytes } = await encode(form)
  const file = join(folder, 'file')
  await writeFile(file, '')
  const blocked = openFormSpool(type, file)
  await assert.rejects(
    async () => {
      await blocked.write(bytes)
      await blocked.end()
    },
    { code: 'EEXIST' },
  )
  await blocked.close()
  await rm(file)
})

test('further files than any form has are left out, and so is the rest of a long field', async () => {
  const form = new FormData()
  for (let n = 0; n < 140; n += 1) form.append('images', new File([String(n)], `${n}.png`))
  form.append('title', 'x'.repeat(200_000))
  const { type, bytes } = await encode(form)
  const { files, title } = await spool(type, bytes, 65_536, ({ files, fields }) => ({
    files,
    title: fields.get('title'),
  }))
  assert.equal(files.length, 130)
  assert.equal(String(title).length, 64 * 1024)
})
