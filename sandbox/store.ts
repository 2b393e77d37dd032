import { chmodSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** What a stand-in has to remember, also when the shop is started anew: things of several kinds, as JSON. */
export type Store = ReturnType<typeof openStore>

/** @param file undefined: in memory */
export function openStore(file?: string) {
  const database = new DatabaseSync(file ?? ':memory:', { timeout: 5000 })
  // Letters and payments concern somebody, also where they only play.
  if (file) chmodSync(file, 0o600)
  if (file) database.exec('pragma journal_mode = wal')
  database.exec(`create table if not exists things (
      number integer primary key, kind text not null, id text not null, parent text, value text not null,
      unique (kind, id));
    create index if not exists things_by_parent on things (kind, parent)`)
  const insert = database.prepare(`insert into things (kind, id, parent, value) values (?, ?, ?, ?)
    on conflict (kind, id) do update set parent = excluded.parent, value = excluded.value`)
  const one = database.prepare('select value from things where kind = ? and id = ?')
  const all = database.prepare('select value from things where kind = ? order by number desc limit ?')
  const children = database.prepare('select value from things where kind = ? and parent = ? order by number')
  const drop = database.prepare('delete from things where kind = ? and id = ?')

  return {
    /** @param parent by which to list it */
    put(kind: string, id: string, value: unknown, parent?: string): void {
      insert.run(kind, id, parent ?? null, JSON.stringify(value))
    },
    find<T>(kind: string, id: string): T | undefined {
      const row = one.get(kind, id)
      return row && (JSON.parse(String(row.value)) as T)
    },
    /** In the order in which they were put. */
    listOf<T>(kind: string, parent: string): T[] {
      return children.all(kind, parent).map(({ value }) => JSON.parse(String(value)) as T)
    },
    /** Newest first. */
    list<T>(kind: string, limit = 1000): T[] {
      return all.all(kind, limit).map(({ value }) => JSON.parse(String(value)) as T)
    },
    remove(kind: string, id: string): void {
      drop.run(kind, id)
    },
    /** As if nothing had ever happened. */
    clear(): void {
      database.exec('delete from things')
    },
    close(): void {
      database.close()
    },
  }
}
