import { zipSync } from 'fflate'
import { ownFieldName } from '#domain/catalog/forms/own-variants.ts'
import { partField } from '#domain/catalog/forms/set-form.ts'
import type { Values } from './client.ts'
import { createImage } from './images.ts'
import { audited, csvOf, oneOf, type Press, type Presses } from './press.ts'

const PRODUCTS = `(select * from products where title like 'Pot %') as p`
const COUNTED = `(select id from products where title like 'Pot counted %') as counted`
const HELPERS = `(select id as "userId", staff_role as seen from "user" where email ~ '^(helper|invited)' and staff_role is not null) as u`
const SHOPPERS = `(select id from "user" where email like 'shopper%') as shoppers`
const PRODUCT = `'product ' || (p->>'id')`
const newName = (kind: string) => `'${kind} ' || left(gen_random_uuid()::text, 8) as name`
const OWN_SIZES = `(select * from sizes where family like 'Family %') as sizes`
const isRetiredOnce = (isRetired: boolean) =>
  `exists (select from audit where action = 'change size' and subject = 'size ' || (p->>'name') and after->>'isRetired' = '${isRetired}')`
const IMPORTED = `exists (select from products where title = p->>'title')`
const LINK = 'select token as ended from wishlist_links join me on me.id = user_id'
const IS_OVER = `not exists (select from wishlist_links where token = (p->>'ended')::uuid)`

/** The buttons of products, sizes, imports, offers, staff and wishlists. */
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
    kept: `exists (select from products where title = p->>'title')
      or exists (select from audit where action = 'delete product' and before->>'title' = p->>'title')`,
    often: 4,
  },
  'POST /adminDashboard restock': {
    on: `select p.id from ${PRODUCTS} where exists (select from order_lines as l where l.product_id = p.id and l.delivered_at is not null)`,
    kept: audited('restock product', PRODUCT),
    often: 8,
  },
  'POST /adminDashboard save-row': {
    on: `select p.id, p.version, 480 + floor(random() * 40) as price from ${PRODUCTS} where p.stock <> 'set' and p.size_code is not null`,
    kept: audited('update product', PRODUCT),
  },
  'POST /updateproduct/:id/save': {
    on: `select p.id, p.version, 'Edited ' || gen_random_uuid() as description from ${PRODUCTS}`,
    kept: `exists (select from audit where action = 'update product' and subject = ${PRODUCT} and after->>'description' = p->>'description')`,
  },
  'POST /adminDashboard take-off-sale': { on: `select p.id from ${PRODUCTS} where p.on_sale and p.id % 20 = 0` },
  'POST /adminDashboard put-on-sale': { on: `select p.id from ${PRODUCTS} where not p.on_sale` },
  'POST /adminDashboard feature': {
    on: `select p.id from ${PRODUCTS} where not p.featured`,
    kept: audited('feature product', PRODUCT),
  },
  'POST /adminDashboard delete': {
    // A deleted product would leave the wishlists.
    on: `select p.id, 'yes' as confirmed from ${PRODUCTS} where p.title like 'Pot made %' and p.id % 20 > 0 and random() < 0.1`,
    kept: audited('delete product', PRODUCT),
  },
  'POST /adminDashboard restore': {
    on: `select substr(subject, 9) as id from audit as a where action = 'delete product'
      and not exists (select from products where 'product ' || id = a.subject)`,
    kept: audited('restore product', PRODUCT),
  },
  'POST /adminDashboard release-hold': {
    on: `select v.product_id as id, h.checkout_id as "checkoutId", v.id as "variantId" from stock_holds as h
      join product_variants as v on v.id = h.variant_id where random() < 0.1`,
    kept: `not exists (select from stock_holds where (checkout_id, variant_id) = ((p->>'checkoutId')::uuid, (p->>'variantId')::bigint))`,
  },
  'POST /productinfo/:id/request': {
    on: `select p.id, 'Meera' as name, gen_random_uuid() || '@past.example' as email, '' as note from ${PRODUCTS} where p.is_sold and p.id % 2 = 1`,
    kept: `exists (select from product_raise where email = p->>'email')`,
  },

  'POST /adminDashboard/sizes save-family': {
    on: `select ${newName('Family')}`,
    kept: `exists (select from families where name = p->>'name')`,
  },
  'POST /adminDashboard/sizes save-size': {
    on: `select name as family, upper(left(gen_random_uuid()::text, 8)) as code, 100 as price, 10 as width, 10 as depth, 10 as height
      from families where name like 'Family %'`,
    kept: `exists (select from sizes where code = p->>'code') or ${audited('delete size', `'size ' || (p->>'code')`)}`,
  },
  'POST /adminDashboard/sizes save-finish': {
    on: `select ${newName('Finish')}, '#b08d57' as swatch where (select count(*) from finishes where name like 'Finish %') < 2`,
    kept: `exists (select from finishes where name = p->>'name')`,
  },
  'POST /adminDashboard/sizes retire': {
    on: `select 'size' as kind, code as name from ${OWN_SIZES} where not is_retired`,
    kept: isRetiredOnce(true),
  },
  'POST /adminDashboard/sizes put-back': {
    on: `select 'size' as kind, code as name from ${OWN_SIZES} where is_retired`,
    kept: isRetiredOnce(false),
  },
  'POST /adminDashboard/sizes delete': {
    on: `select 'size' as kind, code as name from ${OWN_SIZES} where random() < 0.3`,
    kept: `not exists (select from sizes where code = p->>'name')`,
  },

  'POST /adminDashboard/redirects add': {
    on: `select '/old/' || gen_random_uuid() as from, '/allproduct' as to`,
    kept: `exists (select from redirects where "from" = p->>'from') or ${audited('delete redirect', `'redirect ' || (p->>'from')`)}`,
  },
  'POST /adminDashboard/redirects delete': {
    on: `select "from" from redirects where random() < 0.3`,
    kept: `not exists (select from redirects where "from" = p->>'from')`,
  },

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
    on: `select email, ${oneOf('Packer', 'Support')} as role from (select gen_random_uuid() || '@torture.example' as email
      union all select email from "user" where email like 'invited%' and staff_role is null) as people`,
    kept: `exists (select from audit where action = 'invite staff' and after->>'email' = p->>'email')`,
  },
  'POST /adminDashboard/staff withdraw': {
    on: `select id from staff_invites where random() < 0.5 and email not like 'invited%'`,
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

  'POST /adminDashboard/import check': { ...imported(), kept: `not ${IMPORTED}` },
  'POST /adminDashboard/import write': { ...imported(), kept: IMPORTED },
  'POST /adminDashboard/import/move': {
    on: `select gen_random_uuid() as name`,
    complete({ name, ...values }) {
      const row = `${name},Moved ${name} 20 x 20 x 20 cm,500,https://cdn.example/pot.jpg`
      const file = csvOf('Handle,Title,Variant Price,Image Src', row)
      return { ...values, name: String(name), file: new File([file], `${name}.csv`) }
    },
    // Others are discarded.
    kept: `p->>'name' > '8' or exists (select from imports where file_name = p->>'name' || '.csv')`,
  },
  'POST /adminDashboard/import/move/:id pictures': {
    on: `select id from imports where result is null`,
    async complete(values, random) {
      const picture = await createImage(random)
      const zip = zipSync({ [picture.name]: await picture.bytes() })
      return { ...values, pictures: new File([zip], 'pictures.zip') }
    },
    // None are wanted once the same file was imported from another tab.
    kept: `exists (select from import_pictures where import_id = (p->>'id')::uuid)
      or not exists (select from imports where id = (p->>'id')::uuid and result is null)
      or exists (select from products, imports as i where i.id = (p->>'id')::uuid and title like 'Moved ' || left(file_name, 36) || '%')`,
    often: 2,
  },
  'POST /adminDashboard/import/move/:id choose': {
    on: `select id, 3 as units from imports where result is null`,
  },
  'POST /adminDashboard/import/move/:id import': {
    on: `select id from imports where result is null`,
    kept: `exists (select from audit where action = 'import products' and subject = 'import ' || (p->>'id'))`,
  },
  'POST /adminDashboard/import/move/:id discard': {
    on: `select id from imports where file_name > '8'`,
    kept: `not exists (select from imports where id = (p->>'id')::uuid)`,
  },
  'POST /adminDashboard/import/reviews': {
    on: `select p.title, 'Imported ' || gen_random_uuid() as words from ${PRODUCTS}`,
    complete(values) {
      const row = `${values.words},4,2023-01-01,${values.title},${values.words},not-yet`
      return { ...values, file: csvOf('body,rating,review_date,product_title,reviewer_name,curated', row) }
    },
    kept: `1 = (select count(*) from reviews where text = p->>'words')`,
  },
  'POST /adminDashboard/import/customers': {
    on: `select '#' || gen_random_uuid() as number, gen_random_uuid() || '@past.example' as email`,
    complete(values) {
      const heading = 'Name,Email,Created at,Currency,Total,Lineitem name,Lineitem quantity,Lineitem price'
      const row = `${values.number},${values.email},2024-05-01 10:00:00 +0530,INR,495.00,Old pot,1,495.00`
      return { ...values, file: csvOf(heading, row) }
    },
    kept: `1 = (select count(*) from past_orders as o join "user" as u on u.id = o.user_id
      where (o.number, u.email) = (p->>'number', p->>'email'))`,
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
    on: `select r.id as request, product_id as id from product_raise as r join me on me.id = r.user_id
      where notified_at is null and product_id % 2 = 0`,
    kept: `not exists (select from product_raise where id = (p->>'request')::bigint and notified_at is null)`,
  },
}

/** A file of one product. */
function imported(): Press {
  return {
    on: `select 'Bowl ' || gen_random_uuid() as title`,
    complete(values) {
      const row = `${values.title},5,C01,POT,Round,/pots/cubee-room`
      return { ...values, file: csvOf('title,price,sizeCode,category,description,productImageUrl', row) }
    },
  }
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
