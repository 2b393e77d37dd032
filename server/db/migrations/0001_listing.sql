-- Any page of a list, the last of a million products too, in time that does not grow with the shop.
--
-- OFFSET 999992 reads and throws away 999,992 index entries, and count(*) reads them all. So triggers keep counts, and a
-- page is found the way one finds a page in a bound encyclopaedia: first the volume, then the signature, then the leaf.
--
-- product_counts is such a set of spines. A step's slots are its numbers shifted right:
--   list   '' is the whole shop, anything else is a category
--   price  -1: the list by age       -2: the list by price               0 and up: the products of exactly this price
--   step   16, 8: slots of ids       16, 8: slots of prices, 0: one      16, 8: slots of ids
-- At each step at most 256 counts are added up until the wanted position falls into a slot (only ids have no top step:
-- a hundred million products have 1,500 slots there). What is left to skip in the last slot is fewer than 256 rows, over
-- an index. A list of several categories adds up the counts of each.
--
-- Only approved products count: nothing else is listed.

create table categories (
  name text collate "C" primary key,
  products integer not null
) with (fillfactor = 50);
--> statement-breakpoint
comment on table categories is 'How many approved products each category has; the empty name is the whole shop. Kept by trigger.';
--> statement-breakpoint
insert into categories values ('', 0);
--> statement-breakpoint
create table product_counts (
  list text collate "C" not null,
  price integer not null,
  step smallint not null,
  slot bigint not null,
  products integer not null,
  primary key (list, price, step, slot)
) with (fillfactor = 50);
--> statement-breakpoint
comment on table product_counts is 'Approved products by list and slot, to find a page by its number. Kept by trigger.';
--> statement-breakpoint
create type product_count_change as (category text, price integer, block bigint, change integer);
--> statement-breakpoint
create function count_products() returns trigger language plpgsql as $$
declare
  changes product_count_change[];
  gone constant text := 'select category, price, id, -1 as change from removed where approved';
  come constant text := 'select category, price, id, 1 as change from added where approved';
begin
  execute format(
    'select array_agg(row(category, price, block, change)::product_count_change)
     from (
       select category, price, id >> 8 as block, sum(change) as change
       from (%s) as every_change group by category, price, block having sum(change) <> 0
     ) as net',
    case tg_op when 'INSERT' then come when 'DELETE' then gone else gone || ' union all ' || come end
  ) into changes;
  if changes is null then return null; end if;

  -- Whoever changes counts changes the whole shop's row first, even if by nothing. So they take turns, and two of them
  -- can never hold a count that the other one waits for. (A check against counts below 0 would be asked about the row
  -- to insert, before the conflict, and that one may well be -1.)
  insert into categories as kept
  select name, sum(change) from unnest(changes) as c, lateral (values (''), (c.category)) as names (name)
  group by name having name = '' or sum(change) <> 0
  order by name collate "C"
  on conflict (name) do update set products = kept.products + excluded.products;

  insert into product_counts as kept
  select list, slots.price, step, slot, sum(change)
  from unnest(changes) as c,
    lateral (values (''), (c.category)) as lists (list),
    lateral (values
      (-1, 16, c.block >> 8), (-1, 8, c.block),
      (-2, 16, c.price::bigint >> 16), (-2, 8, c.price::bigint >> 8), (-2, 0, c.price::bigint),
      (c.price, 16, c.block >> 8), (c.price, 8, c.block)
    ) as slots (price, step, slot)
  group by list, slots.price, step, slot having sum(change) <> 0
  order by list collate "C", slots.price, step, slot
  on conflict (list, price, step, slot) do update set products = kept.products + excluded.products;
  return null;
end $$;
--> statement-breakpoint
create trigger count_added after insert on products
  referencing new table as added for each statement execute function count_products();
--> statement-breakpoint
create trigger count_removed after delete on products
  referencing old table as removed for each statement execute function count_products();
--> statement-breakpoint
create trigger count_changed after update on products
  referencing old table as removed new table as added for each statement execute function count_products();
--> statement-breakpoint
create function forget_product_counts() returns trigger language plpgsql as $$
begin
  delete from product_counts;
  delete from categories where name <> '';
  update categories set products = 0;
  return null;
end $$;
--> statement-breakpoint
create trigger count_none after truncate on products for each statement execute function forget_product_counts();
--> statement-breakpoint
-- What is there already, by the same slots as above.
insert into categories as kept
select name, count(*) from products, lateral (values (''), (category)) as names (name) where approved group by name
on conflict (name) do update set products = excluded.products;
--> statement-breakpoint
insert into product_counts
select list, slots.price, step, slot, count(*)
from products as p,
  lateral (values (''), (p.category)) as lists (list),
  lateral (values
    (-1, 16, p.id >> 16), (-1, 8, p.id >> 8),
    (-2, 16, p.price::bigint >> 16), (-2, 8, p.price::bigint >> 8), (-2, 0, p.price::bigint),
    (p.price, 16, p.id >> 16), (p.price, 8, p.id >> 8)
  ) as slots (price, step, slot)
where p.approved
group by list, slots.price, step, slot;
--> statement-breakpoint
-- Which slot of this step holds the product at position `skip` of these lists together, and what is left to skip in it.
-- Only slots inside `parent` are asked, the slot that was found in the step before; null: all of them.
create function find_slot(
  lists text[], of_price integer, in_step integer, parent bigint, upwards boolean, inout skip bigint, out slot bigint
) language plpgsql stable as $$
begin
  select skip - s.before, s.slot into skip, slot
  from (
    select c.slot, sum(c.products) as here,
      sum(sum(c.products)) over (order by case when upwards then c.slot else -c.slot end) - sum(c.products) as before
    from product_counts as c
    where c.list = any (lists) and c.price = of_price and c.step = in_step
      and c.slot between coalesce(parent << 8, 0) and coalesce((parent << 8) + 255, 9e15::bigint)
    group by c.slot
  ) as s
  where s.before <= skip and skip < s.before + s.here;
end $$;
--> statement-breakpoint
-- Where to begin to read a list for its position `skip`: at this price (-1 when the list is by age), at products up to
-- and including this id, leaving out `skip` more of them. Nulls: the list is shorter than that.
create function find_place(
  lists text[], sort text, inout skip bigint, out price integer, out last_id bigint
) language plpgsql stable as $$
declare
  step integer;
  slot bigint;
begin
  price := -1;
  if sort <> 'newest' then
    foreach step in array '{16, 8, 0}'::integer[] loop
      select s.skip, s.slot into skip, slot from find_slot(lists, -2, step, slot, sort = 'lowToHigh', skip) as s;
    end loop;
    price := slot;
    slot := null;
  end if;
  foreach step in array '{16, 8}'::integer[] loop
    select s.skip, s.slot into skip, slot from find_slot(lists, price, step, slot, false, skip) as s;
  end loop;
  last_id := (slot << 8) + 255;
end $$;
