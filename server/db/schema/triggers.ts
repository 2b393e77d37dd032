// Functions and triggers of the database; schema/shop.test.ts compares them with a freshly migrated one. A change here
// needs a migration with the same text. They record that something changed, protect the audit log, and keep what follows
// from other rows: the variants of pots, units held and the last delivery. domain/ decides what a change means.

import { defaultSettings } from '#domain/shop/settings.ts'

export const EXTENSIONS = ['pg_trgm'] as const

/** More changed rows than these in one statement are recorded as `*`. */
const MAX_NAMED_ROWS = 100

/** A change's name: the kind, and one or two columns of the row. Rows whose id or required column is null are skipped. */
const named = (rows: string) => `
      select distinct concat_ws(' ', r ->> tg_argv[1], r ->> tg_argv[2])
      from (${rows}) as changed (r)
      where r ->> tg_argv[1] is not null and (tg_argv[3] is null or r ->> tg_argv[3] is not null)
      limit ${MAX_NAMED_ROWS + 1}`

const write = `
  insert into outbox (change)
  select tg_argv[0] || ' ' || name
  from unnest(case when cardinality(names) > ${MAX_NAMED_ROWS} then '{*}' else names end) as name;
  return null;`

const addHeld = (changes: string) => `update product_variants as v set held = held + h.quantity from (
      select variant_id, sum(quantity) as quantity from (${changes}) as changes (variant_id, quantity)
      group by variant_id having sum(quantity) <> 0) as h where v.id = h.variant_id;`

const shownUnits = (row: string) =>
  `case when ${row}.on_hand - ${row}.held <= low then greatest(0, ${row}.on_hand - ${row}.held) end`

/** Function bodies in PL/pgSQL. */
export const FUNCTIONS = {
  /** Arguments: kind, column that names the row, second column or '', column that must not be null (optional). */
  record_change: `
declare
  names text[];
begin
  if tg_op = 'INSERT' then
    names := array(${named('select to_jsonb(added) from added')});
  elsif tg_op = 'DELETE' then
    names := array(${named('select to_jsonb(removed) from removed')});
  else
    -- An update that changed nothing leaves the same row on both sides.
    names := array(${named(`
        (select to_jsonb(removed) from removed except all select to_jsonb(added) from added)
        union all (select to_jsonb(added) from added except all select to_jsonb(removed) from removed)`)});
  end if;${write}
end`,
  /** Records the sellers of a changed order, which its lines name. */
  record_sellers: `
declare
  names text[];
begin
  names := array(
    select distinct l.seller_id
    from added join removed using (id) join order_lines as l on l.order_id = added.id
    where l.seller_id is not null and to_jsonb(added) <> to_jsonb(removed)
    limit ${MAX_NAMED_ROWS + 1});${write}
end`,
  /**
   * Allows an update that removes a person from an entry, in a transaction that has set `gamla.erasing`: for an
   * erasure, or when the retention period ends.
   */
  refuse_change: `
begin
  if tg_level = 'ROW' then
    if current_setting('gamla.erasing', true) = 'on'
      and (old.id, old.action, old.subject, old.time) = (new.id, new.action, new.subject, new.time) then
      return new;
    end if;
  end if;
  raise exception 'The table % is only ever added to', tg_table_name using errcode = 'insufficient_privilege';
end`,
  /**
   * Gives pots their variants: every size of the family in every finish, also of products and sizes that moved to another
   * family. The lock makes a new product and a new size or finish wait for each other, so each sees the other's row.
   */
  make_variants: `
begin
  if tg_table_name = 'products' then
    if tg_op = 'UPDATE' then
      if not exists (select from added join removed as r using (id) where added.size_code is distinct from r.size_code) then
        return null;
      end if;
    end if;
    perform pg_advisory_xact_lock_shared(hashtextextended('catalogue', 0));
    insert into product_variants (product_id, size_code, finish)
    select p.id, s.code, f.name from added as p join sizes as own on own.code = p.size_code
      join sizes as s on s.family = own.family cross join finishes as f
    on conflict (product_id, size_code, finish) where size_code is not null do nothing;
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('catalogue', 0));
  if tg_table_name = 'finishes' then
    insert into product_variants (product_id, size_code, finish)
    select p.id, s.code, f.name from added as f cross join products as p
      join sizes as own on own.code = p.size_code join sizes as s on s.family = own.family
    on conflict (product_id, size_code, finish) where size_code is not null do nothing;
  elsif tg_op = 'INSERT' then
    insert into product_variants (product_id, size_code, finish)
    select p.id, s.code, f.name from added as s join sizes as own on own.family = s.family
      join products as p on p.size_code = own.code cross join finishes as f
    on conflict (product_id, size_code, finish) where size_code is not null do nothing;
  else
    -- The old family of a size that only follows its renamed family does not exist.
    insert into product_variants (product_id, size_code, finish)
    select p.id, s.code, f.name from added as moved join removed as r using (code)
      join families on families.name = r.family and r.family <> moved.family
      join sizes as own on own.family = moved.family join products as p on p.size_code = own.code
      join sizes as s on s.family = own.family cross join finishes as f
    on conflict (product_id, size_code, finish) where size_code is not null do nothing;
  end if;
  return null;
end`,
  /** Keeps the units held of variants. */
  count_held: `
begin
  if tg_op = 'INSERT' then
    ${addHeld('select variant_id, quantity from added')}
  elsif tg_op = 'DELETE' then
    ${addHeld('select variant_id, -quantity from removed')}
  else
    ${addHeld('select variant_id, quantity from added union all select variant_id, -quantity from removed')}
  end if;
  return null;
end`,
  /** Records a change of the units that pages show: only low numbers are, so that each sale of many makes no page stale. */
  record_units: `
declare
  low integer := coalesce((select value::integer from settings where name = 'lowStock'), ${defaultSettings.lowStock});
  names text[] := array(
    select distinct added.product_id::text from added join removed using (id)
    where ${shownUnits('added')} is distinct from ${shownUnits('removed')}
    limit ${MAX_NAMED_ROWS + 1});
begin${write}
end`,
  /** Keeps the last delivery of products. Locked in order of their ids, as everywhere, to avoid deadlocks. */
  mark_delivered: `
declare
  ids bigint[];
begin
  if tg_op = 'INSERT' then
    ids := array(select distinct product_id from added where delivered_at is not null);
  elsif tg_op = 'DELETE' then
    ids := array(select distinct product_id from removed where delivered_at is not null);
  else
    ids := array(select distinct product_id from (
      (select order_id, position, product_id, delivered_at from removed
        except select order_id, position, product_id, delivered_at from added)
      union all
      (select order_id, position, product_id, delivered_at from added
        except select order_id, position, product_id, delivered_at from removed)) as changed);
  end if;
  if cardinality(ids) > 0 then
    perform from products where id = any (ids) order by id for no key update;
    update products as p set delivered_at = l.at
    from unnest(ids) as wanted (id) cross join lateral (
      select max(delivered_at) as at from order_lines where product_id = wanted.id and delivered_at is not null) as l
    where p.id = wanted.id and p.delivered_at is distinct from l.at;
  end if;
  return null;
end`,
  /**
   * Called by the statement that inserts an order. Volatile, so that it sees what was committed while that statement
   * waited for a transaction that deleted the order under the same key.
   */
  is_checkout_key_used: `
begin
  return exists (select from used_checkout_keys as k where k.user_id = buyer and k.checkout_key = used);
end`,
} as const

type Trigger = { name: string; table: string; function: keyof typeof FUNCTIONS; when: string; args?: string[] }

const EVENTS = {
  insert: 'after insert on %s referencing new table as added for each statement',
  update: 'after update on %s referencing old table as removed new table as added for each statement',
  delete: 'after delete on %s referencing old table as removed for each statement',
} as const

/** The watched tables, with the name of a changed row in the outbox. */
export const TRIGGERS: readonly Trigger[] = [
  ...recording('products', ['product', 'id']),
  ...making('products', 'make_variants', ['insert', 'update']),
  ...making('sizes', 'make_variants', ['insert', 'update']),
  ...making('finishes', 'make_variants', ['insert']),
  ...making('stock_holds', 'count_held'),
  ...making('product_variants', 'record_units', ['update'], ['product']),
  // A delivered line makes its product Sold; without it, the product may be for sale again.
  ...making('order_lines', 'mark_delivered'),
  ...recording('order_lines', ['sale', 'seller_id']),
  ...recording('orders', ['order', 'id', 'user_id']),
  {
    name: 'record_sale_update',
    table: 'orders',
    function: 'record_sellers',
    when: EVENTS.update,
    args: ['sale'],
  },
  // Refunds are shown with their order.
  ...recording('refunds', ['order', 'order_id', 'user_id'], ['insert', 'update']),
  // Shipments and bills are shown with their order too.
  ...recording('shipments', ['order', 'order_id', 'user_id'], ['insert', 'update']),
  ...recording('bills', ['order', 'order_id', 'user_id'], ['insert']),
  // Product pages tell where the shop delivers.
  ...recording('delivery_areas', ['settings', 'pincode']),
  ...recording('user', ['user', 'id']),
  // Caches must drop ended sessions. An update only changes when a session was last used or confirmed.
  ...recording('session', ['session', 'user_id'], ['delete']),
  // The back office lists sessions. A new one does not affect cached sessions, so it is a change of another kind.
  ...recording('session', ['login', 'user_id'], ['insert']),
  ...recording('settings', ['settings', 'name']),
  // Sizes, prices and finishes are shown on as many pages as the settings.
  ...recording('families', ['settings', 'name']),
  ...recording('sizes', ['settings', 'code']),
  ...recording('finishes', ['settings', 'name']),
  // A redirect may change any page that does not exist.
  ...recording('redirects', ['settings', 'from']),
  // Versions are only ever inserted.
  ...recording('texts', ['settings', 'name'], ['insert']),
  ...recording('contact_messages', ['message', 'id'], ['insert']),
  // The admin dashboard lists failed emails, which are the only ones with a problem.
  ...recording('emails', ['email', 'id', '', 'problem'], ['insert', 'update']),
  {
    name: 'only_add',
    table: 'audit',
    function: 'refuse_change',
    when: 'before delete or truncate on %s for each statement',
  },
  { name: 'only_erase', table: 'audit', function: 'refuse_change', when: 'before update on %s for each row' },
]

function recording(
  table: string,
  args: [kind: string, ...columns: string[]],
  events: (keyof typeof EVENTS)[] = ['insert', 'update', 'delete'],
): Trigger[] {
  return events.map((event) => ({
    name: `record_${args[0]}_${event}`,
    table,
    function: 'record_change',
    when: EVENTS[event],
    args,
  }))
}

function making(
  table: string,
  body: keyof typeof FUNCTIONS,
  events: (keyof typeof EVENTS)[] = ['insert', 'update', 'delete'],
  args: string[] = [],
): Trigger[] {
  return events.map((event) => ({ name: `${body}_${event}`, table, function: body, when: EVENTS[event], args }))
}

/** The statement that creates a trigger. */
export function triggerSql({ name, table, function: body, when, args = [] }: Trigger): string {
  const list = args.map((arg) => `'${arg}'`).join(', ')
  return `create trigger ${name} ${when.replace('%s', `"${table}"`)} execute function ${body}(${list})`
}
