import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readTracking, readWebhook, stepOfStatus } from './shiprocket-scans.ts'

const now = new Date('2023-05-23T08:00:00Z')
/** As the provider documents it. */
const documented = {
  awb: '19041424751540',
  courier_name: 'Delhivery Surface',
  current_status: 'IN TRANSIT',
  current_status_id: 20,
  shipment_status: 'IN TRANSIT',
  shipment_status_id: 18,
  current_timestamp: '23 05 2023 11:43:52',
  order_id: '1373900_150876814',
  sr_order_id: 348456385,
  awb_assigned_date: '2023-05-19 11:59:16',
  pickup_scheduled_date: '2023-05-19 11:59:17',
  etd: '2023-05-23 15:40:19',
  scans: [
    {
      date: '2023-05-19 11:59:16',
      status: 'X-UCI',
      activity: 'Manifested - Manifest uploaded',
      location: 'Chomu_SamodRd_D (Rajasthan)',
      'sr-status': '5',
      'sr-status-label': 'MANIFEST GENERATED',
    },
    {
      date: '2023-05-19 15:32:17',
      status: 'X-PPOM',
      activity: 'In Transit - Shipment picked up',
      location: 'Chomu_SamodRd_D (Rajasthan)',
      'sr-status': '42',
      'sr-status-label': 'PICKED UP',
    },
  ],
  is_return: 0,
  channel_id: 3422553,
  pod_status: 'OTP Based Delivery',
  pod: 'Not Available',
}

test('a webhook as documented is every scan and the current status, in the moments of India', () => {
  const report = readWebhook(documented, now)
  const place = 'Chomu_SamodRd_D (Rajasthan)'
  assert.deepEqual(report, {
    awb: '19041424751540',
    courier: 'Delhivery Surface',
    isReturn: false,
    scans: [
      { step: 'packed', status: 'MANIFEST GENERATED', place, source: 'courier', time: '2023-05-19T06:29:16.000Z' },
      { step: 'picked-up', status: 'PICKED UP', place, source: 'courier', time: '2023-05-19T10:02:17.000Z' },
      { step: 'on-the-way', status: 'IN TRANSIT', place: '', source: 'courier', time: '2023-05-23T06:13:52.000Z' },
    ],
  })
})

test('a current status that the last scan has already told is no scan of its own', () => {
  const report = readWebhook({ ...documented, current_status: 'Picked Up' }, now)
  assert.deepEqual(
    report?.scans.map(({ status }) => status),
    ['MANIFEST GENERATED', 'PICKED UP'],
  )
})

test('a webhook with a status alone is one scan', () => {
  const report = readWebhook({ awb: 788, current_status: 'Misrouted', current_timestamp: '23 05 2023 11:43:52' }, now)
  assert.deepEqual(report?.awb, '788')
  assert.deepEqual(report?.scans, [
    { step: undefined, status: 'Misrouted', place: '', source: 'courier', time: '2023-05-23T06:13:52.000Z' },
  ])
})

test('scans come in any order and leave oldest first; odd ones and those to come are left out', () => {
  const scan = (date: unknown, label: unknown) => ({ date, 'sr-status-label': label })
  const scans = [
    scan('2023-05-21 10:00:00', 'OUT FOR DELIVERY'),
    scan('2023-05-20 10:00:00', 'IN TRANSIT'),
    scan('2033-05-20 10:00:00', 'DELIVERED'),
    scan('soon', 'DELIVERED'),
    scan('2023-05-20 11:00:00', {}),
    null,
    'x',
  ]
  const report = readWebhook({ awb: 'A1', scans }, now)
  assert.deepEqual(
    report?.scans.map(({ status }) => status),
    ['IN TRANSIT', 'OUT FOR DELIVERY'],
  )
})

test('a scan without a name tells what happened, without anybody’s telephone number', () => {
  const activity = 'Out for delivery: 383439-Nandinayani, MobileNo:- 9963133564'
  const scan = { date: '2023-05-21 10:00:00', activity, 'sr-status': '17', 'sr-status-label': 'NA', location: 'NA' }
  const report = readWebhook({ awb: 'A1', scans: [scan] }, now)
  assert.equal(report?.scans[0]?.step, 'out-for-delivery')
  assert.equal(report?.scans[0]?.status, 'Out for delivery: 383439-Nandinayani, MobileNo:- …')
  assert.equal(report?.scans[0]?.place, '')
})

test('what a shopper sends back says so, and a pickup that failed is told from one that is to come', () => {
  assert.equal(readWebhook({ ...documented, is_return: 1 }, now)?.isReturn, true)
  const steps = ['Return Pickup Generated', 'RETURN PICKUP ERROR', 'RETURN_PICKED_UP', 'RETURN DELIVERED'].map(
    (label) => stepOfStatus({ label }),
  )
  assert.deepEqual(steps, ['packed', 'not-delivered', 'picked-up', 'delivered'])
})

test('a parcel without activities has no report', () => {
  const none = { tracking_data: { shipment_track: [], shipment_track_activities: [] } }
  assert.equal(readTracking('A1', none, now), undefined)
})

test('no body makes the reader fail', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), (body, scans, field) => {
      readWebhook(body, now)
      readWebhook({ ...documented, scans, current_timestamp: field, current_status: scans, awb: field }, now)
      readWebhook({ ...documented, scans: [{ date: field, activity: scans, 'sr-status-label': field }] }, now)
    }),
    { numRuns: 300 },
  )
})
