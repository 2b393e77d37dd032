import { MAX_ADDRESSES } from '#domain/accounts/profile.ts'
import type { User } from '#domain/accounts/user.ts'
import { addressKey, type DeliveryAddress } from '#domain/orders/address.ts'
import { lockAccountById } from '#server/accounts/queries.ts'
import type { Shop } from '#server/shop.ts'
import {
  findAddress,
  insertAddress,
  listAddresses,
  removeAddress,
  updateAddress,
  updateAddressUse,
  updateDefault,
} from './address-queries.ts'

type AddressShop = Pick<Shop, 'db'>

/** `too-many`: the account has as many as it can. */
export type AddressAddition = { ok: true } | { ok: false; reason: 'too-many' }

/** An address that is saved already is not saved twice. */
export async function addAddress(
  { db }: AddressShop,
  { userId }: User,
  address: DeliveryAddress,
): Promise<AddressAddition> {
  return db.transaction(async (tx) => {
    await lockAccountById(tx, userId)
    const saved = await listAddresses(tx, userId)
    if (saved.some((other) => addressKey(other) === addressKey(address))) return { ok: true }
    if (saved.length >= MAX_ADDRESSES) return { ok: false, reason: 'too-many' }
    await insertAddress(tx, userId, address)
    return { ok: true }
  })
}

/** `conflict`: it was changed in another window meanwhile. */
export type AddressEdit = { ok: true } | { ok: false; reason: 'not-found' | 'conflict' }

/** @param seen the `addressKey` of the address that was edited */
export async function editAddress(
  { db }: AddressShop,
  { userId }: User,
  { id, seen, address }: { id: number; seen: string; address: DeliveryAddress },
): Promise<AddressEdit> {
  return db.transaction(async (tx) => {
    await lockAccountById(tx, userId)
    const current = await findAddress(tx, userId, id)
    if (!current) return { ok: false, reason: 'not-found' }
    const key = addressKey(current)
    if (key !== seen && key !== addressKey(address)) return { ok: false, reason: 'conflict' }
    await updateAddress(tx, id, address)
    return { ok: true }
  })
}

/** False: the address is not this user's, or was deleted meanwhile. */
export async function makeDefault({ db }: AddressShop, { userId }: User, id: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockAccountById(tx, userId)
    return updateDefault(tx, userId, id)
  })
}

/** False: the address is not this user's, or was deleted already. */
export async function deleteAddress({ db }: AddressShop, { userId }: User, id: number): Promise<boolean> {
  return removeAddress(db, userId, id)
}

type CheckoutAddress = { address: DeliveryAddress; save: boolean }

/**
 * Saves the address at checkout if the buyer asked for it. A failure is only logged: no order may fail because of it.
 */
export async function saveAddress(
  shop: Pick<Shop, 'db' | 'log'>,
  user: User,
  { address, save }: CheckoutAddress,
): Promise<void> {
  if (!save) return
  await addAddress(shop, user, address).catch((error) => shop.log.error('An address could not be saved', error))
}

/**
 * Saves the address of a new cash order if the buyer asked for that, and marks it as last used. Placing the order has
 * done the latter for an address that was saved before.
 */
export async function noteDelivery(
  shop: Pick<Shop, 'db' | 'log'>,
  user: User,
  checkout: CheckoutAddress,
): Promise<void> {
  if (!checkout.save) return
  await saveAddress(shop, user, checkout)
  await updateAddressUse(shop.db, user.userId, checkout.address).catch((error) =>
    shop.log.error('The use of an address could not be noted', error),
  )
}
