import { type Attacked, openAttacked } from './harness.ts'

let one: Promise<Attacked> | undefined

/** A shop with default timeouts, so that a busy machine does not turn responses into 408. */
export function patient(): Promise<Attacked> {
  one ??= openAttacked({}, undefined, true)
  return one
}

export async function closePatient(): Promise<void> {
  const open = one
  one = undefined
  await (await open)?.close()
}
