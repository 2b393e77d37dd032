import { ProviderUnavailableError } from '#server/errors.ts'
import { bookShipment, referenceOf } from '#server/parcels/book.ts'
import type { Shop } from '#server/shop.ts'
import { REMOVE_JOBS } from '#tests/support/jobs.ts'
import { openCourierWorld } from './courier-harness.ts'

/** `late`: the answer is lost, and the provider does what it was asked for minutes later. */
export const REQUEST_FAULTS = ['none', 'lost-before', 'lost-after', 'late', '429', '500', 'token-ended'] as const
/** `frozen`: the process stands still after a commit, until the schedule wakes it. */
export const COMMIT_FAULTS = ['none', 'killed-before', 'killed-after', 'frozen'] as const

/** One step of a schedule; the steps of a batch run at once. */
export type Step =
  /** An instance runs the job; the queue may hand it to several, as it does after a lost connection. */
  { do: 'work' } | { do: 'time'; seconds: number } | { do: 'wake' } | { do: 'arrive' }
export type Schedule = { batches: Step[][]; requests: number[]; commits: number[] }

/** Protections that a test takes away, to see that the model notices. */
export type Without = 'lookup' | 'grace'

/** The provider has done what it was asked for after so long, or never does. */
const LATEST_MS = 4 * 60_000

class Killed extends Error {}

/** A run of the job, and who waits for it. */
type Job = { onPause: () => void; onError?: (error: unknown) => void }

/** Two and more instances that book one parcel, a provider without idempotency keys, and everything between them. */
export async function openCourierModel({ without }: { without?: Without } = {}) {
  const world = await openCourierWorld()
  const orderId = await world.addOrder()
  let shipmentId = 0
  let requests: (typeof REQUEST_FAULTS)[number][] = []
  let commits: (typeof COMMIT_FAULTS)[number][] = []
  let late: { sentAt: number; arrive: () => unknown }[] = []
  let frozen: { job: Job; resume: () => void }[] = []
  let clock = 0

  function openMortalInstance(job: Job): Shop {
    let isDead = false
    const mustLive = () => {
      if (isDead) throw new Killed()
    }
    const shop = world.openInstance(async (name, send) => {
      mustLive()
      const fault = requests.shift() ?? 'none'
      if (fault === 'lost-before') throw new TypeError('fetch failed')
      if (fault === 'token-ended') world.provider.endTokens()
      if (fault === '429' || fault === '500') return Response.json({ message: 'Injected' }, { status: Number(fault) })
      if (fault === 'late' && name.startsWith('POST')) {
        late.push({ sentAt: clock, arrive: send })
        throw new TypeError('fetch failed')
      }
      const answer = await send()
      if (fault === 'lost-after') throw new TypeError('fetch failed')
      return answer
    })
    const courier = without === 'lookup' ? { ...shop.courier, findParcel: async () => undefined } : shop.courier
    const db = Object.create(shop.db) as Shop['db']
    db.transaction = async (work) => {
      mustLive()
      const fault = commits.shift() ?? 'none'
      if (fault === 'killed-before') isDead = true
      const value = await shop.db.transaction(async (tx) => {
        const result = await work(tx)
        mustLive()
        return result
      })
      if (fault === 'killed-after') isDead = true
      mustLive()
      if (fault === 'frozen') {
        await new Promise<void>((resume) => {
          frozen.push({ job, resume })
          job.onPause()
        })
      }
      return value
    }
    return { ...shop, db, courier }
  }

  /** Runs the job until it ends, dies or freezes. */
  async function start(): Promise<void> {
    if (without === 'grace') await world.sql('update shipments set booking_sent_at = null')
    const job: Job = { onPause: () => {} }
    await untilPause(job, () => {
      bookShipment(openMortalInstance(job), shipmentId, () => clock)
        .catch(swallow)
        .then(() => job.onPause(), job.onError)
    })
  }

  function untilPause(job: Job, go: () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      job.onPause = resolve
      job.onError = reject
      go()
    })
  }

  async function passTime(ms: number): Promise<void> {
    clock += ms
    const due = late.filter(({ sentAt }) => clock - sentAt >= LATEST_MS)
    late = late.filter((request) => !due.includes(request))
    for (const { arrive } of due) await arrive()
    await world.sql(
      'update shipments set booking_until = booking_until - $1::interval, booking_sent_at = booking_sent_at - $1::interval',
      [`${ms} milliseconds`],
    )
  }

  /** Each frozen job goes on until it ends, dies or freezes again. */
  async function wake(): Promise<void> {
    await Promise.all(frozen.splice(0).map(({ job, resume }) => untilPause(job, resume)))
  }

  async function act(step: Step): Promise<void> {
    if (step.do === 'work') return start()
    if (step.do === 'time') return passTime(step.seconds * 1000)
    if (step.do === 'wake') return wake()
    await late.shift()?.arrive()
  }

  const booked = () => world.provider.parcels.list()

  async function run(schedule: Schedule): Promise<string[]> {
    await world.sql('delete from shipments')
    world.provider.reset()
    shipmentId = await world.addRequested(orderId)
    await world.sql(REMOVE_JOBS)
    requests = schedule.requests.map((number) => REQUEST_FAULTS[number] ?? 'none')
    commits = schedule.commits.map((number) => COMMIT_FAULTS[number] ?? 'none')
    late = []
    frozen = []
    for (const batch of schedule.batches) {
      await Promise.all(batch.map(act))
      if (booked().length > 1) break
    }
    await recover()
    return findWrong()
  }

  /** All faults are over, and the job is tried again until it is done. */
  async function recover(): Promise<void> {
    requests = []
    commits = []
    while (frozen.length > 0) await wake()
    for (let round = 0; round < 6; round++) {
      await passTime(6 * 60_000)
      await start()
      if ((await world.find(shipmentId)).booking === 'booked') break
    }
  }

  async function findWrong(): Promise<string[]> {
    const parcels = booked()
    const [parcel] = parcels
    const shipment = await world.find(shipmentId)
    const wrong: string[] = []
    if (parcels.length !== 1) wrong.push(`${parcels.length} parcels at the courier`)
    if (parcel?.reference !== referenceOf({ id: shipmentId, orderId })) wrong.push(`reference ${parcel?.reference}`)
    if (shipment.booking !== 'booked') wrong.push(`booking ${shipment.booking} (${shipment.booking_problem})`)
    if (!parcel?.awb || parcel.awb !== shipment.awb) wrong.push(`AWB ${shipment.awb}, at the courier ${parcel?.awb}`)
    if (!parcel?.pickup) wrong.push('no pickup')
    if (!shipment.label_link) wrong.push('no label')
    return wrong
  }

  return { run, close: world.close }
}

/** Swallows the errors that injected faults cause. Any other error is a defect. */
function swallow(error: unknown): void {
  if (error instanceof Killed) return
  if (error instanceof ProviderUnavailableError) return
  throw error
}
