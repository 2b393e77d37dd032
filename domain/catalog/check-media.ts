import { MEDIA_MAX_BYTES, type MediaName } from './media.ts'

/** The reason this file cannot be used; its contents decide, not its name. Undefined: it can. */
export function findMediaProblem(name: MediaName, bytes: Uint8Array): string | undefined {
  if (bytes.length === 0) return 'This file is empty.'
  if (bytes.length > MEDIA_MAX_BYTES) return `This file is larger than 20 MB. Make it smaller.`
  if (name === 'video') return findVideoProblem(bytes)
  return name === 'glb' ? findGlbProblem(bytes) : findUsdzProblem(bytes)
}

const viewOf = ({ buffer, byteOffset, length }: Uint8Array) => new DataView(buffer, byteOffset, length)
const latin1 = (bytes: Uint8Array, start: number, end: number) => String.fromCharCode(...bytes.subarray(start, end))

/** A box of an MP4; `start` and `end` of its contents in bytes. */
type Box = { type: string; start: number; end: number }

/** The boxes one after another. @returns undefined: one reaches over the end, or is smaller than its head */
function boxesIn(bytes: Uint8Array, from: number, to: number): Box[] | undefined {
  const view = viewOf(bytes)
  const boxes: Box[] = []
  for (let at = from; at < to; ) {
    if (at + 8 > to) return undefined
    const short = view.getUint32(at)
    const isLong = short === 1 && at + 16 <= to
    const size = isLong ? Number(view.getBigUint64(at + 8)) : short === 0 ? to - at : short
    const start = at + (isLong ? 16 : 8)
    if (at + size > to || at + size < start) return undefined
    boxes.push({ type: latin1(bytes, at + 4, at + 8), start, end: at + size })
    at += size
  }
  return boxes
}

const insideOf = (bytes: Uint8Array, boxes: readonly Box[], type: string) =>
  boxes.filter((box) => box.type === type).flatMap(({ start, end }) => boxesIn(bytes, start, end) ?? [])

const NO_MP4 = 'This is no MP4 video. Save it as MP4 with H.264.'
const NOT_PLAYED = 'Not all browsers play this kind of MP4. Save it as MP4 with H.264.'
const CUT_OFF = 'This file is damaged or cut off. Export it again.'
const PLAYED = new Set(['avc1', 'avc3', 'av01', 'vp09'])

/** @see ISO/IEC 14496-12, Base media file format */
function findVideoProblem(bytes: Uint8Array): string | undefined {
  if (bytes.length < 16 || latin1(bytes, 4, 8) !== 'ftyp') return NO_MP4
  const brand = latin1(bytes, 8, 12)
  if (brand === 'qt  ') return 'This is a QuickTime video (MOV). Save it as MP4 with H.264.'
  if (/^(avi[fs]|hei[cfsx]|mif1|msf1|M4[AB] )$/.test(brand)) return NO_MP4
  const boxes = boxesIn(bytes, 0, bytes.length)
  if (!boxes) return CUT_OFF
  const tracks = insideOf(bytes, boxes, 'moov').filter(({ type }) => type === 'trak')
  if (tracks.length === 0 || !boxes.some(({ type }) => type === 'mdat')) return CUT_OFF
  const codecs = tracks.flatMap((track) => {
    const media = insideOf(bytes, boxesIn(bytes, track.start, track.end) ?? [], 'mdia')
    const handler = media.find(({ type }) => type === 'hdlr')
    if (!handler || latin1(bytes, handler.start + 8, handler.start + 12) !== 'vide') return []
    const table = insideOf(bytes, insideOf(bytes, media, 'minf'), 'stbl').find(({ type }) => type === 'stsd')
    // Version, flags and the number of entries come first.
    return table ? [latin1(bytes, table.start + 12, table.start + 16)] : []
  })
  if (codecs.length === 0) return 'This file has sound, but no video.'
  return codecs.every((codec) => PLAYED.has(codec)) ? undefined : NOT_PLAYED
}

/**
 * The video without what a phone notes in it, such as the place where it was taken. Nothing moves: those boxes become free
 * space.
 */
export function withoutNotes(video: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(video)
  const clear = ({ type, start, end }: Box) => {
    if (type === 'udta' || type === 'meta' || type === 'uuid') {
      bytes.set([0x66, 0x72, 0x65, 0x65], start - 4)
      bytes.fill(0, start, end)
    } else if (type === 'moov' || type === 'trak') for (const inner of boxesIn(bytes, start, end) ?? []) clear(inner)
  }
  for (const box of boxesIn(bytes, 0, bytes.length) ?? []) clear(box)
  return bytes
}

const GLB = 0x46546c67
const JSON_CHUNK = 0x4e4f534a
const BINARY_CHUNK = 0x004e4942
/** Browsers and phones would have to load a decoder for these. */
const PACKED = /draco|meshopt|basisu/i

type GltfPart = { byteLength?: unknown; byteOffset?: unknown; uri?: unknown; bufferView?: unknown }
type Gltf = {
  asset?: { version?: unknown }
  extensionsRequired?: unknown
  meshes?: unknown
  buffers?: unknown
  bufferViews?: unknown
  images?: unknown
}

const partsOf = (list: unknown): GltfPart[] =>
  Array.isArray(list) ? list.map((part) => (typeof part === 'object' && part !== null ? (part as GltfPart) : {})) : []
const sizeOf = (value: unknown) => (Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : Number.NaN)

/** @see https://registry.khronos.org/glTF/specs/2.0/glTF-2.0.html#binary-gltf-layout */
function findGlbProblem(bytes: Uint8Array): string | undefined {
  const view = viewOf(bytes)
  if (bytes.length < 20 || view.getUint32(0, true) !== GLB)
    return 'This is no GLB model. Export it as glTF binary (GLB).'
  if (view.getUint32(4, true) !== 2) return 'This GLB has an old format. Export it as glTF 2.0.'
  const jsonEnd = 20 + view.getUint32(12, true)
  if (view.getUint32(8, true) !== bytes.length || jsonEnd > bytes.length || view.getUint32(16, true) !== JSON_CHUNK)
    return CUT_OFF
  const hasBinary = jsonEnd + 8 <= bytes.length && view.getUint32(jsonEnd + 4, true) === BINARY_CHUNK
  const binary = hasBinary ? view.getUint32(jsonEnd, true) : 0
  if (jsonEnd + 8 + binary > bytes.length) return CUT_OFF
  let gltf: Gltf
  try {
    gltf = JSON.parse(new TextDecoder().decode(bytes.subarray(20, jsonEnd)))
  } catch {
    return CUT_OFF
  }
  if (partsOf(gltf.meshes).length === 0) return 'This GLB shows nothing: it has no mesh.'
  const buffers = partsOf(gltf.buffers)
  const images = partsOf(gltf.images)
  if ([...buffers, ...images].some(({ uri }) => uri !== undefined))
    return 'This GLB needs other files. Export it with its pictures inside.'
  if (PACKED.test(JSON.stringify(gltf.extensionsRequired ?? [])))
    return 'This GLB is compressed in a way that phones do not all read. Export it without compression.'
  const length = sizeOf(buffers[0]?.byteLength)
  const isInside = partsOf(gltf.bufferViews).every(
    ({ byteOffset = 0, byteLength }) => sizeOf(byteOffset) + sizeOf(byteLength) <= length,
  )
  return buffers.length === 1 && length <= binary && isInside ? undefined : CUT_OFF
}

const LOCAL_FILE = 0x04034b50
const CENTRAL_FILE = 0x02014b50
const NO_USDZ = 'This is no USDZ model. Export it as USDZ.'

/**
 * A ZIP whose files are not packed and begin at multiples of 64 bytes; the first is the model.
 *
 * @see https://openusd.org/release/spec_usdz.html
 */
function findUsdzProblem(bytes: Uint8Array): string | undefined {
  const view = viewOf(bytes)
  if (bytes.length < 30 || view.getUint32(0, true) !== LOCAL_FILE) return NO_USDZ
  const names: string[] = []
  let at = 0
  while (at + 30 <= bytes.length && view.getUint32(at, true) === LOCAL_FILE) {
    const flags = view.getUint16(at + 6, true)
    const method = view.getUint16(at + 8, true)
    const size = view.getUint32(at + 18, true)
    const nameEnd = at + 30 + view.getUint16(at + 26, true)
    const start = nameEnd + view.getUint16(at + 28, true)
    if (start + size > bytes.length) return CUT_OFF
    if (method !== 0 || (flags & 9) !== 0 || start % 64 !== 0) return NO_USDZ
    const name = latin1(bytes, at + 30, nameEnd)
    if (/^[/\\]|\.\.|:/.test(name)) return NO_USDZ
    if (/\.usda$/i.test(name) && /@\s?\w{1,9}:\/\//.test(latin1Of(bytes.subarray(start, start + size))))
      return 'This USDZ needs other files. Export it with its pictures inside.'
    names.push(name)
    at = start + size
  }
  const hasEnd = latin1(bytes, Math.max(0, bytes.length - 1024), bytes.length).includes('PK\x05\x06')
  if (!hasEnd || at + 4 > bytes.length || view.getUint32(at, true) !== CENTRAL_FILE) return CUT_OFF
  return /\.usd[ac]?$/i.test(names[0] ?? '') ? undefined : NO_USDZ
}

const latin1Of = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes)
