import { redirect } from 'react-router'
import { shopContext } from '#server/contexts.ts'
import { ProviderRejectedError, ProviderUnavailableError } from '#server/errors.ts'
import { listProviderShipmentIds } from '#server/parcels/booking-queries.ts'
import type { Route } from './+types/courier-labels'
import { idsOf } from './asked-documents.ts'

/** The labels that the courier's system has made for the shipments in `?shipments=1,2`, as one PDF of its own. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const booked = await listProviderShipmentIds(shop.db, idsOf(request, 'shipments'))
  if (booked.length === 0) throw new Response('None of these parcels is booked with a courier.', { status: 409 })
  try {
    return redirect(await shop.courier.createLabels(booked))
  } catch (error) {
    if (!(error instanceof ProviderRejectedError || error instanceof ProviderUnavailableError)) throw error
    shop.log.error('The courier made no labels', error)
    const reason = error instanceof ProviderRejectedError ? error.reason : undefined
    throw new Response(`The courier made no labels. ${reason ?? 'Please try again.'}`, { status: 503 })
  }
}
