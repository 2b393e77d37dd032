import { data } from 'react-router'
import { fileNameOf } from '#domain/file-name.ts'
import { parseId } from '#domain/text.ts'
import { shopContext } from '#server/contexts.ts'
import { csvDownload } from '#server/http/csv.ts'
import { findOffer, listCodes } from '#server/offers/queries.ts'
import type { Route } from './+types/codes'

/** The made codes of an offer as a CSV file, with the order that has used each. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const id = parseId(params.id)
  const offer = id === undefined ? undefined : await findOffer(shop.db, id)
  if (!offer) throw data(null, { status: 404 })
  const [settings, codes] = await Promise.all([shop.settings.read(), listCodes(shop.db, offer.id)])
  async function* rows() {
    yield codes.map(({ code, order }) => [code, order])
  }
  return csvDownload(fileNameOf(settings, `codes-${offer.id}.csv`), ['code', 'orderId'], rows())
}
