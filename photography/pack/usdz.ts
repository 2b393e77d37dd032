import { type Zippable, zipSync } from 'fflate'

const ALIGNMENT = 64
const LOCAL_HEADER_BYTES = 30
/** Pixar's number for an extra field that holds nothing but padding. */
const PADDING_FIELD = 0x1986
const PADDING_HEADER_BYTES = 4
/** Always the same, so that the same files make the same archive. */
const MADE_AT = new Date(1980, 0, 1)

/**
 * A zip archive as USDZ wants it: nothing compressed, each file's data on a multiple of 64 bytes, the scene first.
 *
 * @see https://openusd.org/release/spec_usdz.html
 */
export function packUsdz(files: readonly (readonly [name: string, data: Uint8Array])[]): Buffer {
  const archive: Zippable = {}
  let at = 0
  for (const [name, data] of files) {
    at += LOCAL_HEADER_BYTES + name.length
    const padding = paddingFor(at)
    archive[name] = [data, { level: 0, mtime: MADE_AT, ...(padding && { extra: { [PADDING_FIELD]: padding } }) }]
    at += (padding ? PADDING_HEADER_BYTES + padding.byteLength : 0) + data.byteLength
  }
  return Buffer.from(zipSync(archive))
}

/** The bytes of an extra field that move the data behind it to the next multiple of 64 bytes. */
function paddingFor(position: number): Uint8Array | undefined {
  if (position % ALIGNMENT === 0) return undefined
  return new Uint8Array(-(position + PADDING_HEADER_BYTES) & (ALIGNMENT - 1))
}
