import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { parsePayload } from '#domain/messages/whatsapp-messages.ts'
import type { PhoneMessage } from '#sandbox/whatsapp.ts'
import type { Presses } from './press.ts'
import type { Random } from './random.ts'
import type { Workload } from './shoppers.ts'

/** Only this person writes `STOP`, so that what the others answer must be heard. */
const STOPPING = '919845000010'

/** People answer what the shop has sent them. A webhook is repeated until the shop has it, now and then twice at once. */
export async function simulateMeta(workload: Workload, random: Random): Promise<void> {
  const { environment, isOver } = workload
  const { meta } = environment
  while (!isOver()) {
    await sleep(random.between(50, 300))
    const open = meta.messages().filter(({ answer }) => !answer)
    const message = open.length > 0 ? random.oneOf(open) : undefined
    if (message) answer(workload, message, random)
    for (const webhook of meta.webhooks.list()) {
      const request = meta.webhooks.signed(webhook)
      if (await deliver(workload, request, random)) meta.webhooks.acknowledge(webhook.id)
    }
  }
}

function answer({ environment: { meta }, ledger }: Workload, { id, to, replies }: PhoneMessage, random: Random): void {
  const words = to === STOPPING && random.chance(0.1) ? { text: 'STOP', payload: '' } : random.oneOf(replies)
  if (!words) return
  const pressed = parsePayload(words.payload)
  if (pressed?.answer === 'cancel') {
    if (ledger.keeping.has(pressed.orderId)) return
    ledger.declined.add(pressed.orderId)
  }
  meta.answer(id, words.text)
}

const NAME = 'POST /webhooks/whatsapp'

async function deliver({ environment, ledger }: Workload, request: RequestInit & { body: string }, random: Random) {
  const answers = await Promise.all(
    Array.from({ length: random.chance(0.1) ? 2 : 1 }, () =>
      fetch(`${environment.url}/webhooks/whatsapp`, {
        method: 'POST',
        ...request,
        signal: AbortSignal.timeout(15_000),
      }).then(
        async ({ status, body }) => {
          await body?.cancel()
          return status
        },
        () => 0,
      ),
    ),
  )
  if (!answers.includes(200)) return false
  for (const [, from = '', id = ''] of request.body.matchAll(/"messages":\[\{"from":"(\d+)","id":"([^"]+)"/g)) {
    const values = { from, heard: createHash('sha256').update(id).digest('hex') }
    ledger.pressed(NAME, values)
    ledger.acknowledged(NAME, values)
  }
  return true
}

/** Each press and each message of a person is heard once. */
export const metaPresses: Presses = {
  [NAME]: { kept: `p->>'from' = '${STOPPING}' or exists (select from payment_events where id = p->>'heard')` },
}
