export type PictureFile = { path: string; size: number }

/** The largest ZIP that may be uploaded: a larger one would hardly arrive within the five minutes of a request. */
export const ZIP_MAX_BYTES = 250 * 1024 * 1024

export const ZIP_PROBLEMS = {
  unreadable: 'This is not a ZIP that can be read. Pack the pictures again, as a plain ZIP.',
  many: 'This ZIP has more than 20,000 files. Make several.',
  large: 'The pictures of this ZIP are larger than 1 GB. Send them in several ZIPs.',
}
export type ZipProblem = keyof typeof ZIP_PROBLEMS

/** The name by which a picture is known: its address's last segment, decoded and in lower case. */
export function pictureName(address: string): string {
  const path = address.split(/[?#]/, 1)[0] ?? ''
  return fold(lastSegment(decoded(path)))
}

/**
 * Finds the file of each picture: by its name, else by its name without what shops append for sizes
 * (`_1024x1024`, `-scaled`) and its ending.
 *
 * @param wanted pictures by name, with the address that they had
 * @returns index of the file by the picture's name
 */
export function matchPictures(wanted: ReadonlyMap<string, string>, files: readonly PictureFile[]): Map<string, number> {
  const byName = Map.groupBy(entriesOf(files), ({ name }) => name)
  const byStem = Map.groupBy(entriesOf(files), ({ name }) => stemOf(name))
  const byBase = Map.groupBy(entriesOf(files), ({ name }) => baseOf(name))
  const found = new Map<string, number>()
  for (const [name, address] of wanted) {
    const stem = stemOf(name)
    const candidates = byName.get(name) ?? byStem.get(stem) ?? byStem.get(baseOf(name)) ?? byBase.get(baseOf(name))
    const best = candidates?.toSorted((a, b) => likeness(b, address) - likeness(a, address) || b.size - a.size)[0]
    if (best) found.set(name, best.index)
  }
  return found
}

type Entry = PictureFile & { index: number; name: string }

function* entriesOf(files: readonly PictureFile[]): Generator<Entry> {
  for (const [index, file] of files.entries()) {
    const name = fold(lastSegment(file.path.replaceAll('\\', '/')))
    // Finder adds such files beside the real ones.
    if (name !== '' && !name.startsWith('.')) yield { ...file, index, name }
  }
}

/** The number of equal folders before the name: `2024/03/pot.jpg` is not `2023/01/pot.jpg`. */
function likeness(file: PictureFile, address: string): number {
  const ours = foldersOf(file.path.replaceAll('\\', '/'))
  const theirs = foldersOf(decoded(address.split(/[?#]/, 1)[0] ?? ''))
  let same = 0
  while (same < ours.length && same < theirs.length && ours[same] === theirs[same]) same += 1
  return same
}

function foldersOf(path: string): string[] {
  return path.split('/').slice(0, -1).map(fold).toReversed()
}

/** Without its ending; shops write spaces as hyphens or underscores. */
function stemOf(name: string): string {
  return withoutEnding(name).replace(/[\s_+-]+/g, '-')
}

/** Sizes, dates and random names that shops put behind a name, after `-` or `_`. */
const ADDITION = /^(\d{1,5}x\d{0,5}|x\d{1,5}|e\d{10,13}|scaled|rotated)$/
const SHOPIFY_SIZES = new Set(['pico', 'icon', 'thumb', 'small', 'compact', 'medium', 'large', 'grande', 'master'])
const UUID = /^[-_][0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function baseOf(name: string): string {
  let base = withoutEnding(name).replace(/@\dx$/, '')
  for (let shorter = withoutAddition(base); shorter !== base; shorter = withoutAddition(base)) base = shorter
  return base.replace(/[\s_+-]+/g, '-')
}

function withoutAddition(name: string): string {
  if (name.length > 37 && UUID.test(name.slice(-37))) return name.slice(0, -37)
  const at = Math.max(name.lastIndexOf('-'), name.lastIndexOf('_'))
  const last = name.slice(at + 1)
  const isAddition = ADDITION.test(last) || (name[at] === '_' && SHOPIFY_SIZES.has(last))
  return at > 0 && isAddition ? name.slice(0, at) : name
}

function withoutEnding(name: string): string {
  return name.replace(/\.[a-z0-9]{2,5}$/, '')
}

function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function fold(name: string): string {
  return name.normalize('NFC').toLowerCase().trim()
}

/** As it is where it cannot be decoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
