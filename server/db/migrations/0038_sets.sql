CREATE TABLE "set_parts" (
	"product_id" bigint NOT NULL,
	"position" smallint NOT NULL,
	"variant_id" bigint NOT NULL,
	"quantity" smallint NOT NULL,
	CONSTRAINT "set_parts_product_id_position_pk" PRIMARY KEY("product_id","position"),
	CONSTRAINT "set_parts_once" UNIQUE("product_id","variant_id"),
	CONSTRAINT "set_parts_quantity" CHECK ("set_parts"."quantity" between 1 and 99)
);
--> statement-breakpoint
DROP VIEW "public"."sellable_variants";--> statement-breakpoint
ALTER TABLE "products" DROP CONSTRAINT "products_stock";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "set_price" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "set_percent" smallint;--> statement-breakpoint
ALTER TABLE "set_parts" ADD CONSTRAINT "set_parts_product" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "set_parts_by_variant" ON "set_parts" USING btree ("variant_id");--> statement-breakpoint
CREATE INDEX "products_sets" ON "products" USING btree ("id") WHERE stock = 'set';--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_set" CHECK (num_nonnulls("products"."set_price", "products"."set_percent") = ("products"."stock" = 'set')::integer);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_set_price" CHECK ("products"."set_price" between 1 and 9999999 and "products"."set_percent" between 1 and 99);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_stock" CHECK ("products"."stock" in ('as-delivered', 'counted', 'made-to-order', 'set'));--> statement-breakpoint
CREATE VIEW "public"."single_variants" AS (
  select v.id, v.product_id, v.position, coalesce(s.family, '') as family, coalesce(v.size_code, '') as size_code,
    coalesce(v.finish, (
      select left(string_agg(o.name || ': ' || v.options[o.position], ' · ' order by o.position), 180)
      from product_options as o where o.product_id = v.product_id), '') as finish,
    case when p.stock = 'counted' or v.size_code is null then v.sku end as sku,
    coalesce(case when p.stock = 'counted' or v.size_code is null then v.price end,
      case when v.size_code is distinct from p.size_code then s.price else p.price end) as price,
    case when p.stock = 'counted' then v.on_hand end as on_hand,
    case when p.stock = 'counted' then greatest(0, v.on_hand - v.held + expired.quantity) end as available,
    case when p.stock = 'counted' then v.on_hand - v.held + expired.quantity > 0 else not p.is_sold end as is_available,
    coalesce(v.weight, s.weight) as weight, v.image, v.barcode, p.stock = 'set' as is_set
  from products as p
  join product_variants as v on v.product_id = p.id
    and (v.offered or p.stock = 'set' or p.stock <> 'counted' and v.size_code is not null)
  cross join lateral (
    select coalesce(sum(quantity), 0)::integer as quantity from stock_holds
    where v.held > 0 and variant_id = v.id and expires_at <= clock_timestamp()) as expired
  left join sizes as own on own.code = p.size_code
  left join sizes as s on s.code = v.size_code
  left join finishes as f on f.name = v.finish
  where v.size_code is null and p.size_code is null
    or not f.is_retired and (v.size_code = p.size_code or s.family = own.family and not s.is_retired));--> statement-breakpoint
CREATE VIEW "public"."sellable_variants" AS (
  select v.id, v.product_id, v.position, v.family, v.size_code, v.finish, v.sku,
    case when parts.are_all_there then parts.price else v.price end as price,
    case when v.is_set then parts.on_hand else v.on_hand end as on_hand,
    case when not v.is_set then v.available when parts.are_available then parts.available else 0 end as available,
    case when v.is_set then parts.are_available else v.is_available end as is_available,
    coalesce(v.weight, parts.weight) as weight, v.image, v.barcode
  from single_variants as v
  cross join lateral (
    select count(*) > 0 and count(*) = count(part.id) as are_all_there,
      coalesce(bool_and(coalesce(part.is_available and coalesce(part.available >= s.quantity, true), false)), false) as are_available,
      min(part.on_hand / s.quantity) as on_hand, min(part.available / s.quantity) as available,
      case when count(*) = count(part.weight) then sum(part.weight * s.quantity) end as weight,
      least(9999999, case when max(whole.set_percent) is null then least(max(whole.set_price), sum(part.price * s.quantity))
        else greatest(1, sum(part.price * s.quantity) * (100 - max(whole.set_percent)) / 100) end)::integer as price
    from set_parts as s
    join products as whole on whole.id = s.product_id
    left join (single_variants as part join products as p on p.id = part.product_id and p.approved and p.on_sale and p.stock <> 'set')
      on part.id = s.variant_id
    where v.is_set and s.product_id = v.product_id) as parts);--> statement-breakpoint
-- A change of what a set's pages show of its parts is a change of the set: its price, whether it is available, and units
-- that are low enough to be shown. A job keeps the price by which lists are sorted.
create function record_sets() returns trigger language plpgsql as $$
declare
  low integer;
  ids bigint[];
begin
  if not exists (select from set_parts) then
    return null;
  end if;
  if tg_table_name = 'products' then
    ids := array(
      select distinct s.product_id from set_parts as s join product_variants as v on v.id = s.variant_id
        join added on added.id = v.product_id join removed on removed.id = added.id
      where (added.price, added.size_code, added.stock, added.approved, added.on_sale, added.is_sold, added.title)
        is distinct from (removed.price, removed.size_code, removed.stock, removed.approved, removed.on_sale, removed.is_sold, removed.title));
  elsif tg_table_name = 'sizes' then
    ids := array(
      select distinct s.product_id from set_parts as s join product_variants as v on v.id = s.variant_id
        join added on added.code = v.size_code);
  elsif tg_table_name = 'set_parts' then
    if tg_op = 'INSERT' then
      ids := array(select distinct product_id from added);
    else
      ids := array(select distinct product_id from removed);
    end if;
  elsif tg_op = 'INSERT' then
    ids := array(select distinct s.product_id from set_parts as s join added on added.id = s.variant_id);
  elsif tg_op = 'DELETE' then
    ids := array(select distinct s.product_id from set_parts as s join removed on removed.id = s.variant_id);
  else
    low := coalesce((select value::integer from settings where name = 'lowStock'), 3);
    ids := array(
      select distinct product_id from (
        select s.product_id, v.id, v.price, v.offered, v.image, v.options,
          case when (v.on_hand - v.held) / s.quantity <= low then greatest(0, (v.on_hand - v.held) / s.quantity) end
        from set_parts as s join added as v on v.id = s.variant_id
        except
        select s.product_id, v.id, v.price, v.offered, v.image, v.options,
          case when (v.on_hand - v.held) / s.quantity <= low then greatest(0, (v.on_hand - v.held) / s.quantity) end
        from set_parts as s join removed as v on v.id = s.variant_id) as changed);
  end if;
  insert into outbox (change)
  select 'product ' || name from unnest(case when cardinality(ids) > 100 then '{*}' else ids::text[] end) as name;
  insert into outbox (job)
  select jsonb_build_object('task', 'price-sets', 'payload', '{}'::jsonb, 'queue', null, 'maxAttempts', 25, 'key', 'price-sets {}')
  where exists (
    select from products as p join sellable_variants as v on v.product_id = p.id
    where p.id = any (ids) and p.stock = 'set' and v.price <> p.price);
  return null;
end $$;
--> statement-breakpoint
create trigger record_sets_update after update on products referencing old table as removed new table as added
  for each statement execute function record_sets();--> statement-breakpoint
create trigger record_sets_update after update on sizes referencing old table as removed new table as added
  for each statement execute function record_sets();--> statement-breakpoint
create trigger record_sets_insert after insert on set_parts referencing new table as added
  for each statement execute function record_sets();--> statement-breakpoint
create trigger record_sets_delete after delete on set_parts referencing old table as removed
  for each statement execute function record_sets();--> statement-breakpoint
create trigger record_sets_insert after insert on product_variants referencing new table as added
  for each statement execute function record_sets();--> statement-breakpoint
create trigger record_sets_delete after delete on product_variants referencing old table as removed
  for each statement execute function record_sets();--> statement-breakpoint
create trigger record_sets_update after update on product_variants referencing old table as removed new table as added
  for each statement execute function record_sets();
