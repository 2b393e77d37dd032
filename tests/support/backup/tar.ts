import { createHash } from 'node:crypto'

/** `size` and `type` are those of the header; a regular file is `0`. */
export type TarEntry = { name: string; body?: string | Buffer; type?: string; size?: number; linkname?: string }

/** One tar block with this header, valid or not. */
export function headerOf({ name, body = '', type = '0', size, linkname = '' }: TarEntry): Buffer {
  const header = Buffer.alloc(512)
  header.write(name, 0, 100)
  header.write('0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  header.write(`${(size ?? Buffer.byteLength(body)).toString(8).padStart(11, '0')}\0`, 124)
  header.write('00000000000\0', 136)
  header.write('        ', 148)
  header.write(type, 156)
  header.write(linkname, 157, 100)
  header.write('ustar\0', 257)
  header.write('00', 263)
  let sum = 0
  // Not with reduce, which takes ten times as long, and a test makes 160,000 of them.
  for (const byte of header) sum += byte
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

export function tarOf(entries: readonly TarEntry[]): Buffer {
  const parts = entries.flatMap((entry) => {
    const body = Buffer.from(entry.body ?? '')
    return [headerOf(entry), body, Buffer.alloc(-body.length & 511)]
  })
  return Buffer.concat([...parts, Buffer.alloc(1024)])
}

/** The checksum entry of a backup with these entries. */
export function sumsOf(entries: readonly TarEntry[]): TarEntry {
  const lines = entries.map(({ name, body = '' }) => `${createHash('sha256').update(body).digest('hex')}  ${name}\n`)
  return { name: 'SHA256SUMS', body: lines.join('') }
}
