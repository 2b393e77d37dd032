-- Search by any part of a title, in time that does not grow with the shop.
--
-- pg_trgm finds titles by pieces of three letters, but it has nothing to hold on to in an emoji, in punctuation, across
-- a space or in fewer than three letters, and would then read every title there is. So it is given each title spelled
-- for it, in letters and digits only:
--   spell  `red pot`  → `redqpot`: a space is a q, and what is neither letter, digit nor space is a z and three hex digits
--   pairs  `pot`      → `xpxoxtx`: its pieces of three are single letters (xpx) and pairs (pxo)
-- And where two words meet it is told what is left and right of the space:
--   seams  `red pot`  → `red pot`, `red po`, `red p`
-- Few titles have a seam in common, but many have the pieces of three, and `red pot` would be looked for in each title
-- that holds `red`, `d p` and `pot` somewhere. Different texts may be spelled alike, so what the index finds is looked
-- at once more.

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
    case when letter = ' ' then 'q' when letter ~ '[a-z0-9]' then letter else 'z' || substr(md5(letter), 1, 3) end,
    '' order by place)
  from unnest(string_to_array(folded, null)) with ordinality as letters (letter, place)
);
--> statement-breakpoint
create function spell(text) returns text immutable strict parallel safe language sql
return case
  -- Most titles are this plain, and this way is many times as fast.
  when fold($1) ~ '^[a-z0-9 ]*$' then replace(fold($1), ' ', 'q')
  else spell_letters(fold($1))
end;
--> statement-breakpoint
create function pairs(text) returns text immutable strict parallel safe language sql
return 'x' || array_to_string(string_to_array(spell($1), null), 'x') || 'x';
--> statement-breakpoint
-- Names only PostgreSQL's own functions: while it makes or analyses an index it knows no others by name.
create function seams(folded text) returns text[] immutable strict parallel safe language plpgsql as $$
declare
  word text;
  before text;
  seam text;
  seams text[] := '{}';
begin
  foreach word in array string_to_array(folded, ' ') loop
    if before is not null then
      seam := before || left(word, 3);
      seams := seams || array[seam, left(seam, -1), left(seam, -2)];
    end if;
    before := right(word, 3) || ' ';
  end loop;
  return seams;
end $$;
--> statement-breakpoint
-- The seams that a title must have to hold this text. The text's first word may be the end of a longer one, so it tells
-- only if it is long enough.
create function seams_of(wanted text) returns text[] immutable strict parallel safe language sql
return (
  select coalesce(array_agg(right(words[place], 3) || ' ' || left(words[place + 1], 3)), '{}')
  from (select string_to_array(fold(wanted), ' ')) as split (words), generate_series(1, cardinality(words) - 1) as place
  where words[place + 1] <> '' and (place > 1 or length(words[place]) >= 3)
);
--> statement-breakpoint
-- Every change goes straight into the index: a list of pending ones would have to be read through by each search.
create index products_title on products
  using gin (seams(fold(title)), spell(title) gin_trgm_ops, pairs(title) gin_trgm_ops)
  with (fastupdate = off);
--> statement-breakpoint
-- What many titles hold is found among the newest. 1,000 of them are read at most: along the index, whatever the planner
-- makes of a table that it has not analysed yet.
create function search_newest(wanted text) returns setof bigint stable strict language sql
set enable_seqscan = off set enable_sort = off
begin atomic
  select id from (select id, title from products where approved order by id desc limit 1000) as newest
  where strpos(fold(title), fold(wanted)) > 0
  order by id desc limit 8;
end;
--> statement-breakpoint
-- Does it hold the text, and may everyone see it? Asked in one piece: from an `approved` of its own the planner concludes
-- that it could as well go through any list of approved products, all of it.
create function shows(approved boolean, title text, wanted text) returns boolean
immutable strict parallel safe language sql
return case when approved then strpos(fold(title), fold(wanted)) > 0 else false end;
--> statement-breakpoint
-- What few titles hold is found by the index. Without an order, so that reading ends with the eighth; and never by
-- reading the table, however few rows or many hits the planner expects.
create function search_index(wanted text) returns setof bigint stable strict language plpgsql
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off as $$
declare
  seams_wanted constant text[] := seams_of(wanted);
  seen integer;
  found bigint[];
begin
  if length(spell(wanted)) < 3 then
    return query select id from products
      where pairs(title) like '%' || pairs(wanted) || '%' and shows(approved, title, wanted)
      limit 8;
    return;
  end if;

  -- A few seams are compared much faster than all the pieces of a long text, and mostly leave next to nothing.
  if seams_wanted <> '{}' then
    select count(*), array_agg(id) filter (where shows(approved, title, wanted)) into seen, found
    from (select id, title, approved from products where seams(fold(title)) @> seams_wanted limit 200) as candidates;
    if seen < 200 or cardinality(found) >= 8 then
      return query select unnest(found) limit 8;
      return;
    end if;
  end if;

  return query select id from products
    where spell(title) like '%' || spell(wanted) || '%' and shows(approved, title, wanted)
    limit 8;
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
