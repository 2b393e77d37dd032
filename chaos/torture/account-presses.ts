import { timingField, wayField } from '#domain/accounts/notification-choices.ts'
import { EVENT_KINDS } from '#domain/accounts/notifications.ts'
import type { Email } from '#sandbox/emailjs.ts'
import { createTrackingLinks } from '#server/orders/tracking-link.ts'
import { PUSH_SERVICE, SECRET } from './environment.ts'
import { audited, oneOf, type Presses } from './press.ts'
import { readSandbox } from './sandbox.ts'
import { PASSWORD } from './shoppers.ts'

const links = createTrackingLinks(SECRET)

/** The person who presses, with a number of their own. */
const ME = `(select u.*, '+9197' || lpad((abs(hashtext(u.id)) % 100000000)::text, 8, '0') as number
  from "user" as u join me using (id)) as u`
const IS_STAFF = `(u.role = 'admin' or u.staff_role is not null)`

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
  'POST /account number': {
    on: `select u.id as owner, u.number, '${PASSWORD}' as password from ${ME}
      where not exists (select from whatsapp_numbers where user_id = u.id)`,
    kept: `not exists (select from whatsapp_numbers where number = p->>'number' and user_id <> p->>'owner')`,
    often: 2,
  },
  'POST /account confirm-number': {
    on: `select u.id as owner, u.number from ${ME} where not exists (select from whatsapp_numbers where user_id = u.id)`,
    complete({ number, ...values }, _, { meta }) {
      const sent = meta.messages().find(({ to, text }) => `+${to}` === number && /^\d{6} /.test(text))
      return sent && { ...values, number: String(number), code: sent.text.slice(0, 6) }
    },
    // Staff remove theirs.
    kept: `exists (select from "user" as u where u.id = p->>'owner' and ${IS_STAFF})
      or exists (select from whatsapp_numbers where (user_id, number) = (p->>'owner', p->>'number'))`,
    often: 2,
  },
  'POST /account remove-number': {
    on: `select u.id as owner from ${ME} join whatsapp_numbers as w on w.user_id = u.id where ${IS_STAFF}`,
    kept: audited('remove number', `'user ' || (p->>'owner')`),
  },
  'POST /account add-device': {
    on: `select u.id as owner, '${PUSH_SERVICE}/' || u.id || ${oneOf('/0', '/1', '/2')} as endpoint,
      'B' || repeat('A', 86) as p256dh, repeat('A', 22) as auth from ${ME} where ${IS_STAFF}`,
    kept: `p->>'endpoint' like '%/0'
      or exists (select from push_devices where (user_id, endpoint) = (p->>'owner', p->>'endpoint'))`,
  },
  'POST /account remove-device': {
    on: `select d.id from push_devices as d join me on d.user_id = me.id where d.endpoint like '%/0'`,
    kept: `not exists (select from push_devices where id = (p->>'id')::uuid)`,
  },
  'POST /wishlist/stop/:id/:token': {
    on: `select distinct u.id from "user" as u join wishlist_items as w on w.user_id = u.id
      where u.email like 'helper%' and w.asked_price is not null and random() < 0.05`,
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
