import { type Attacked, openAttacked } from './harness.ts'

let one: Promise<Attacked> | undefined

/** One shop for attacks that are about words, not about time: a busy machine must not turn an answer into a 408. */
export function patient(): Promise<Attacked> {
  one ??= openAttacked({}, undefined, true)
  return one
}

export async function closePatient(): Promise<void> {
  await (await one)?.close()
}
