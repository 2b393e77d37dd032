import { ownFieldName } from '#domain/catalog/forms/own-variants.ts'
import { partField } from '#domain/catalog/forms/set-form.ts'
import type { Values } from './client.ts'
import { createImage } from './images.ts'
import { audited, oneOf, type Presses } from './press.ts'

const PRODUCTS = `(select * from products where title like 'Pot %') as p`
const COUNTED = `(select id from products where title like 'Pot counted %') as counted`
const HELPERS = `(select id as "userId", staff_role as seen from "user" where email like 'helper%' and staff_role is not null) as u`
const SHOPPERS = `(select id from "user" where email like 'shopper%') as shoppers`
const LINK = 'select token as ended from wishlist_links join me on me.id = user_id'
const IS_OVER = `not exists (select from wishlist_links where token = (p->>'ended')::uuid)`

/** The buttons of products, offers, staff and wishlists. */
export const shopPresses: Presses = {
  'POST /addproduct/save': {
    on: `select 'Pot made ' || gen_random_uuid() as title, 'POT' as category, 'Made under torture.' as description,
      ${oneOf('Pot', 'Other', 'Set')} as kind, counted.id as part from ${COUNTED}`,
    async complete({ part, ...values }, random) {
      const kinds: Record<string, Values> = {
        Pot: { price: '495', sizeCode: 'C01' },
        Other: {
          stock: 'counted',
          option1: 'Pack',
          values1: '1 kg, 5 kg',
          ...pack('1 kg', '95'),
          ...pack('5 kg', '295'),
        },
        Set: { parts: '', setPercent: '10', ...partOf(part) },
      }
      return { ...values, ...kinds[String(values.kind)], images: await createImage(random) }
    },
    kept: `exists (select from products where title = p->>'title')`,
    often: 4,
  },
  'POST /adminDashboard restock': {
    on: `select p.id from ${PRODUCTS} where exists (select from order_lines as l where l.product_id = p.id and l.delivered_at is not null)`,
    kept: audited('restock product', `'product ' || (p->>'id')`),
    often: 8,
  },
  'POST /adminDashboard save-row': {
    on: `select p.id, p.version, 480 + floor(random() * 40) as price from ${PRODUCTS} where p.stock <> 'set' and p.size_code is not null`,
    kept: audited('update product', `'product ' || (p->>'id')`),
  },
  'POST /adminDashboard take-off-sale': { on: `select p.id from ${PRODUCTS} where p.on_sale and p.id % 20 = 0` },
  'POST /adminDashboard put-on-sale': { on: `select p.id from ${PRODUCTS} where not p.on_sale` },

  'POST /adminDashboard/offers/:id save': {
    on: `select 'new' as id, ${oneOf('percent', 'rupees')} as kind, ${oneOf('5', '20')} as amount, 'order' as "appliesTo",
      ${oneOf('2', '5', '')} as "usesInAll", ${oneOf('1', '')} as "usesByPerson", code, 'Offer ' || code as name
      from (select upper(substr(gen_random_uuid()::text, 1, 8)) as code) as made`,
    kept: `exists (select from offers where code = p->>'code')`,
  },
  'POST /adminDashboard/offers/:id make-codes': {
    on: `select id, 2 as "howMany" from offers where needs_code and (ends_at is null or ends_at > now())`,
    kept: `exists (select from offer_codes where offer_id = (p->>'id')::bigint)`,
  },
  'POST /adminDashboard/offers end': {
    on: `select id, 'yes' as confirmed from offers where needs_code and ends_at is null and random() < 0.2`,
    kept: `exists (select from offers where id = (p->>'id')::bigint and ends_at is not null)`,
  },

  'POST /adminDashboard/staff invite': {
    // The last helpers answer their invites.
    on: `select email, ${oneOf('Packer', 'Support')} as role from (select gen_random_uuid() || '@torture.example' as email
      union all select email from "user" where email like 'helper%' and staff_role is null) as people`,
    kept: `exists (select from audit where action = 'invite staff' and after->>'email' = p->>'email')`,
  },
  'POST /adminDashboard/staff withdraw': {
    on: `select id from staff_invites where random() < 0.5 and email not like 'helper%'`,
    kept: `not exists (select from staff_invites where id = (p->>'id'))`,
  },
  'POST /adminDashboard/staff change': {
    on: `select * from ${HELPERS} cross join (values ('Packer'), ('Support'), ('Accountant')) as other (role) where role <> seen`,
    kept: audited('change staff role', `'user ' || (p->>'userId')`),
  },
  'POST /adminDashboard/staff remove': {
    on: `select *, 'Helper' as called, 'yes' as confirmed from ${HELPERS} where random() < 0.1`,
    kept: audited('remove staff', `'user ' || (p->>'userId')`),
  },
  'POST /adminDashboard/staff save-role': {
    on: `select 'Role ' || left(gen_random_uuid()::text, 8) as name, 'see orders' as rights, '' as seen`,
    kept: `exists (select from audit where action = 'save staff role' and after->>'role' = p->>'name')`,
  },
  'POST /adminDashboard/staff require-factor': {
    on: `select name, 'on' as "needsSecondFactor" from staff_roles where name like 'Role %'`,
  },
  'POST /adminDashboard/staff delete-role': {
    on: `select name from staff_roles where name like 'Role %' and random() < 0.5`,
    kept: `not exists (select from staff_roles where name = p->>'name')`,
  },

  'POST /adminDashboard/import/reviews': {
    on: `select p.title, 'Imported ' || gen_random_uuid() as words from ${PRODUCTS} where random() < 0.3`,
    complete({ title, words }) {
      const rows = ['body,rating,review_date,product_title,reviewer_name', `${words},4,2023-01-01,${title},${words}`]
      return { words: String(words), file: new File([rows.join('\n')], 'reviews.csv') }
    },
    kept: `1 = (select count(*) from reviews where text = p->>'words')`,
  },
  'POST /adminDashboard/import/customers': {
    on: `select '#' || gen_random_uuid() as number, gen_random_uuid() || '@past.example' as email where random() < 0.3`,
    complete({ number, email }) {
      const heading = 'Name,Email,Created at,Currency,Total,Lineitem name,Lineitem quantity,Lineitem price'
      const row = `${number},${email},2024-05-01 10:00:00 +0530,INR,495.00,Old pot,1,495.00`
      return {
        number: String(number),
        email: String(email),
        file: new File([`${heading}\n${row}`], 'orders_export.csv'),
      }
    },
    kept: `1 = (select count(*) from past_orders as o join "user" as u on u.id = o.user_id where (o.number, u.email) = (p->>'number', p->>'email'))`,
  },

  'POST /wishlist/items': {
    on: `select me.id as owner, p.id as save from me, ${PRODUCTS} where p.id % 20 = 0`,
    kept: `exists (select from wishlist_items where (user_id, product_id) = (p->>'owner', (p->>'save')::bigint))`,
    often: 2,
  },
  'POST /wishlist share': {
    on: 'select id as owner from me',
    kept: `exists (select from wishlist_links where user_id = p->>'owner') or not exists (select from ${SHOPPERS} where id = p->>'owner')`,
  },
  'POST /wishlist renew': { on: LINK, kept: IS_OVER },
  'POST /wishlist end': { on: `${LINK} where user_id not in (select id from ${SHOPPERS})`, kept: IS_OVER },
  'POST /wishlist tell-when-cheaper': {
    on: `select user_id as owner, product_id as id from wishlist_items as w join me on me.id = w.user_id`,
    kept: `(p->>'id')::bigint % 40 = 0 or exists (select from wishlist_items
      where (user_id, product_id) = (p->>'owner', (p->>'id')::bigint) and asked_price is not null)`,
  },
  'POST /wishlist do-not-tell-price': {
    on: `select product_id as id from wishlist_items as w join me on me.id = w.user_id where product_id % 40 = 0`,
  },
  'POST /wishlist tell-when-back': {
    on: `select me.id as owner, p.id from me, ${PRODUCTS} where p.is_sold`,
  },
  'POST /wishlist do-not-tell': {
    on: `select r.id as request, product_id as id from product_raise as r join me on me.id = r.user_id where notified_at is null`,
    kept: `not exists (select from product_raise where id = (p->>'request')::bigint and notified_at is null)`,
  },
}

function pack(value: string, price: string): Values {
  const named = (field: Parameters<typeof ownFieldName>[0]) => ownFieldName(field, [value])
  return { [named('price')]: price, [named('units')]: '30', [named('offered')]: 'on' }
}

function partOf(product: Values[string] = ''): Values {
  return {
    [partField(1, 'product')]: product,
    [partField(1, 'variant')]: 'C01 · Grey Stone',
    [partField(1, 'many')]: '2',
  }
}
