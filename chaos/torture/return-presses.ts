import { createImage } from './images.ts'
import { ORDERS } from './order-presses.ts'
import { audited, keyIn, oneOf, type Press, type Presses } from './press.ts'

const MINE = `(select o.* from ${ORDERS}, me where o.user_id = me.id) as o`
const REQUESTS = `(select 'RET-' || r.id as number, r.* from return_requests as r) as r`
const IS_OPEN = `r.state in ('requested', 'acknowledged', 'pickup-booked', 'dropping-off', 'kept', 'received')`
const KEY = 'gen_random_uuid() as key'
const CARRIER = `'Delhivery' as courier, 'R' || gen_random_uuid() as awb, '' as "trackingLink"`

const REQUEST = `substr(p->>'number', 5)::bigint`
/** SQL: the request has come to this state at some time. */
const hasBeen = (state: string) =>
  `exists (select from return_request_steps where request_id = ${REQUEST} and state = '${state}')`

/** Adds a picture to one in four. */
const withPicture: Press['complete'] = async (values, random) =>
  random.chance(0.25) ? { ...values, pictures: await createImage(random) } : values

/** The buttons of returns, from the request to its end, and of reviews with their moderation. */
export const returnPresses: Presses = {
  'POST /orders/:id/return': {
    on: `select o.id, ${KEY}, l.position as item, '1' as quantity, asked.*, 'It has a crack.' as words
      from ${MINE} join order_lines as l on l.order_id = o.id cross join (values ('damaged', 'money'), ('wrong', 'money'),
        ('damaged', 'voucher'), ('not-as-shown', 'voucher'), ('changed-mind', 'voucher'), ('warranty', 'voucher'),
        ('wrong', 'replacement'), ('warranty', 'replacement'), ('never-arrived', 'money')) as asked (reason, wanted)
      where o.cancel <> 'cancelled' and (o.status = 'delivered' or o.dispatched <> 'none' and random() < 0.1) and l.quantity >
        (select count(*) from return_requests as r where (r.order_id, r.position) = (o.id, l.position)
          and r.state not in ('declined', 'withdrawn'))`,
    complete: withPicture,
    kept: keyIn('return_requests'),
    often: 8,
  },
  'POST /orders/:id withdraw-return': {
    on: `select o.id, r.id as return from ${MINE} join ${REQUESTS} on r.order_id = o.id where ${IS_OPEN} and random() < 0.2`,
    kept: `exists (select from return_requests where id = (p->>'return')::bigint and state = 'withdrawn')`,
  },
  'POST /orders/:id/return/:number': {
    on: `select o.id, r.number, case when r.settled_as = 'voucher' and random() < 0.3 then 'money-instead' else 'upi' end as kind,
      'Meera' as name, 'meera@okaxis' as upi from ${MINE} join ${REQUESTS} on r.order_id = o.id where r.state <> 'withdrawn'`,
    often: 2,
  },
  'POST /orders/:id review': {
    on: `select o.id, l.position, coalesce(r.version, 0) as seen, ${oneOf('1', '3', '5')} as stars, gen_random_uuid() as text,
      ${oneOf('name', 'hidden')} as shown from ${MINE} join order_lines as l on l.order_id = o.id
      left join reviews as r on (r.order_id, r.position) = (o.id, l.position) where o.status = 'delivered'`,
    complete: withPicture,
    // The others may be withdrawn.
    kept: `(p->>'id')::bigint % 5 = 0
      or exists (select from reviews where (order_id, position) = ((p->>'id')::bigint, (p->>'position')::integer))`,
    often: 4,
  },
  'POST /orders/:id withdraw-review': {
    on: `select o.id, r.position from ${MINE} join reviews as r on r.order_id = o.id where o.id % 5 = 0`,
  },

  'POST /adminDashboard/returns/:number acknowledge': {
    on: `select r.number from ${REQUESTS} where r.state = 'requested'`,
    kept: hasBeen('acknowledged'),
    often: 3,
  },
  'POST /adminDashboard/returns/:number decline': {
    on: `select r.number, 'It was dropped.' as why from ${REQUESTS} where ${IS_OPEN} and r.reason in ('changed-mind', 'warranty')`,
    kept: hasBeen('declined'),
  },
  'POST /adminDashboard/returns/:number book-pickup': {
    on: `select r.number, ${KEY}, ${CARRIER} from ${REQUESTS} where ${IS_OPEN}`,
    kept: hasBeen('pickup-booked'),
  },
  'POST /adminDashboard/returns/:number cancel-pickup': {
    on: `select r.number from ${REQUESTS} where r.state = 'pickup-booked'`,
  },
  'POST /adminDashboard/returns/:number drop-off': {
    on: `select r.number from ${REQUESTS} where ${IS_OPEN}`,
    kept: hasBeen('dropping-off'),
  },
  'POST /adminDashboard/returns/:number keep': {
    on: `select r.number from ${REQUESTS} where r.state in ('requested', 'acknowledged')`,
    kept: hasBeen('kept'),
  },
  'POST /adminDashboard/returns/:number receive': {
    on: `select r.number, ${KEY}, ${oneOf('1', '0')} as good, '' as damaged from ${REQUESTS} where ${IS_OPEN}`,
    complete: ({ good, ...values }) => ({
      ...values,
      ...(good === '1' ? { good, damaged: '' } : { good: '', damaged: '1' }),
    }),
    kept: hasBeen('received'),
    often: 4,
  },
  'POST /adminDashboard/returns/:number pay-back': {
    on: `select r.number, ${KEY}, ${oneOf('1', '100', '250')} as amount from ${REQUESTS} where ${IS_OPEN}`,
    kept: `exists (select from return_requests where id = ${REQUEST} and settled_as = 'money')`,
    often: 3,
  },
  'POST /adminDashboard/returns/:number replace': {
    on: `select r.number, ${KEY}, ${CARRIER} from ${REQUESTS} where ${IS_OPEN} and r.wanted = 'replacement'`,
    kept: `exists (select from shipments where return_request_id = ${REQUEST} and kind = 'replacement')`,
    often: 3,
  },
  'POST /adminDashboard/returns/:number cancel-replacement': {
    on: `select r.number from ${REQUESTS} where r.settled_as = 'replacement'`,
    kept: `exists (select from shipments where return_request_id = ${REQUEST} and kind = 'replacement' and step = 'cancelled')`,
  },
  'POST /adminDashboard/returns/:number give-voucher': {
    on: `select r.number, ${KEY}, ${oneOf('50', '200', '450')} as amount from ${REQUESTS} where ${IS_OPEN} and r.wanted = 'voucher'`,
    kept: `exists (select from vouchers where return_request_id = ${REQUEST})`,
    often: 6,
  },
  'POST /adminDashboard/returns/:number mark-paid': {
    on: `select r.number, 'U' || gen_random_uuid() as reference, (current_date - 1)::text as "paidOn" from ${REQUESTS}
      where exists (select from counter_refunds as c join order_refunds as a on a.id = c.order_refund_id
        where a.return_request_id = r.id and c.paid_back_on is null)`,
    kept: audited('pay back', `'order ' || (select order_id from return_requests where id = ${REQUEST})`),
    often: 2,
  },

  'POST /adminDashboard/reviews publish': { ...review('publish'), often: 3 },
  'POST /adminDashboard/reviews decline': review('decline', `'link' as reason,`),
  'POST /adminDashboard/reviews answer': review('answer', `'We send another one.' as answer,`),
}

/** A decision of the desk about a review, as it is at this moment. */
function review(decision: string, fields = ''): Press {
  return {
    on: `select r.id as review, ${fields}
      concat_ws('-', version, state, coalesce(floor(1000 * extract(epoch from answered_at)), 0)) as seen from reviews as r`,
    kept: `${audited(`${decision} review`, `'review ' || (p->>'review')`)}
      or not exists (select from reviews where id = (p->>'review')::bigint)`,
  }
}
