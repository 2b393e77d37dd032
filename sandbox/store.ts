import { chmodSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Persistent JSON values of several kinds. */
export type Store = ReturnType<typeof openStore>

const MB = 1024 * 1024
/** The file's limit with SQLite's own pages and log; see store.test.ts. */
export const MAX_MB_ON_DISK = 100
/** The oldest values of a kind are deleted to make room for new ones, so that no guest can fill the disk. 64 MB in all. */
const MAX_BYTES: Record<string, number> = { order: 16 * MB, payment: 16 * MB, refund: 16 * MB }
const MAX_BYTES_OF_OTHERS = 4 * MB
/** Overhead of a row: its keys, and its entries in three indexes. */
const ROW_BYTES = 250
const SIZE = `length(cast(value as blob)) + ${ROW_BYTES}`

/** @param file in memory without it */
export function openStore(file?: string) {
  const database = new DatabaseSync(file ?? ':memory:', { timeout: 5000 })
  // Emails and payments may contain personal data, even in test mode.
  if (file) chmodSync(file, 0o600)
  if (file)
    database.exec(`pragma journal_mode = wal; pragma synchronous = normal; pragma journal_size_limit = ${4 * MB}`)
  database.exec(`create table if not exists things (
      number integer primary key, kind text not null, id text not null, parent text, value text not null,
      unique (kind, id));
    create index if not exists things_by_parent on things (kind, parent);
    create index if not exists things_by_kind on things (kind)`)
  const insert = database.prepare(`insert into things (kind, id, parent, value) values (?, ?, ?, ?)
    on conflict (kind, id) do update set parent = excluded.parent, value = excluded.value`)
  const one = database.prepare('select value from things where kind = ? and id = ?')
  const all = database.prepare('select value from things where kind = ? order by number desc limit ?')
  const children = database.prepare('select value from things where kind = ? and parent = ? order by number')
  const drop = database.prepare('delete from things where kind = ? and id = ?')
  const sizeOf = database.prepare(`select ${SIZE} as size from things where kind = ? and id = ?`)
  const sizes = database.prepare(`select kind, sum(${SIZE}) as size from things group by kind`)
  const oldest = database.prepare(
    `select id, ${SIZE} as size from things indexed by things_by_kind where kind = ? order by number limit 1`,
  )
  /** Bytes in use, by kind. */
  const used = new Map<string, number>(sizes.all().map(({ kind, size }) => [String(kind), Number(size)]))

  function grow(kind: string, bytes: number): void {
    used.set(kind, (used.get(kind) ?? 0) + bytes)
  }

  /** @returns true if anything was deleted */
  function makeRoom(kind: string): boolean {
    const max = MAX_BYTES[kind] ?? MAX_BYTES_OF_OTHERS
    const isFull = (used.get(kind) ?? 0) > max
    while ((used.get(kind) ?? 0) > max) {
      const row = oldest.get(kind)
      if (!row) break
      drop.run(kind, String(row.id))
      grow(kind, -Number(row.size))
    }
    return isFull
  }

  const sizeNow = (kind: string, id: string) => Number(sizeOf.get(kind, id)?.size ?? 0)

  return {
    /** @param parent the id by which `listOf` finds this value */
    put(kind: string, id: string, value: unknown, parent?: string): void {
      const before = sizeNow(kind, id)
      insert.run(kind, id, parent ?? null, JSON.stringify(value))
      grow(kind, sizeNow(kind, id) - before)
      makeRoom(kind)
    },
    find<T>(kind: string, id: string): T | undefined {
      const row = one.get(kind, id)
      return row && (JSON.parse(String(row.value)) as T)
    },
    /** In insertion order. */
    listOf<T>(kind: string, parent: string): T[] {
      return children.all(kind, parent).map(({ value }) => JSON.parse(String(value)) as T)
    },
    /** Newest first. */
    list<T>(kind: string, limit = 1000): T[] {
      return all.all(kind, limit).map(({ value }) => JSON.parse(String(value)) as T)
    },
    remove(kind: string, id: string): void {
      grow(kind, -sizeNow(kind, id))
      drop.run(kind, id)
    },
    clear(): void {
      database.exec('delete from things')
      used.clear()
    },
    close(): void {
      database.close()
    },
  }
}
