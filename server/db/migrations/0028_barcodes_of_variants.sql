DROP VIEW "public"."sellable_variants";--> statement-breakpoint
CREATE VIEW "public"."sellable_variants" AS (
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
    coalesce(v.weight, s.weight) as weight, v.image, v.barcode
  from products as p
  join product_variants as v on v.product_id = p.id and (v.offered or p.stock <> 'counted' and v.size_code is not null)
  cross join lateral (
    select coalesce(sum(quantity), 0)::integer as quantity from stock_holds
    where v.held > 0 and variant_id = v.id and expires_at <= clock_timestamp()) as expired
  left join sizes as own on own.code = p.size_code
  left join sizes as s on s.code = v.size_code
  left join finishes as f on f.name = v.finish
  where v.size_code is null and p.size_code is null
    or not f.is_retired and (v.size_code = p.size_code or s.family = own.family and not s.is_retired));