CREATE TABLE "uploads" (
	"folder" text PRIMARY KEY NOT NULL,
	"time" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "order_lines_of_seller" ON "order_lines" USING btree ("seller_id","order_id","position") WHERE seller_id is not null;--> statement-breakpoint
CREATE INDEX "orders_by_state" ON "orders" USING btree ("status","cancel","id");--> statement-breakpoint
CREATE INDEX "products_back_newest" ON "products" USING btree ("approved","featured","id");--> statement-breakpoint
CREATE INDEX "products_back_price" ON "products" USING btree ("approved","featured","price","id");--> statement-breakpoint
CREATE INDEX "products_back_newest_in" ON "products" USING btree ("category","approved","featured","id");--> statement-breakpoint
CREATE INDEX "products_back_price_in" ON "products" USING btree ("category","approved","featured","price","id");--> statement-breakpoint
CREATE INDEX "products_back_price_of" ON "products" USING btree ("user_id","price","id");--> statement-breakpoint
CREATE INDEX "user_by_time" ON "user" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "user_by_role" ON "user" USING btree ("role","created_at","id");--> statement-breakpoint
-- What the back office looks for by a part of a name. Small letters by the same function as titles in the storefront.
create index products_back_title on products using gin (fold(title) gin_trgm_ops) with (fastupdate = off);
--> statement-breakpoint
create index orders_buyer on orders
  using gin (fold(name || ' ' || email || ' ' || coalesce(payment_id, '')) gin_trgm_ops) with (fastupdate = off);
--> statement-breakpoint
create index user_name_email on "user" using gin (fold(name || ' ' || email) gin_trgm_ops) with (fastupdate = off);
--> statement-breakpoint
-- Figures that are read often and must not be counted each time, kept by triggers: `products`, `products true false`
-- (approved, featured), `orders`, `orders confirmed none` (status, cancel), `users`, `users admin`, `requests`,
-- `revenue 2026-11-21`, `sales 2026-11-21` (rupees and orders of a day in India).
--
-- A figure is the sum of its slots. Each connection adds to a slot of its own, so that two shoppers who order at once
-- do not wait for each other.
create table figures (
  name text collate "C" not null,
  slot smallint not null,
  value bigint not null,
  primary key (name, slot)
) with (fillfactor = 50);
--> statement-breakpoint
-- Orders that bring money: neither cancelled nor waiting for a payment.
create function is_sale(status text, cancel text) returns boolean immutable parallel safe language sql
return status <> 'pending' and cancel <> 'cancelled';
--> statement-breakpoint
-- The calendar that hangs in the shop.
create function day_in_india(moment timestamptz) returns text stable parallel safe language sql
return to_char(moment at time zone 'Asia/Kolkata', 'YYYY-MM-DD');
--> statement-breakpoint
create function keep_figures() returns trigger language plpgsql as $$
declare
  -- The figures to which a row `r` adds, as a list of (name, value).
  adds constant text := tg_argv[0];
  come constant text := format('select f.name, f.value from added as r, lateral (values %s) as f (name, value)', adds);
  gone constant text := format('select f.name, -f.value from removed as r, lateral (values %s) as f (name, value)', adds);
begin
  execute format(
    'insert into figures as kept (name, slot, value)
     select name, pg_backend_pid() %% 16, sum(value)
     from (%s) as every_change (name, value) group by name having sum(value) <> 0 order by name collate "C"
     on conflict (name, slot) do update set value = kept.value + excluded.value',
    case tg_op when 'INSERT' then come when 'DELETE' then gone else gone || ' union all ' || come end);
  return null;
end $$;
--> statement-breakpoint
create function forget_figures() returns trigger language plpgsql as $$
begin
  delete from figures where split_part(name, ' ', 1) = any (tg_argv);
  return null;
end $$;
--> statement-breakpoint
do $$
declare
  kept record;
  event text;
begin
  for kept in
    select * from (values
      ('products', $x$('products', 1), ('products ' || r.approved || ' ' || r.featured, 1)$x$, '''products'''),
      ('user', $x$('users', 1), ('users ' || r.role, 1)$x$, '''users'''),
      ('product_raise', $x$('requests', 1)$x$, '''requests'''),
      ('orders', $x$('orders', 1), ('orders ' || r.status || ' ' || r.cancel, 1),
        ('sales ' || day_in_india(r.time), case when is_sale(r.status, r.cancel) then 1 else 0 end),
        ('revenue ' || day_in_india(r.time), case when is_sale(r.status, r.cancel) then r.total_amount else 0 end)$x$,
        '''orders'', ''sales'', ''revenue''')
    ) as tables (name, adds, names)
  loop
    -- What is there already.
    execute format(
      'insert into figures (name, slot, value)
       select f.name, 0, sum(f.value) from %I as r, lateral (values %s) as f (name, value)
       group by f.name having sum(f.value) <> 0', kept.name, kept.adds);
    foreach event in array '{insert,update,delete}'::text[] loop
      execute format(
        'create trigger figures_%s after %s on %I referencing %s for each statement execute function keep_figures(%L)',
        event, event, kept.name,
        case event when 'insert' then 'new table as added' when 'delete' then 'old table as removed'
          else 'old table as removed new table as added' end,
        kept.adds);
    end loop;
    execute format('create trigger figures_none after truncate on %I for each statement execute function forget_figures(%s)',
      kept.name, kept.names);
  end loop;
end $$;
--> statement-breakpoint
-- How many of each product were ordered, and for how much, by orders that bring money.
create table product_sales (
  product_id bigint primary key,
  quantity bigint not null,
  amount bigint not null
) with (fillfactor = 50);
--> statement-breakpoint
create index product_sales_best on product_sales (quantity desc, product_id);
--> statement-breakpoint
-- How to add what this query over lines says: product, quantity, amount. In the order of the products, so that two
-- orders of the same pots never wait for each other in a circle. (Only the trigger itself sees what was changed, so this
-- gives it the statement instead of running it.)
create function adding_sales(query text) returns text stable language sql
return format(
  'insert into product_sales as kept (product_id, quantity, amount)
   select product_id, sum(quantity), sum(amount) from (%s) as lines (product_id, quantity, amount)
   group by product_id having sum(quantity) <> 0 or sum(amount) <> 0 order by product_id
   on conflict (product_id) do update
     set quantity = kept.quantity + excluded.quantity, amount = kept.amount + excluded.amount', query);
--> statement-breakpoint
create function count_sold_lines() returns trigger language plpgsql as $$
declare
  -- Lines that go with their order find it gone; that order has taken them off already.
  lines constant text := 'select l.product_id, %1$s l.quantity, %1$s l.quantity::bigint * l.price
    from %2$s as l join orders as o on o.id = l.order_id where is_sale(o.status, o.cancel)';
  come constant text := format(lines, '+', 'added');
  gone constant text := format(lines, '-', 'removed');
begin
  execute adding_sales(case tg_op when 'INSERT' then come when 'DELETE' then gone else gone || ' union all ' || come end);
  return null;
end $$;
--> statement-breakpoint
create trigger sales_insert after insert on order_lines
  referencing new table as added for each statement execute function count_sold_lines();
--> statement-breakpoint
create trigger sales_update after update on order_lines
  referencing old table as removed new table as added for each statement execute function count_sold_lines();
--> statement-breakpoint
create trigger sales_delete after delete on order_lines
  referencing old table as removed for each statement execute function count_sold_lines();
--> statement-breakpoint
-- An order that is cancelled, or whose payment comes in after all.
create function count_settled_orders() returns trigger language plpgsql as $$
begin
  execute adding_sales(
    'select l.product_id, change.sign * l.quantity, change.sign * l.quantity::bigint * l.price
     from (
       select id, case when is_sale(added.status, added.cancel) then 1 else -1 end as sign
       from removed join added using (id)
       where is_sale(removed.status, removed.cancel) <> is_sale(added.status, added.cancel)
     ) as change join order_lines as l on l.order_id = change.id');
  return null;
end $$;
--> statement-breakpoint
create trigger sales_update after update on orders
  referencing old table as removed new table as added for each statement execute function count_settled_orders();
--> statement-breakpoint
-- Before, for after it the lines are gone.
create function forget_sales_of_order() returns trigger language plpgsql as $$
begin
  if is_sale(old.status, old.cancel) then
    execute adding_sales(format(
      'select product_id, -quantity, -quantity::bigint * price from order_lines where order_id = %s', old.id));
  end if;
  return old;
end $$;
--> statement-breakpoint
create trigger sales_delete before delete on orders for each row execute function forget_sales_of_order();
--> statement-breakpoint
create function forget_sales() returns trigger language plpgsql as $$
begin
  delete from product_sales;
  return null;
end $$;
--> statement-breakpoint
create trigger sales_none after truncate on order_lines for each statement execute function forget_sales();
--> statement-breakpoint
do $$
begin
  execute adding_sales('select l.product_id, l.quantity, l.quantity::bigint * l.price
    from order_lines as l join orders as o on o.id = l.order_id where is_sale(o.status, o.cancel)');
end $$;
--> statement-breakpoint
-- `sale <seller>`: something about an order with that seller's products has changed.
create trigger notify_sale_added after insert on order_lines referencing new table as added
  for each statement execute function notify_change('sale', 'r.seller_id', 'r.seller_id is not null');
--> statement-breakpoint
create trigger notify_sale_changed after update on order_lines referencing old table as removed new table as added
  for each statement execute function notify_change('sale', 'r.seller_id', 'r.seller_id is not null');
--> statement-breakpoint
create trigger notify_sale_removed after delete on order_lines referencing old table as removed
  for each statement execute function notify_change('sale', 'r.seller_id', 'r.seller_id is not null');
--> statement-breakpoint
create function notify_sellers() returns trigger language plpgsql as $$
declare
  sellers text[];
begin
  select array_agg(seller_id) into sellers from (
    select distinct l.seller_id from added join removed using (id) join order_lines as l on l.order_id = added.id
    where l.seller_id is not null and (added.status, added.cancel) is distinct from (removed.status, removed.cancel)
    limit 101
  ) as few;
  if cardinality(sellers) > 100 then sellers := '{*}'; end if;
  perform pg_notify('gamla', 'sale ' || seller) from unnest(sellers) as seller;
  return null;
end $$;
--> statement-breakpoint
create trigger notify_sellers after update on orders referencing old table as removed new table as added
  for each statement execute function notify_sellers();
