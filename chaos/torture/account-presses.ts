import { timingField, wayField } from '#domain/accounts/notification-choices.ts'
import { EVENT_KINDS } from '#domain/accounts/notifications.ts'
import type { Email } from '#sandbox/emailjs.ts'
import { createTrackingLinks } from '#server/orders/tracking-link.ts'
import { someAddress } from '#tests/support/fixtures/factories.ts'
import { PUSH_SERVICE, SECRET } from './environment.ts'
import { audited, oneOf, type Presses } from './press.ts'
import { readSandbox } from './sandbox.ts'
import { PASSWORD } from './shoppers.ts'

const links = createTrackingLinks(SECRET)

/** The person who presses, with a number of their own. */
const ME = `(select u.*, '+9197' || lpad((abs(hashtext(u.id)) % 100000000)::text, 8, '0') as number
  from "user" as u join me using (id)) as u`
/** Others lose their devices with their role. */
const STAYS_STAFF = `u.email ~ '^(adm|man)'`

/** The buttons of one's own account. */
export const accountPresses: Presses = {
  'POST /account notifications': {
    on: `select me.id as owner, ${oneOf('digest', 'never')} as timing from me`,
    complete: ({ timing = 'never', ...values }) => ({
      ...values,
      ...Object.fromEntries(
        Object.keys(EVENT_KINDS).flatMap((kind) => [
          [timingField(kind), timing],
          [wayField(kind), 'email'],
        ]),
      ),
    }),
  },
  'POST /account add-address': {
    on: `select u.id as owner, ${oneOf('0', '1', '2', '3')} || ' Wish Road' as address from ${ME}`,
    complete: (values) => ({ ...someAddress, ...values }),
    kept: `p->>'address' like '0 %' or exists (select from addresses where (user_id, address) = (p->>'owner', p->>'address'))`,
  },
  'POST /account delete-address': {
    on: `select a.id from addresses as a join me on me.id = a.user_id where address = '0 Wish Road'`,
    kept: `not exists (select from addresses where id = (p->>'id')::bigint)`,
  },
  'POST /account default-address': {
    on: `select a.id, me.id as owner from addresses as a join me on me.id = a.user_id where address <> '0 Wish Road'`,
    kept: `1 = (select count(*) from addresses where user_id = p->>'owner' and is_default)`,
  },
  'POST /account/privacy download': {
    on: `select u.id as owner from ${ME} where random() < 0.1`,
    kept: audited('ask for own data', `'user ' || (p->>'owner')`),
  },
  'POST /account number': {
    on: `select u.id as owner, u.number, '${PASSWORD}' as password from ${ME}
      where not exists (select from whatsapp_numbers where user_id = u.id) and random() < 0.5`,
    // It belongs to an account only once it is confirmed.
    kept: `not exists (select from whatsapp_numbers where number = p->>'number' and user_id <> p->>'owner')`,
  },
  'POST /account confirm-number': {
    on: `select u.id as owner, u.number from ${ME} where not exists (select from whatsapp_numbers where user_id = u.id)`,
    complete({ number, ...values }, _, { meta }) {
      const sent = meta.messages().find(({ to, text }) => `+${to}` === number && /^\d{6} /.test(text))
      return sent && { ...values, number: String(number), code: sent.text.slice(0, 6) }
    },
    // Staff remove theirs.
    kept: `exists (select from "user" as u where u.id = p->>'owner' and ${STAYS_STAFF})
      or exists (select from whatsapp_numbers where (user_id, number) = (p->>'owner', p->>'number'))`,
    often: 2,
  },
  'POST /account remove-number': {
    on: `select u.id as owner from ${ME} join whatsapp_numbers as w on w.user_id = u.id where ${STAYS_STAFF}`,
    kept: audited('remove number', `'user ' || (p->>'owner')`),
  },
  'POST /account add-device': {
    on: `select u.id as owner, '${PUSH_SERVICE}/' || u.id || ${oneOf('/0', '/1', '/2')} as endpoint,
      'B' || repeat('A', 86) as p256dh, repeat('A', 22) as auth from ${ME} where ${STAYS_STAFF}`,
    kept: `p->>'endpoint' like '%/0'
      or exists (select from push_devices where (user_id, endpoint) = (p->>'owner', p->>'endpoint'))`,
  },
  'POST /account remove-device': {
    on: `select d.id from push_devices as d join me on d.user_id = me.id where d.endpoint like '%/0'`,
    kept: `not exists (select from push_devices where id = (p->>'id')::uuid)`,
  },
  'POST /wishlist/stop/:id/:token': {
    on: `select id from "user" as u where email like 'helper%' and random() < 0.01
      and exists (select from wishlist_items where user_id = u.id and asked_price is not null)`,
    complete({ id }) {
      const [, , , , token = ''] = links.stopPricesPath(String(id)).split('/')
      return { id: String(id), token }
    },
    // They ask for no more.
    kept: `not exists (select from wishlist_items where user_id = p->>'id' and asked_price is not null)`,
  },
  'POST /staff/join': {
    on: `select u.id as owner, u.email from ${ME} join staff_invites as i using (email) where i.used_at is null`,
    query: ['token'],
    complete({ email, ...values }, _, environment) {
      const sent = readSandbox<Email>(environment, 'email').filter(({ params }) => params.email === email)
      const token = /join\?token=([\w-]+)/.exec(JSON.stringify(sent))?.[1]
      return token === undefined ? undefined : { ...values, token }
    },
    kept: audited('join staff', `'user ' || (p->>'owner')`),
    often: 4,
  },
}
