import { mobileKey } from '#domain/delivery/delivery-area.ts'
import type { CashFacts } from '#domain/orders/cash.ts'
import { type Db, queryPrepared } from '#server/db/connection.ts'

const findCashHistorySql = {
  name: 'find_cash_history',
  text: `
    select not exists (select from orders where user_id = $1 and cancel <> 'cancelled') as first,
      exists (select from shipments where mobile = $2 and step = 'returned') as returned`,
}

/** What earlier orders say about paying this one in cash. @param mobile as it was typed */
export async function findCashHistory(
  db: Db,
  userId: string,
  mobile: string,
): Promise<Required<Pick<CashFacts, 'isFirstOrder' | 'hasReturned'>>> {
  const [row] = await queryPrepared<{ first: boolean; returned: boolean }>(db, findCashHistorySql, [
    userId,
    mobileKey(mobile) ?? null,
  ])
  return { isFirstOrder: row?.first ?? false, hasReturned: row?.returned ?? false }
}
