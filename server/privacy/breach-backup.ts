import { STORED_DATA } from '#domain/privacy/stored-data.ts'
import type { StoredTable } from '#domain/privacy/stored-table.ts'
import { readArchive } from '#server/backup/archive.ts'
import { type Manifest, parseEntryName, parseManifest } from '#server/backup/entries.ts'
import { UsageError } from '#server/errors.ts'
import type { Affected } from './breach-queries.ts'

type Row = Record<string, string | null>
type Named = { name: string; email: string }

/** The rows read so far; a backup has rows before those that refer to them. */
type Read = {
  users: Map<string, Named> /** Account by table and id, such as `reviews 7`. */
  accounts: Map<string, string>
}

/** Whom a row names; undefined: nobody with an address, as of a deleted account. */
function readNamed({ names, owners }: StoredTable, row: Row, { users, accounts }: Read): Named | undefined {
  if (!names?.email) {
    const parent = owners?.find((owner) => 'row' in owner)
    const account = readCell(row, 'userId') ?? (parent && accounts.get(`${parent.of} ${readCell(row, parent.row)}`))
    return users.get(account ?? '')
  }
  const email = readCell(row, names.email)
  const [name = ''] = (names.name ?? []).flatMap((column) => readCell(row, column) ?? [])
  return email?.includes('@') ? { name, email } : undefined
}

/** @param path as in the table of what is stored; the database writes `userId` as `user_id` */
function readCell(row: Row, path: string): string | null | undefined {
  const [column = '', field] = path.split('.')
  const cell = row[column.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)]
  return field === undefined ? cell : JSON.parse(cell ?? '{}')[field]
}

/** Everybody in a backup file, even if they have deleted their account since. @throws UsageError when it is damaged */
export async function listAffectedByBackup(file: string): Promise<Affected[]> {
  let manifest: Manifest | undefined
  const affected = new Map<string, Map<string, Affected>>()
  const read: Read = { users: new Map(), accounts: new Map() }
  for await (const { name, bytes } of readArchive(file)) {
    if (name === 'manifest.json') manifest = parseManifest(new TextDecoder().decode(bytes))
    const entry = parseEntryName(name)
    if (entry?.kind !== 'rows') continue
    const table = entry.table.replace(/^public\./, '').replaceAll('"', '')
    const columns = manifest?.tables.find((shape) => shape.name === entry.table)?.columns
    const stored = STORED_DATA.find((one) => one.table === table)
    if (!stored?.breach || !columns) continue
    const named = affected.get(table) ?? new Map<string, Affected>()
    affected.set(table, named)
    for (const row of parseRows(bytes, columns)) {
      if (row.id && row.user_id) read.accounts.set(`${table} ${row.id}`, row.user_id)
      const person = readNamed(stored, row, read)
      if (!person) continue
      if (table === 'user') read.users.set(row.id ?? '', person)
      named.set(`${person.email} ${person.name}`, { ...person, kind: stored.breach.lost })
    }
  }
  if (!manifest) throw new UsageError(`${file} is not a backup`)
  // The name in the account comes first, as in the list of a database.
  return STORED_DATA.flatMap((stored) => [...(affected.get(stored.table)?.values() ?? [])])
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
