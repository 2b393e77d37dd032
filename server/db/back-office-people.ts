import type { Role } from '#domain/account.ts'
import type { AuditFilter, Turn, UserFilter } from '#domain/back-office-lists.ts'
import type { ProductId } from '#domain/product.ts'
import type { Page } from './back-office-page.ts'
import type { Db } from './connection.ts'

export type UserRow = { uid: string; name: string; email: string; role: Role; /** ISO 8601. */ time: string }

export async function listUsers(_db: Db, _filter: UserFilter, _turn: Turn): Promise<Page<UserRow>> {
  throw new Error('Being written')
}

/** A wish for a Sold pot (productRaise). */
export type RequestRow = {
  id: number
  productId: ProductId
  /** Undefined: the product is gone. */
  title: string | undefined
  uid: string | undefined
  name: string
  email: string
  note: string
  time: string
}

export async function listRequests(_db: Db, _turn: Turn): Promise<Page<RequestRow>> {
  throw new Error('Being written')
}

export type AuditRow = {
  id: number
  actor: { uid: string; email: string }
  action: string
  subject: string
  before: unknown
  after: unknown
  time: string
}

export async function listAudit(_db: Db, _filter: AuditFilter, _turn: Turn): Promise<Page<AuditRow>> {
  throw new Error('Being written')
}
