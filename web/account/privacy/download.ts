import { redirect } from 'react-router'
import { addressContext, getUser, rateLimitKeyOf, shopContext } from '#server/contexts.ts'
import { tooManyRequests } from '#server/http/rate-limit.ts'
import { downloadExport } from '#server/privacy/export.ts'
import type { Route } from './+types/download'

/** The copy of somebody's data, for its owner's session only. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const user = getUser(context)
  const shop = context.get(shopContext)
  const tooMany = await shop.limits.consume('dataDownload', rateLimitKeyOf(context))
  if (tooMany) return new Response(tooMany.message, tooManyRequests(tooMany))
  const file = await downloadExport(shop, user, params.token)
  if (!file) return redirect('/account/privacy?link=expired')
  shop.securityLog.record('data-exported', { account: user.userId, address: context.get(addressContext), table: 'own' })
  return new Response(file.bytes, {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${file.name}"`,
    },
  })
}
