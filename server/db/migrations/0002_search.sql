-- Search by any part of a title, in time that does not grow with the shop.
--
-- pg_trgm finds titles by pieces of three letters, but it has nothing to hold on to in an emoji, in punctuation, across
-- a space or in fewer than three letters, and would then read every title there is. So it is given each title spelled
-- for it, letters and digits only:
--   spell    `stone pot`  → `stoneqpot`: whatever is neither letter nor digit is a q; what is not ASCII, three hex digits
--   squeeze  `stone pot`  → `stonepot`: with the former tells `t pot` from a title that has `t p` and `pot` elsewhere
--   pairs    `pot`        → `xpxoxtx`: its pieces of three are single letters (xpx) and pairs (pxo)
-- Different texts may be spelled alike, so what the index finds is looked at once more.

create extension if not exists pg_trgm;
--> statement-breakpoint
-- Small letters for comparing: by PostgreSQL's own table where it has one, so that every database agrees.
do $$
begin
  execute format(
    'create function fold(text) returns text immutable strict parallel safe language sql
     return lower($1 collate %I) collate "C"',
    coalesce((select collname from pg_collation where collname = 'pg_c_utf8'), 'default')
  );
end $$;
--> statement-breakpoint
create function spell_letters(folded text) returns text immutable strict parallel safe language sql
return (
  select string_agg(
    case when letter ~ '[a-z0-9]' then letter when ascii(letter) < 128 then 'q' else substr(md5(letter), 1, 3) end,
    '' order by place)
  from unnest(string_to_array(folded, null)) with ordinality as letters (letter, place)
);
--> statement-breakpoint
create function spell(text) returns text immutable strict parallel safe language sql
return case
  -- Nearly all titles are ASCII, and this way is ten times as fast.
  when octet_length($1) = length($1) then regexp_replace(fold($1), '[^a-z0-9]', 'q', 'g')
  else spell_letters(fold($1))
end;
--> statement-breakpoint
create function squeeze(text) returns text immutable strict parallel safe language sql
return replace(spell($1), 'q', '');
--> statement-breakpoint
create function pairs(text) returns text immutable strict parallel safe language sql
return 'x' || array_to_string(string_to_array(spell($1), null), 'x') || 'x';
--> statement-breakpoint
-- Every change goes straight into the index: a list of pending ones would have to be read through by each search.
create index products_title on products
  using gin (spell(title) gin_trgm_ops, squeeze(title) gin_trgm_ops, pairs(title) gin_trgm_ops)
  with (fastupdate = off) where approved;
--> statement-breakpoint
-- What many titles hold is found among the newest. 1,000 of them are read at most.
create function search_newest(wanted text) returns setof bigint stable strict language sql
begin atomic
  select id from (select id, title from products where approved order by id desc limit 1000) as newest
  where strpos(fold(title), fold(wanted)) > 0
  order by id desc limit 8;
end;
--> statement-breakpoint
-- What few titles hold is found by the index. Without an order, so that reading ends with the eighth; and never by
-- reading the table, however few rows or many hits the planner expects.
create function search_index(wanted text) returns setof bigint stable strict language plpgsql
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off as $$
begin
  if length(spell(wanted)) < 3 then
    return query select id from products
      where approved and pairs(title) like '%' || pairs(wanted) || '%' and strpos(fold(title), fold(wanted)) > 0
      limit 8;
  elsif length(squeeze(wanted)) < 3 then
    return query select id from products
      where approved and spell(title) like '%' || spell(wanted) || '%' and strpos(fold(title), fold(wanted)) > 0
      limit 8;
  else
    return query select id from products
      where approved and spell(title) like '%' || spell(wanted) || '%' and squeeze(title) like '%' || squeeze(wanted) || '%'
        and strpos(fold(title), fold(wanted)) > 0
      limit 8;
  end if;
end $$;
--> statement-breakpoint
-- Ids of at most 8 approved products whose title holds this text; of all of them if there are no more.
create function search_products(wanted text) returns setof bigint stable strict language plpgsql as $$
declare
  found bigint[] := array(select search_newest(wanted));
begin
  if cardinality(found) < 8 then
    found := array(
      select id from (select unnest(found) as id union select search_index(wanted)) as either order by id desc limit 8
    );
  end if;
  return query select unnest(found);
end $$;
