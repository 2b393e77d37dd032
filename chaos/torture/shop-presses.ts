import { ownFieldName } from '#domain/catalog/forms/own-variants.ts'
import { partField } from '#domain/catalog/forms/set-form.ts'
import type { Values } from './client.ts'
import { createImage } from './images.ts'
import { audited, oneOf, type Presses } from './press.ts'

const PRODUCTS = `(select * from products where title like 'Pot %') as p`
const COUNTED = `(select id from products where title like 'Pot counted %') as counted`
const HELPERS = `(select id as "userId", staff_role as seen from "user" where email like 'helper%' and staff_role is not null) as u`

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
    on: `select gen_random_uuid() || '@torture.example' as email, ${oneOf('Packer', 'Support')} as role`,
    kept: `exists (select from audit where action = 'invite staff' and after->>'email' = p->>'email')`,
  },
  'POST /adminDashboard/staff withdraw': {
    on: 'select id from staff_invites where random() < 0.5',
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

  'POST /wishlist/items': {
    on: `select me.id as owner, p.id as save from me, ${PRODUCTS} where p.id % 20 = 0`,
    kept: `exists (select from wishlist_items where (user_id, product_id) = (p->>'owner', (p->>'save')::bigint))`,
    often: 2,
  },
  'POST /wishlist share': {
    on: 'select id as owner from me',
    kept: `exists (select from wishlist_links where user_id = p->>'owner')`,
  },
  'POST /wishlist renew': { on: `select id as owner from me` },
  'POST /wishlist tell-when-cheaper': { on: `select id from ${PRODUCTS}` },
  'POST /wishlist do-not-tell-price': { on: `select id from ${PRODUCTS}` },
  'POST /wishlist tell-when-back': { on: `select id from ${PRODUCTS}` },
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
