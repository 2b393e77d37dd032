-- Products held for an order, and which of them are Sold, in one round trip. Two statements, because the second one has
-- to see what a delivery that the first had to wait for has written; it reads what is held and nothing else.
create function lock_for_sale(ids bigint[]) returns table (product products, sold boolean) language plpgsql as $$
declare
  held bigint[];
begin
  held := array(select p.id from products as p where p.id = any (ids) and p.approved order by p.id for share);
  return query
    select p, exists (
      select from order_lines as l where l.product_id = p.id and l.delivered_at > coalesce(p.restocked_at, '-infinity')
    )
    from products as p where p.id = any (held) order by p.id;
end $$;
