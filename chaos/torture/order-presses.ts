import { newQuantityField, variantField } from '#domain/orders/change-lines.ts'
import { awbField } from '#domain/orders/dispatch.ts'
import { createTrackingLinks } from '#server/orders/tracking-link.ts'
import { keyFor } from '#server/parcels/dispatch.ts'
import { someAddress } from '#tests/support/fixtures/factories.ts'
import { SECRET } from './environment.ts'
import { audited, csvOf, keyIn, oneOf, type Press, type Presses } from './press.ts'

const links = createTrackingLinks(SECRET)

/** Orders of shoppers: the canary's stay as they are. */
export const ORDERS = `(select * from orders where email like 'shopper%') as o`
/** Parcels of what was ordered, with the paise that are still to come for each. */
const PARCELS = `(select s.*, 100 * s.cash
    - coalesce((select sum(amount) from remittances where shipment_id = s.id), 0)
    - coalesce((select sum(amount) from cash_write_offs where shipment_id = s.id), 0) as rest
  from shipments as s join ${ORDERS} on o.id = s.order_id where s.kind = 'sale') as s`
/** Money for parcels that nobody knows. */
const UNKNOWN = `(select awb, -sum(amount) as seen from remittances
  where shipment_id is null and accepted_at is null group by awb) as unknown`
/** Something that an order can hold, with its price of today. */
const CHOICE = `(select v.id, v.price from sellable_variants as v where v.is_available
  and v.product_id = (select id from products where title like 'Pot %' order by random() limit 1) order by random() limit 1)`
const LINE = '(select position from order_lines where order_id = o.id order by random() limit 1) as line'
const IS_OPEN = `o.status = 'confirmed' and o.cancel <> 'cancelled' and o.dispatched <> 'whole'`
const KEY = 'gen_random_uuid() as key'
const PAID_ON = `(current_date - 1)::text as "paidOn"`

/** SQL: the desk has taken this order. */
const TAKEN = `exists (select from orders where checkout_key = (p->>'key')::uuid)`
const isCancelled = `exists (select from orders where id = (p->>'id')::bigint and cancel = 'cancelled')`
const inAudit = (action: string) => audited(action, `'order ' || (p->>'id')`)

/** The buttons of orders, their parcels and their cash. */
export const orderPresses: Presses = {
  'POST /adminDashboard/orders/:id dispatch': {
    on: `select o.id, ${KEY}, 'DTDC' as courier, 'T' || gen_random_uuid() as awb, '' as "trackingLink",
      case when random() < 0.4 then '1' end as "quantity:0", case when o.pick_up is not null then 'yes' end as "pickUp"
      from ${ORDERS} where ${IS_OPEN} and o.due = 0`,
    kept: keyIn('shipments'),
    often: 12,
  },
  'POST /adminDashboard/orders/:id step': {
    on: `select order_id as id, id as shipment,
      ${oneOf('picked-up', 'on-the-way', 'out-for-delivery', 'not-delivered', 'delivered', 'delivered', 'delivered', 'returned')} as step
      from ${PARCELS} where step not in ('delivered', 'returned', 'cancelled')`,
    kept: `exists (select from shipment_scans where shipment_id = (p->>'shipment')::bigint and step = p->>'step')`,
    often: 12,
  },
  'POST /adminDashboard/dispatch dispatch': several(`${oneOf('', 'DTDC')} as courier, 'send-anyway' as unconfirmed`),
  'POST /adminDashboard/dispatch book': several(`${oneOf('', 'cheapest', 'fastest')} as "wantedCourier"`),
  'POST /adminDashboard/dispatch step': {
    on: `select string_agg(distinct order_id::text, ',') as orders, ${KEY}, string_agg(id::text, ',') as shipments,
      ${oneOf('picked-up', 'on-the-way', 'delivered', 'cancelled')} as step from (select s.* from ${PARCELS}
        where step not in ('delivered', 'returned', 'cancelled') and not pick_up order by random() limit 3) as s having count(*) > 0`,
    query: ['orders', 'key'],
    kept: `exists (select from shipments as s left join shipment_scans as t on t.shipment_id = s.id
      where s.id = any (string_to_array(p->>'shipments', ',')::bigint[]) and p->>'step' in (s.step, t.step))`,
    often: 3,
  },
  'POST /adminDashboard/orders/:id book': {
    on: `select order_id as id, id as shipment, ${oneOf('', 'cheapest', 'fastest')} as "wantedCourier" from ${PARCELS}
      where not pick_up and (booking = 'failed' or booking is null and awb is null and step = 'packed')`,
    kept: `exists (select from audit where action in ('book courier', 'book again') and after->>'shipment' = p->>'shipment')
      or exists (select from shipments where id = (p->>'shipment')::bigint and step = 'cancelled')`,
    often: 3,
  },
  'POST /adminDashboard/orders/:id deliver': {
    on: `select o.id from ${ORDERS} where ${IS_OPEN}`,
    kept: inAudit('deliver order'),
    often: 2,
  },
  'POST /adminDashboard/orders deliver': {
    on: `select o.id from ${ORDERS} where ${IS_OPEN}`,
    kept: inAudit('deliver order'),
  },
  'POST /adminDashboard/orders/:id undo-delivery': {
    on: `select order_id as id from open_deliveries`,
    kept: inAudit('undo delivery'),
  },
  'POST /adminDashboard/orders undo-delivery': {
    on: `select order_id as id from open_deliveries`,
    kept: inAudit('undo delivery'),
  },
  'POST /adminDashboard/orders/:id approve-cancellation': {
    on: `select o.id from ${ORDERS} where o.cancel = 'requested'`,
    kept: isCancelled,
    often: 2,
  },
  'POST /adminDashboard/orders approve-cancellation': {
    on: `select o.id from ${ORDERS} where o.cancel = 'requested'`,
    kept: isCancelled,
  },
  'POST /adminDashboard/orders/:id cancel-parcel': {
    on: `select order_id as id, id as shipment from ${PARCELS} where step = 'packed'`,
    kept: `exists (select from shipments where id = (p->>'shipment')::bigint and step = 'cancelled')`,
    often: 2,
  },
  'POST /adminDashboard/orders/:id change-courier': {
    on: `select order_id as id, id as shipment, courier || ' / ' || coalesce(awb, '') as seen, 'Delhivery' as courier,
      'C' || gen_random_uuid() as awb, '' as "trackingLink" from ${PARCELS}
      where step not in ('delivered', 'returned', 'cancelled') and not pick_up`,
    kept: inAudit('change courier'),
  },
  'POST /adminDashboard/orders/:id hand-over': {
    on: `select order_id as id, id as shipment, case when rest > 0 then (rest / 100)::integer end as amount from ${PARCELS}
      where pick_up and step = 'packed'`,
    complete: (values) => ({ ...values, code: links.pickUpCode(Number(values.shipment)) }),
    kept: `exists (select from shipment_scans where shipment_id = (p->>'shipment')::bigint and step = 'delivered')`,
    often: 3,
  },
  'POST /adminDashboard/orders/:id take-back': {
    on: `select order_id as id, ${KEY}, id as shipment, ${oneOf('returned', 'not-delivered')} as reason,
      ${oneOf('good', 'damaged')} as state, ${oneOf('', 'not-yet')} as refund,
      (select position from shipment_lines where shipment_id = s.id order by random() limit 1) as line
      from ${PARCELS} where step in ('delivered', 'returned')`,
    complete: ({ state, line, ...values }) => ({ ...values, [`${state}:${line}`]: '1' }),
    kept: keyIn('returns'),
    often: 2,
  },
  'POST /adminDashboard/orders/:id refund-return': {
    on: `select r.order_id as id, r.id as return, ${oneOf('', '10')} as amount from returns as r where amount is null and return_request_id is null`,
    kept: inAudit('refund return'),
  },
  'POST /adminDashboard/orders/:id refund': {
    on: `select o.id, ${KEY}, 1 + floor(random() * 400) as amount, ${oneOf('goodwill', 'price-reduced', 'item-missing')} as reason
      from ${ORDERS} where o.dispatched <> 'none' or o.status = 'delivered'`,
    kept: keyIn('order_refunds'),
    often: 2,
  },
  'POST /adminDashboard/orders/:id change-quantity': {
    on: `select o.id, ${KEY}, ${LINE}, ${oneOf('1', '2', '4')} as quantity from ${ORDERS} where ${IS_OPEN}`,
    opens: ['seen'],
    kept: keyIn('order_changes'),
    often: 3,
  },
  'POST /adminDashboard/orders/:id remove-line': {
    on: `select o.id, ${KEY}, ${LINE} from ${ORDERS} where ${IS_OPEN}`,
    opens: ['seen'],
    // Without its last line it is cancelled.
    kept: `${keyIn('order_changes')} or ${isCancelled}`,
  },
  'POST /adminDashboard/orders/:id/change draft': {
    on: `select o.id, ${KEY}, 'pot' as find from ${ORDERS} where ${IS_OPEN}`,
    kept: `not ${keyIn('order_changes')}`,
  },
  'POST /adminDashboard/orders/:id/change save': {
    on: `select o.id, ${KEY}, ${LINE}, choice.id as variant, choice.price from ${ORDERS}, ${CHOICE} as choice where ${IS_OPEN}`,
    opens: ['seen'],
    complete({ line, variant, price, ...values }, random) {
      const position = Number(line)
      const quantity = { [newQuantityField(position)]: random.oneOf(['1', '2', '3']) }
      const change = random.oneOf([
        quantity,
        { ...quantity, [`remove:${line}`]: 'on' },
        { ...quantity, [variantField(position)]: `${variant}/${price}` },
        { [`add:${variant}`]: '1', [`price:${variant}`]: String(price) },
      ])
      return { ...values, ...change }
    },
    kept: keyIn('order_changes'),
    often: 3,
  },
  'POST /adminDashboard/orders/new draft': {
    on: `select ${KEY}, 'cash' as payment, 'shopper' as customer`,
    kept: `not ${TAKEN}`,
  },
  'POST /adminDashboard/orders/new save': {
    on: `select ${KEY}, u.id as "userId", u.email, ${oneOf('cash', 'link', 'counter')} as payment, choice.id as variant, choice.price
      from "user" as u, ${CHOICE} as choice where u.email like 'shopper%'`,
    complete: ({ variant, price, ...values }) => ({
      ...values,
      ...someAddress,
      [`add:${variant}`]: '1',
      [`price:${variant}`]: String(price),
    }),
    kept: TAKEN,
    often: 2,
  },
  'POST /adminDashboard/orders/:id change-address': {
    on: `select o.id from ${ORDERS} where ${IS_OPEN}`,
    complete: (values, random) => ({
      ...values,
      ...someAddress,
      address: `${random.oneOf(['1', '2', '3'])} Hill Road`,
    }),
  },
  'POST /adminDashboard/orders/:id note': {
    on: `select o.id, o.note as seen, gen_random_uuid() as note from ${ORDERS}`,
    kept: inAudit('change note'),
  },
  'POST /adminDashboard/orders/:id confirm-cash': {
    on: `select o.id from ${ORDERS} where confirmation_asked_at is not null and cash_confirmed_at is null
      and o.status = 'confirmed' and o.cancel = 'none' and o.dispatched = 'none'`,
    kept: inAudit('confirm cash order'),
  },
  'POST /orders/:id/confirm/:token': {
    on: `select o.id from ${ORDERS} where confirmation_asked_at is not null and cash_confirmed_at is null
      and o.status = 'confirmed' and o.cancel = 'none' and o.dispatched = 'none'`,
    complete: (values) => ({ ...values, token: links.tokenOf('confirm', Number(values.id)) }),
  },
  'POST /orders/:id change-address': {
    on: `select o.id, o.mobile_number as number from ${ORDERS}, me where o.user_id = me.id and ${IS_OPEN} and o.dispatched = 'none'`,
    complete: ({ number = '', ...values }, random) => ({
      ...{ ...values, ...someAddress, mobileNumber: number },
      address: `${random.oneOf(['1', '2', '3'])} Lake Road`,
    }),
  },
  'POST /orders/:id/redeliver/:token': {
    on: `select order_id as id, ${oneOf('again', 'again', 'cancel')} as answer, (current_date + 3)::text as day, '' as phone, '' as address
      from ${PARCELS} where step = 'not-delivered'`,
    complete: (values) => ({ ...values, token: links.tokenOf('redeliver', Number(values.id)) }),
    kept: `exists (select from delivery_answers as d join shipments as s on s.id = d.shipment_id where s.order_id = (p->>'id')::bigint)`,
    often: 3,
  },

  'POST /adminDashboard/orders/:id receive-cash': {
    on: `select order_id as id, id as shipment, ${KEY}, rest as seen, ceil(rest * ${oneOf('0.5', '1')}::numeric / 100) as amount,
      'UTR' || id as reference, ${PAID_ON} from ${PARCELS} where step = 'delivered' and rest > 0`,
    kept: inAudit('receive cash'),
    often: 2,
  },
  'POST /adminDashboard/orders/:id remove-cash': {
    on: `select s.order_id as id, r.id as receipt from remittances as r join shipments as s on s.id = r.shipment_id where r.key is not null`,
    kept: inAudit('remove cash'),
  },
  'POST /adminDashboard/orders/:id write-off-cash': {
    on: `select order_id as id, id as shipment, ${KEY}, rest as seen, 'Lost by the courier' as reason
      from ${PARCELS} where step = 'delivered' and rest > 0 and random() < 0.3`,
    kept: inAudit('write off cash'),
  },
  'POST /adminDashboard/cash import': {
    on: `select 'R' || gen_random_uuid() as reference, awb, cash from ${PARCELS} where awb is not null and cash > 0`,
    complete({ awb, cash, ...values }) {
      const rows = [`${awb},${cash}`, `X${values.reference},100`].map((row) => `${row},2026-01-02,${values.reference}`)
      return { ...values, file: csvOf('AWB,Amount,Date,UTR', ...rows) }
    },
    kept: `exists (select from remittances where reference = p->>'reference')
      or exists (select from audit where action = 'remove remittance' and after->>'reference' = p->>'reference')`,
  },
  'POST /adminDashboard/cash remove-import': {
    on: `select id as import, 'yes' as confirmed from remittance_imports where random() < 0.1`,
    kept: `not exists (select from remittance_imports where id = (p->>'import')::bigint)`,
  },
  'POST /adminDashboard/cash accept': {
    on: `select awb, seen, ${KEY} from ${UNKNOWN}`,
    kept: `exists (select from audit where action = 'accept difference' and after->>'awb' = p->>'awb')`,
  },
  'POST /adminDashboard/cash assign': {
    on: `select awb, seen, (select order_id from ${PARCELS} where cash > 0 order by random() limit 1) as order from ${UNKNOWN}`,
    kept: `exists (select from audit where action = 'assign cash' and after->>'awb' = p->>'awb')`,
  },
  'POST /adminDashboard/cash write-off': {
    on: `select id as shipment, ${KEY}, rest as seen, 'Lost' as reason from ${PARCELS}
      where step = 'delivered' and rest <> 0 and cash > 0 and random() < 0.3`,
  },
  'POST /adminDashboard/cash paid-back': {
    on: `select id as "counter-refund", ${PAID_ON}, 'U' || gen_random_uuid() as reference from counter_refunds where paid_back_on is null`,
    kept: `exists (select from counter_refunds where paid_back_reference = p->>'reference')`,
    often: 2,
  },
}

/** Dispatches some orders at once. @param fields SQL */
function several(fields: string): Press {
  return {
    on: `select string_agg(id::text, ',') as orders, ${KEY}, ${fields} from (select o.id from ${ORDERS}
      where ${IS_OPEN} and o.due = 0 order by random() limit 3) as chosen having count(*) > 0`,
    query: ['orders', 'key'],
    complete({ orders, key, ...values }) {
      const ids = String(orders).split(',').map(Number)
      const awbs = values.courier ? ids.map((id) => [awbField(id), `M${id}-${key}`]) : []
      return {
        ...values,
        ...Object.fromEntries(awbs),
        orders,
        key,
        made: ids.map((id) => keyFor(String(key), id)).join(),
      }
    },
    kept: `exists (select from shipments where key = any (string_to_array(p->>'made', ',')::uuid[]))`,
    often: 3,
  }
}
