-- What a new order sets off, in fixed statements: PostgreSQL plans those once for a connection, and the ones that are put
-- together from texts (keep_figures, notify_change, count_sold_lines) each time, which took most of an order's time. All
-- other changes are rare enough to stay with the general functions, whose words these repeat.

create function keep_new_orders() returns trigger language plpgsql as $$
declare
  names text[];
begin
  insert into figures as kept (name, slot, value)
  select f.name, pg_backend_pid() % 16, sum(f.value)
  from added as r, lateral (values
    ('orders', 1),
    ('orders ' || r.status || ' ' || r.cancel, 1),
    ('sales ' || day_in_india(r.time), case when is_sale(r.status, r.cancel) then 1 else 0 end),
    ('revenue ' || day_in_india(r.time), case when is_sale(r.status, r.cancel) then r.total_amount else 0 end)
  ) as f (name, value)
  group by f.name having sum(f.value) <> 0 order by f.name collate "C"
  on conflict (name, slot) do update set value = kept.value + excluded.value;

  select array_agg(name) into names
  from (select distinct r.id || ' ' || r.user_id as name from added as r limit 101) as few;
  if cardinality(names) > 100 then names := '{*}'; end if;
  perform pg_notify('gamla', 'order ' || name) from unnest(names) as name;
  return null;
end $$;
--> statement-breakpoint
drop trigger figures_insert on orders;
--> statement-breakpoint
drop trigger notify_added on orders;
--> statement-breakpoint
create trigger keep_added after insert on orders
  referencing new table as added for each statement execute function keep_new_orders();
--> statement-breakpoint
create function keep_new_lines() returns trigger language plpgsql as $$
declare
  names text[];
begin
  -- In the order of the products, so that two orders of the same pots never wait for each other in a circle.
  insert into product_sales as kept (product_id, quantity, amount)
  select l.product_id, sum(l.quantity), sum(l.quantity::bigint * l.price)
  from added as l join orders as o on o.id = l.order_id
  where is_sale(o.status, o.cancel)
  group by l.product_id having sum(l.quantity) <> 0 or sum(l.quantity::bigint * l.price) <> 0
  order by l.product_id
  on conflict (product_id) do update
    set quantity = kept.quantity + excluded.quantity, amount = kept.amount + excluded.amount;

  select array_agg(name) into names
  from (select distinct 'product ' || r.product_id as name from added as r where r.delivered_at is not null limit 101) as few;
  if cardinality(names) > 100 then names := '{product *}'; end if;
  perform pg_notify('gamla', name) from unnest(names) as name;

  select array_agg(name) into names
  from (select distinct 'sale ' || r.seller_id as name from added as r where r.seller_id is not null limit 101) as few;
  if cardinality(names) > 100 then names := '{sale *}'; end if;
  perform pg_notify('gamla', name) from unnest(names) as name;
  return null;
end $$;
--> statement-breakpoint
drop trigger notify_added on order_lines;
--> statement-breakpoint
drop trigger notify_sale_added on order_lines;
--> statement-breakpoint
drop trigger sales_insert on order_lines;
--> statement-breakpoint
create trigger keep_added after insert on order_lines
  referencing new table as added for each statement execute function keep_new_lines();
