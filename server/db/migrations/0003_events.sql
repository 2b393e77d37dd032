-- Says on channel `gamla` what has changed, when the change is committed: `product 17`, `order 1001 <user>`,
-- `user <id>`. A statement that changes more than 100 rows says `product *` instead of a thousand names.
-- These are hints to read again; nobody takes data out of them.

create function notify_change() returns trigger language plpgsql as $$
declare
  kind constant text := tg_argv[0];
  -- What tells one row from another, and a listener whom it concerns: an expression over the row.
  name constant text := tg_argv[1];
  -- Rows that concern nobody are left out.
  matters constant text := tg_argv[2];
  source text;
  names text[];
begin
  source := case tg_op
    when 'INSERT' then format('select %s as name from added as r where %s', name, matters)
    when 'DELETE' then format('select %s as name from removed as r where %s', name, matters)
    -- An update that changed nothing leaves the same row on both sides.
    else format(
      'select %1$s as name from (
         (select * from removed except all select * from added) union all
         (select * from added except all select * from removed)
       ) as r where %2$s', name, matters)
  end;
  execute format('select array_agg(name) from (select distinct name from (%s) as named limit 101) as few', source)
    into names;
  if cardinality(names) > 100 then names := '{*}'; end if;
  perform pg_notify('gamla', kind || ' ' || changed) from unnest(names) as changed;
  return null;
end $$;
--> statement-breakpoint
create trigger notify_added after insert on products referencing new table as added
  for each statement execute function notify_change('product', 'r.id::text', 'true');
--> statement-breakpoint
create trigger notify_changed after update on products referencing old table as removed new table as added
  for each statement execute function notify_change('product', 'r.id::text', 'true');
--> statement-breakpoint
create trigger notify_removed after delete on products referencing old table as removed
  for each statement execute function notify_change('product', 'r.id::text', 'true');
--> statement-breakpoint
-- A line that was delivered makes its product Sold; one that no longer is may set it free again.
create trigger notify_added after insert on order_lines referencing new table as added
  for each statement execute function notify_change('product', 'r.product_id::text', 'r.delivered_at is not null');
--> statement-breakpoint
create trigger notify_changed after update on order_lines referencing old table as removed new table as added
  for each statement execute function notify_change('product', 'r.product_id::text', 'r.delivered_at is not null');
--> statement-breakpoint
create trigger notify_removed after delete on order_lines referencing old table as removed
  for each statement execute function notify_change('product', 'r.product_id::text', 'r.delivered_at is not null');
--> statement-breakpoint
create trigger notify_added after insert on orders referencing new table as added
  for each statement execute function notify_change('order', 'r.id || '' '' || r.user_id', 'true');
--> statement-breakpoint
create trigger notify_changed after update on orders referencing old table as removed new table as added
  for each statement execute function notify_change('order', 'r.id || '' '' || r.user_id', 'true');
--> statement-breakpoint
create trigger notify_removed after delete on orders referencing old table as removed
  for each statement execute function notify_change('order', 'r.id || '' '' || r.user_id', 'true');
--> statement-breakpoint
create trigger notify_added after insert on "user" referencing new table as added
  for each statement execute function notify_change('user', 'r.id', 'true');
--> statement-breakpoint
create trigger notify_changed after update on "user" referencing old table as removed new table as added
  for each statement execute function notify_change('user', 'r.id', 'true');
--> statement-breakpoint
create trigger notify_removed after delete on "user" referencing old table as removed
  for each statement execute function notify_change('user', 'r.id', 'true');
