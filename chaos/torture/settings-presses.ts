import { SECTIONS, type SectionName } from '#domain/settings/sections.ts'
import { readSettings } from '#domain/shop/settings.ts'
import { versionOf } from '#server/settings/settings.ts'
import { someAddress } from '#tests/support/fixtures/factories.ts'
import { createImage } from './images.ts'
import { ORDERS } from './order-presses.ts'
import { audited, csvOf, keyIn, oneOf, type Press, type Presses } from './press.ts'
import { FAR_PINCODE } from './shoppers.ts'

const ROWS = `(select coalesce(jsonb_agg(jsonb_build_object('name', name, 'value', value)), '[]') from settings)::text as rows`
const MESSAGE = `'message ' || (p->>'id')`
const CHANGED = audited('change settings', `'shop'`)

/** A section with one value that nobody else minds. @param value SQL */
function section(name: SectionName, field: string, value: string): Press {
  return {
    on: `select ${ROWS}, (${value})::text as value`,
    complete({ rows, value }) {
      const settings = readSettings(JSON.parse(String(rows)))
      const { names, typedOf } = SECTIONS[name]
      return { ...typedOf(settings), version: versionOf(settings, names), [field]: value ?? '' }
    },
    kept: `exists (select from audit where action = 'change settings' and after->>'${field}' = p->>'${field}')`,
  }
}

const versionOfText = (name: string) =>
  `coalesce((select max(version) from texts where name = '${name}'), 0) as version`

/** @param stored its name in the table, which keeps every version @param words SQL @param isKept a preview is not */
function text(name: string, stored: string, words: string, isKept = true): Press {
  return {
    on: `select '${name}' as name, ${versionOfText(stored)}, ${words} || gen_random_uuid() as markdown`,
    kept: `${isKept ? '' : 'not'} exists (select from texts where name = '${stored}' and markdown = p->>'markdown')`,
  }
}

function overwriting(name: string, stored: string, words: string): Press {
  const { on, ...press } = text(name, stored, words)
  return { ...press, on: `select name, version as theirs, markdown from (${on}) as opened` }
}

function restoring(name: string, stored: string, subject: string): Press {
  return {
    on: `select '${name}' as name, ${versionOfText(stored)}, 0 as restore where exists (select from texts where name = '${stored}')`,
    kept: audited('restore text', `'${subject}'`),
  }
}

/** The buttons of all that the owner writes and sets: sections, wordings, connections, pages, collections and the order of the home page. */
export const settingsPresses: Presses = {
  'POST /adminDashboard/settings save-messages': section(
    'save-messages',
    'sendFrom',
    `gen_random_uuid() || '@torture.example'`,
  ),
  'POST /adminDashboard/settings save-returns': section('save-returns', 'keepItBelow', '600 + floor(random() * 900)'),
  'POST /adminDashboard/settings save-shop': section('save-shop', 'x', `'https://x.com/' || gen_random_uuid()`),
  'POST /adminDashboard/settings save-payment': section(
    'save-payment',
    'largestCashOrder',
    '9000000 + floor(random() * 900000)',
  ),
  'POST /adminDashboard/settings save-stock': section('save-stock', 'lowStock', '10 + floor(random() * 90)'),
  'POST /adminDashboard/settings save-look': section(
    'save-look',
    'accentColour',
    `'#1' || lpad(floor(random() * 40000)::text, 5, '0')`,
  ),
  'POST /adminDashboard/settings save-legal': section('save-legal', 'legalName', 'gen_random_uuid()'),
  'POST /adminDashboard/settings save-sellers': section(
    'save-sellers',
    'sellerDailyMegabytes',
    '1000 + floor(random() * 9000)',
  ),
  'POST /adminDashboard/settings save-search': section(
    'save-search',
    'keepSearchesDays',
    '100 + floor(random() * 3000)',
  ),
  'POST /adminDashboard/settings save-privacy': section('save-privacy', 'grievanceContact', 'gen_random_uuid()'),
  // The other sections must not undo it.
  'POST /adminDashboard/searches add-synonym': {
    on: `select 'word ' || left(gen_random_uuid()::text, 8) as word, 'pot' as means`,
    kept: `exists (select from settings where name = 'synonyms' and strpos(value::text, p->>'word') > 0)`,
  },
  'POST /adminDashboard/settings save-delivery': section(
    'save-delivery',
    'usualWeight',
    '(1 + floor(random() * 9000)) / 1000',
  ),
  // One that is over.
  'POST /adminDashboard/settings save-pause': section(
    'save-pause',
    'pausedUntil',
    `to_char(now() - interval '10 days' - random() * interval '1 year', 'YYYY-MM-DD"T"HH24:MI')`,
  ),
  'POST /adminDashboard/settings save-areas': {
    on: 'select 1 + floor(random() * 900)::integer as more',
    complete({ more }) {
      const others = Array.from({ length: Number(more) }, (_, n) => String(400_001 + n))
      const rows = [someAddress.pincode, FAR_PINCODE, ...others].map((pincode) => `${pincode},,yes,`)
      return { pincodes: String(rows.length), areas: csvOf('pincode,days,cash,largest', ...rows) }
    },
    kept: `exists (select from audit where action = 'replace pincodes' and after->>'pincodes' = p->>'pincodes')`,
  },
  'POST /adminDashboard/settings test-messages': { on: 'select 1 where random() < 0.3' },
  'POST /adminDashboard/settings/connections save': {
    on: `select 'web3forms' as service, gen_random_uuid() as "WEB3FORMS_ACCESS_KEY",
      coalesce((select version::text from connections where service = 'web3forms'), '') as seen`,
    kept: audited('change connection', `'shop'`),
  },
  'POST /adminDashboard/settings/connections remove': {
    on: `select service, version as seen from connections where service = 'web3forms'`,
    kept: audited('remove connection', `'shop'`),
  },
  'POST /adminDashboard/settings/connections submit': { on: `select 'whatsapp' as service, '' as seen`, often: 2 },
  'POST /adminDashboard/settings/connections test': {
    on: `select 'shiprocket' as service, '' as seen where random() < 0.3`,
  },
  'POST /adminDashboard/settings/wordings/:name save': text('paid-now', 'wordings/paid-now', `'Paid: {{amount}}. '`),
  'POST /adminDashboard/settings/wordings/:name preview': text('paid-now', 'wordings/paid-now', `'Paying: '`, false),
  'POST /adminDashboard/settings/wordings/:name restore': restoring(
    'paid-now',
    'wordings/paid-now',
    'wording paid-now',
  ),
  'POST /adminDashboard/settings/texts/:name save': text('terms', 'terms', `'# Terms '`),
  'POST /adminDashboard/settings/texts/:name preview': text('terms', 'terms', `'# Preview '`, false),
  'POST /adminDashboard/settings/texts/:name restore': restoring('terms', 'terms', 'text terms'),
  'POST /adminDashboard/settings/texts/:name overwrite': overwriting('warranty', 'warranty', `'# Warranty '`),
  'POST /adminDashboard/settings/wordings/:name overwrite': overwriting(
    'confirm-cash',
    'wordings/confirm-cash',
    `'Please confirm: {{confirm-link}} '`,
  ),
  'POST /adminDashboard/settings/pictures': {
    on: 'select 1 as number where random() < 0.3',
    complete: async (values, random) => ({ ...values, picture: await createImage(random) }),
  },
  'POST /adminDashboard/emails send-again': {
    on: `select id from sent_messages where state = 'failed'`,
  },
  'POST /contactUs': {
    on: `select gen_random_uuid() as key, 'Meera' as name, 'meera@torture.example' as email, '9845000012' as phone,
      'Do you sell urns?' as message where random() < 0.2`,
    kept: keyIn('contact_messages'),
  },
  'POST /contactUs/:order': {
    on: `select gen_random_uuid() as key, o.id as order, 'Meera' as name, o.email, '9845000012' as phone, 'Where is it?' as message
      from ${ORDERS} where (select random()) < 0.2`,
    kept: keyIn('contact_messages'),
  },
  'POST /adminDashboard/messages/:id reply': {
    on: `select id, gen_random_uuid() as key, 'We do.' as reply from contact_messages where state <> 'closed'`,
    opens: ['seen'],
    kept: keyIn('contact_replies'),
  },
  'POST /adminDashboard/messages close': {
    on: `select id from contact_messages where random() < 0.2`,
    kept: audited('close message', MESSAGE),
  },
  'POST /adminDashboard/messages reopen': {
    on: `select id from contact_messages where state = 'closed'`,
    // A reply has opened it before.
    kept: `${audited('reopen message', MESSAGE)} or ${audited('answer message', MESSAGE)}`,
  },
  'POST /adminDashboard/users/:id note': {
    on: `select id, gen_random_uuid() as note, 'VIP' as tags from "user" where email like 'shopper%'`,
    opens: ['version'],
    kept: audited('change customer note', `'user ' || (p->>'id')`),
  },
  'POST /adminDashboard/users role': {
    on: `select id as "userId", ${oneOf('user', 'seller')} as role, 'yes' as confirmed from "user" where email like '%@past.example'`,
    kept: `exists (select from "user" where id = p->>'userId' and role = p->>'role') or ${audited('change role', `'user ' || (p->>'userId')`)}`,
  },
  'POST /adminDashboard/sessions end': {
    on: `select s.id from session as s join "user" as u on u.id = s.user_id where u.email like 'invited%' and random() < 0.3`,
    kept: `not exists (select from session where id = p->>'id')`,
  },
  'POST /adminDashboard/views save': {
    on: `select me.id as owner, ${oneOf('', 'Old ')} || gen_random_uuid() as name, '/adminDashboard/orders?q=Asha' as address
      from me where random() < 0.3`,
    kept: `p->>'name' like 'Old %' or exists (select from saved_views where (user_id, name) = (p->>'owner', p->>'name'))`,
  },
  'POST /adminDashboard/views delete': {
    on: `select v.id from saved_views as v join me on v.user_id = me.id where v.name like 'Old %'`,
    kept: `not exists (select from saved_views where id = (p->>'id')::bigint)`,
  },

  'POST /adminDashboard/collections/:id save': {
    on: `select 'new' as id, 'Gifts ' || gen_random_uuid() as name, 'rule' as chosen, 'gift' as tag`,
    kept: `exists (select from collections where name = p->>'name') or ${audited('delete collection', `'collection ' || (p->>'name')`)}`,
  },
  'POST /adminDashboard/collections delete': {
    on: `select id, 'yes' as confirmed from collections where random() < 0.2`,
    kept: `not exists (select from collections where id = (p->>'id')::bigint)`,
  },
  'POST /adminDashboard/pages/:id save': {
    on: `select 'new' as id, 'Page ' || made as title, 'page-' || made as address, 'Come by.' as text from (select gen_random_uuid() as made) as one`,
    kept: `exists (select from own_pages where title = p->>'title') or ${audited('delete page', `'page ' || (p->>'title')`)}`,
  },
  'POST /adminDashboard/pages delete': {
    on: `select id, 'yes' as confirmed from own_pages where random() < 0.2`,
    kept: `not exists (select from own_pages where id = (p->>'id')::bigint)`,
  },
  'POST /adminDashboard/ready keep': {
    on: `select 'backup' as id where random() < 0.5`,
    kept: audited('keep as it is', `'shop'`),
  },
  'POST /adminDashboard/ready ask-again': {
    on: `select 'backup' as id from settings where name = 'acceptedChecks' and value::text like '%backup%'`,
    kept: audited('ask again', `'shop'`),
  },
  'POST /adminDashboard/home': {
    on: `select ${ROWS}, ${oneOf('0', '99')} as place`,
    complete: ({ rows, place = '0' }) => ({
      seen: versionOf(readSettings(JSON.parse(String(rows))), ['homeOrder', 'homeHidden']),
      'place tips': place,
    }),
    kept: CHANGED,
  },
}
