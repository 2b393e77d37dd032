-- Gives pots their variants: every size of the family in every finish, also of products and sizes that moved to another
-- family. The lock makes a new product and a new size or finish wait for each other, so each sees the other's row.
create or replace function make_variants() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'products' then
    if tg_op = 'UPDATE' then
      -- Compared as sets: a join of so many rows by a plan that was made for few takes seconds.
      if not exists (select id, size_code from added except select id, size_code from removed) then
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
    -- Only the first pots; for a million it would take a minute, so a job does the rest.
    insert into product_variants (product_id, size_code, finish)
    select p.id, s.code, f.name from added as f
      cross join (select id, size_code from products where size_code is not null order by id limit 2000) as p
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
end $$;
