import { readArchive } from '#server/backup/archive.ts'
import { parseEntryName } from '#server/backup/entries.ts'
import { type Manifest, parseManifest } from '#server/backup/manifest.ts'
import { UsageError } from '#server/errors.ts'
import { type Affected, SOURCES, type SourceName } from './breach-queries.ts'

type Row = Record<string, string | null>
type Reader = { source: SourceName; read: (row: Row, names: Map<string, Named>) => Named | undefined }
type Named = { name: string; email: string }

/** How to read people from the tables of a backup that name them; a backup of an older version has fewer tables. */
const READERS: Record<string, Reader> = {
  user: { source: 'users', read: nameAndEmail },
  orders: { source: 'orders', read: nameAndEmail },
  checkouts: { source: 'checkouts', read: nameAndEmail },
  contact_messages: { source: 'messages', read: nameAndEmail },
  product_raise: { source: 'requests', read: nameAndEmail },
  products: { source: 'products', read: ({ username, email }) => named(username, email) },
  audit: { source: 'audit', read: ({ actor_email }) => named('', actor_email) },
  emails: { source: 'emails', read: ({ params }) => fromParams(params) },
  bills: { source: 'bills', read: ({ user_id }, users) => users.get(user_id ?? '') },
  addresses: { source: 'addresses', read: ({ user_id }, users) => users.get(user_id ?? '') },
}

function nameAndEmail({ name, email }: Row): Named | undefined {
  return named(name, email)
}

/** Undefined: without an address, as of a deleted account. */
function named(name: string | null | undefined, email: string | null | undefined): Named | undefined {
  return email?.includes('@') ? { name: name ?? '', email } : undefined
}

function fromParams(params: string | null | undefined): Named | undefined {
  const { user_name, name = user_name, email } = JSON.parse(params ?? '{}')
  return named(name, email)
}

/** Everybody in a backup file, even if they have deleted their account since. @throws UsageError when it is damaged */
export async function listAffectedByBackup(file: string): Promise<Affected[]> {
  let manifest: Manifest | undefined
  const affected = new Map<string, Affected>()
  const users = new Map<string, Named>()
  for await (const { name, bytes } of readArchive(file)) {
    if (name === 'manifest.json') manifest = parseManifest(new TextDecoder().decode(bytes))
    const entry = parseEntryName(name)
    if (entry?.kind !== 'rows') continue
    const table = entry.table.replace(/^public\./, '').replaceAll('"', '')
    const columns = manifest?.tables.find((shape) => shape.name === entry.table)?.columns
    // In older versions the table of emails had another name.
    const reader = READERS[table] ?? (columns?.includes('params') ? READERS.emails : undefined)
    if (!reader || !columns) continue
    for (const row of parseRows(bytes, columns)) {
      const person = reader.read(row, users)
      if (!person) continue
      if (table === 'user') users.set(row.id ?? '', person)
      const { kind } = SOURCES[reader.source]
      affected.set(`${reader.source} ${person.email} ${person.name}`, { ...person, kind })
    }
  }
  if (!manifest) throw new UsageError(`${file} is not a backup`)
  return [...affected.values()]
}

/** PostgreSQL's text format: a line for each row, cells between tabs. */
function* parseRows(bytes: Uint8Array, columns: readonly string[]): Generator<Row> {
  const names = columns.map((column) => column.replaceAll('"', ''))
  for (const line of new TextDecoder().decode(bytes).split('\n')) {
    if (line === '') continue
    const cells = line.split('\t')
    yield Object.fromEntries(names.map((name, index) => [name, unescapeCell(cells[index])]))
  }
}

const ESCAPES: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

function unescapeCell(cell: string | undefined): string | null {
  if (cell === undefined || cell === '\\N') return null
  return cell.replace(/\\(.)/g, (_all, character: string) => ESCAPES[character] ?? character)
}
