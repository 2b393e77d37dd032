-- Counters, the spelled search, lock_for_sale and NOTIFY leave the database: what they decided is TypeScript now
-- (domain/revenue.ts, server/db/listing.ts, products.ts, back-office.ts), and what has changed is written into an outbox.
drop function lock_for_sale(bigint[]), search_products(text), search_index(text), search_newest(text),
  shows(boolean, text, text), seams_of(text);
--> statement-breakpoint
drop index products_title, products_back_title, orders_buyer, user_name_email;
--> statement-breakpoint
drop function seams(text), pairs(text), spell(text), spell_letters(text), fold(text);
--> statement-breakpoint
-- With their triggers.
drop function count_products(), forget_product_counts(), keep_figures(), forget_figures(), count_sold_lines(),
  count_settled_orders(), forget_sales_of_order(), forget_sales(), keep_new_orders(), keep_new_lines(), notify_change(),
  notify_sellers() cascade;
--> statement-breakpoint
drop function find_place(text[], text, bigint), find_slot(text[], integer, integer, bigint, boolean, bigint),
  adding_sales(text), is_sale(text, text), day_in_india(timestamptz);
--> statement-breakpoint
drop table categories, product_counts, figures, product_sales;
--> statement-breakpoint
drop type product_count_change;
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"change" text,
	"job" jsonb
);
--> statement-breakpoint
DROP INDEX "products_cheapest";
--> statement-breakpoint
DROP INDEX "products_cheapest_in";
--> statement-breakpoint
CREATE INDEX "orders_by_time" ON "orders" USING btree ("time","status","cancel","total_amount","id");
--> statement-breakpoint
CREATE INDEX "orders_buyer" ON "orders" USING gin (lower(name || ' ' || email || ' ' || coalesce(payment_id, '')) gin_trgm_ops) WITH (fastupdate=off);
--> statement-breakpoint
CREATE INDEX "products_title" ON "products" USING gin (lower(title) gin_trgm_ops) WITH (fastupdate=off);
--> statement-breakpoint
CREATE INDEX "user_name_email" ON "user" USING gin (lower(name || ' ' || email) gin_trgm_ops) WITH (fastupdate=off);
--> statement-breakpoint
CREATE INDEX "products_cheapest" ON "products" USING btree ("price","id" DESC NULLS FIRST) WHERE approved;
--> statement-breakpoint
CREATE INDEX "products_cheapest_in" ON "products" USING btree ("category","price","id" DESC NULLS FIRST) WHERE approved;
--> statement-breakpoint
-- As server/db/schema-triggers.ts has them.
create function record_change() returns trigger language plpgsql as $$
declare
  names text[];
begin
  if tg_op = 'INSERT' then
    names := array(
      select distinct concat_ws(' ', r ->> tg_argv[1], r ->> tg_argv[2])
      from (select to_jsonb(added) from added) as changed (r)
      where r ->> tg_argv[1] is not null and (tg_argv[3] is null or r ->> tg_argv[3] is not null)
      limit 101);
  elsif tg_op = 'DELETE' then
    names := array(
      select distinct concat_ws(' ', r ->> tg_argv[1], r ->> tg_argv[2])
      from (select to_jsonb(removed) from removed) as changed (r)
      where r ->> tg_argv[1] is not null and (tg_argv[3] is null or r ->> tg_argv[3] is not null)
      limit 101);
  else
    -- An update that changed nothing leaves the same row on both sides.
    names := array(
      select distinct concat_ws(' ', r ->> tg_argv[1], r ->> tg_argv[2])
      from (
        (select to_jsonb(removed) from removed except all select to_jsonb(added) from added)
        union all (select to_jsonb(added) from added except all select to_jsonb(removed) from removed)) as changed (r)
      where r ->> tg_argv[1] is not null and (tg_argv[3] is null or r ->> tg_argv[3] is not null)
      limit 101);
  end if;
  insert into outbox (change)
  select tg_argv[0] || ' ' || name
  from unnest(case when cardinality(names) > 100 then '{*}' else names end) as name;
  return null;
end $$;
--> statement-breakpoint
create function record_sellers() returns trigger language plpgsql as $$
declare
  names text[];
begin
  names := array(
    select distinct l.seller_id
    from added join removed using (id) join order_lines as l on l.order_id = added.id
    where l.seller_id is not null and to_jsonb(added) <> to_jsonb(removed)
    limit 101);
  insert into outbox (change)
  select tg_argv[0] || ' ' || name
  from unnest(case when cardinality(names) > 100 then '{*}' else names end) as name;
  return null;
end $$;
--> statement-breakpoint
create trigger record_product_insert after insert on "products" referencing new table as added for each statement execute function record_change('product', 'id');
--> statement-breakpoint
create trigger record_product_update after update on "products" referencing old table as removed new table as added for each statement execute function record_change('product', 'id');
--> statement-breakpoint
create trigger record_product_delete after delete on "products" referencing old table as removed for each statement execute function record_change('product', 'id');
--> statement-breakpoint
create trigger record_product_insert after insert on "order_lines" referencing new table as added for each statement execute function record_change('product', 'product_id', '', 'delivered_at');
--> statement-breakpoint
create trigger record_product_update after update on "order_lines" referencing old table as removed new table as added for each statement execute function record_change('product', 'product_id', '', 'delivered_at');
--> statement-breakpoint
create trigger record_product_delete after delete on "order_lines" referencing old table as removed for each statement execute function record_change('product', 'product_id', '', 'delivered_at');
--> statement-breakpoint
create trigger record_sale_insert after insert on "order_lines" referencing new table as added for each statement execute function record_change('sale', 'seller_id');
--> statement-breakpoint
create trigger record_sale_update after update on "order_lines" referencing old table as removed new table as added for each statement execute function record_change('sale', 'seller_id');
--> statement-breakpoint
create trigger record_sale_delete after delete on "order_lines" referencing old table as removed for each statement execute function record_change('sale', 'seller_id');
--> statement-breakpoint
create trigger record_order_insert after insert on "orders" referencing new table as added for each statement execute function record_change('order', 'id', 'user_id');
--> statement-breakpoint
create trigger record_order_update after update on "orders" referencing old table as removed new table as added for each statement execute function record_change('order', 'id', 'user_id');
--> statement-breakpoint
create trigger record_order_delete after delete on "orders" referencing old table as removed for each statement execute function record_change('order', 'id', 'user_id');
--> statement-breakpoint
create trigger record_sale_update after update on "orders" referencing old table as removed new table as added for each statement execute function record_sellers('sale');
--> statement-breakpoint
create trigger record_order_insert after insert on "refunds" referencing new table as added for each statement execute function record_change('order', 'order_id', 'user_id');
--> statement-breakpoint
create trigger record_order_update after update on "refunds" referencing old table as removed new table as added for each statement execute function record_change('order', 'order_id', 'user_id');
--> statement-breakpoint
create trigger record_user_insert after insert on "user" referencing new table as added for each statement execute function record_change('user', 'id');
--> statement-breakpoint
create trigger record_user_update after update on "user" referencing old table as removed new table as added for each statement execute function record_change('user', 'id');
--> statement-breakpoint
create trigger record_user_delete after delete on "user" referencing old table as removed for each statement execute function record_change('user', 'id');
--> statement-breakpoint
create trigger record_session_update after update on "session" referencing old table as removed new table as added for each statement execute function record_change('session', 'user_id');
--> statement-breakpoint
create trigger record_session_delete after delete on "session" referencing old table as removed for each statement execute function record_change('session', 'user_id');
--> statement-breakpoint
create trigger record_message_insert after insert on "contact_messages" referencing new table as added for each statement execute function record_change('message', 'id');
--> statement-breakpoint
create trigger record_letter_insert after insert on "letters" referencing new table as added for each statement execute function record_change('letter', 'id', '', 'problem');
--> statement-breakpoint
create trigger record_letter_update after update on "letters" referencing old table as removed new table as added for each statement execute function record_change('letter', 'id', '', 'problem');
