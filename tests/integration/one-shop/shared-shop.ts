import { openTestShop, type TestShop } from '#tests/support/shop.ts'

let one: Promise<TestShop> | undefined

/** The shop of all cases in this folder. With so little memory, requests that pile up end its worker. */
export function sharedShop(): Promise<TestShop> {
  one ??= openTestShop({ env: { NODE_OPTIONS: '--max-old-space-size=256' } })
  return one
}

export async function closeSharedShop(): Promise<void> {
  await (await one)?.close()
}
