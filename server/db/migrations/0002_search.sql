-- Search by a part of the title, in time that does not grow with the shop.
--
-- pg_trgm finds nothing to hold on to in an emoji, in punctuation, or in fewer than three characters, and it would
-- then read everything. So this index keeps our own pieces of each title: every 1, 2, 3 and 6 characters in a row,
-- white space and all, as hashes (half the size, faster to compare; two pieces that share a hash cost a second look).
-- Six, because of `pot ba`: many titles hold `pot`, `ot `, `t b` and ` ba` somewhere, few of them in a row.

-- Small letters for comparing: PostgreSQL's own table of them where there is one, so that every database agrees.
do $$
declare
  own_table constant boolean := exists (select from pg_collation where collname = 'pg_c_utf8');
begin
  execute format(
    'create function fold(text) returns text immutable strict parallel safe language sql
     return lower($1 collate %I) collate "C"',
    case when own_table then 'pg_c_utf8' else 'default' end
  );
end $$;
--> statement-breakpoint
create function pieces(folded text, lengths integer[]) returns integer[]
immutable strict parallel safe language sql
return (
  select coalesce(array_agg(hashtext(substr(folded, place, size))), '{}')
  from unnest(lengths) as size, generate_series(1, length(folded) - size + 1) as place
);
--> statement-breakpoint
create function title_pieces(title text) returns integer[]
immutable strict parallel safe language sql
return pieces(fold(title), '{1,2,3,6}');
--> statement-breakpoint
-- Every change goes straight into the index: a list of pending ones would have to be read through by each search.
create index products_title on products using gin (title_pieces(title)) with (fastupdate = off) where approved;
--> statement-breakpoint
-- What many titles hold is found among the newest. 1,000 of them are read at most.
create function search_newest(folded text) returns setof bigint stable strict language sql
begin atomic
  select id from (select id, title from products where approved order by id desc limit 1000) as newest
  where strpos(fold(title), folded) > 0
  order by id desc limit 8;
end;
--> statement-breakpoint
-- What few titles hold is found by its pieces. Without an order, so that reading ends with the eighth; and never by
-- reading the table, however few rows or many hits the planner expects.
create function search_pieces(folded text) returns setof bigint stable strict language plpgsql
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off as $$
declare
  wanted integer[] := pieces(folded, array[case when length(folded) < 3 then length(folded) when length(folded) < 6 then 3 else 6 end]);
begin
  return query
  select id from products
  where approved and title_pieces(title) @> wanted and strpos(fold(title), folded) > 0
  limit 8;
end $$;
--> statement-breakpoint
-- Ids of at most 8 approved products whose title holds this text. All of them if there are no more than that.
create function search_products(wanted text) returns setof bigint stable strict language plpgsql as $$
declare
  folded constant text := fold(wanted);
  found bigint[] := array(select search_newest(folded));
begin
  if cardinality(found) < 8 then
    found := array(
      select id from (select unnest(found) as id union select search_pieces(folded)) as either order by id desc limit 8
    );
  end if;
  return query select unnest(found);
end $$;
