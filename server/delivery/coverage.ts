import { type Coverage, coverageOf, plainPincode } from '#domain/delivery/delivery-area.ts'
import type { Settings } from '#domain/shop/settings.ts'
import type { Db } from '#server/db/connection.ts'
import { findArea } from './queries.ts'

/** The delivery that the shop promises for a typed pincode. */
export async function findCoverage(db: Db, typed: string, settings: Settings): Promise<Coverage> {
  const { listed, area } = await findArea(db, plainPincode(typed))
  return coverageOf(settings, listed, area)
}
