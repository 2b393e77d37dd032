import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { openClient } from './client.ts'
import type { Random } from './random.ts'
import { logIn, type Person, type Workload } from './shoppers.ts'

/** Delivers, approves cancellations and restocks, for orders that the shop has acknowledged. */
export async function simulateAdmin(
  { environment, ledger, isOver }: Workload,
  admin: Person,
  random: Random,
): Promise<void> {
  const client = openClient(environment.url)
  await logIn(client, admin.email)
  const press = async (path: string, intent: string, id: number) => {
    while (!isOver()) {
      const answer = await client.post(path, { intent, id: String(id) })
      // 409: the order's state has changed meanwhile.
      if (answer?.status === 200 || answer?.status === 409) return answer.status === 200
      await sleep(random.between(100, 400))
    }
    return false
  }
  const done = new Set<number>()
  while (!isOver()) {
    await sleep(random.between(100, 400))
    const wanted = [...ledger.cancelRequests].find((id) => !done.has(id))
    if (wanted !== undefined && random.chance(0.5)) {
      done.add(wanted)
      if (await press('/adminDashboard/orders.data', 'approve-cancellation', wanted)) {
        ledger.cancellationApproved(wanted)
      }
      continue
    }
    const next = [...ledger.placed.values()].find(({ orderId }) => !done.has(orderId))
    if (!next) continue
    done.add(next.orderId)
    if (ledger.cancelRequests.has(next.orderId) || random.chance(0.5)) continue
    if (!(await press('/adminDashboard/orders.data', 'deliver', next.orderId))) continue
    ledger.orderDelivered(next.orderId)
    const [line] = await environment
      .sql<{ id: number }>('select product_id::integer as id from order_lines where order_id = $1', [next.orderId])
      .catch(() => [])
    if (line && random.chance(0.8)) await press('/adminDashboard.data', 'restock', line.id)
  }
}

/** Adds products with images. A lost response is not retried: the product may exist, and its images must then be complete. */
export async function simulateUploads(
  { environment, ledger, isOver }: Workload,
  admin: Person,
  random: Random,
): Promise<void> {
  const client = openClient(environment.url)
  await logIn(client, admin.email)
  for (let made = 1; !isOver(); made += 1) {
    await sleep(random.between(300, 1200))
    const title = `Torture ${made} ${crypto.randomUUID().slice(0, 8)}`
    const fields = { title, price: '495', sizeCode: 'C01', category: 'POT', description: 'Made under torture.' }
    const answer = await client.post('/addproduct/save', { ...fields, images: await createImage(random) })
    if (answer?.status === 200) ledger.productAdded(title)
  }
}

/** Noise does not compress, so the file is not small. */
async function createImage(random: Random): Promise<File> {
  const noise = { type: 'gaussian', mean: random.between(90, 160), sigma: 40 } as const
  const bytes = await sharp({ create: { width: 420, height: 320, channels: 3, background: '#a64', noise } })
    .jpeg()
    .toBuffer()
  return new File([new Uint8Array(bytes)], 'pot.jpg')
}
