-- What the parts of a set come to. In plpgsql, which keeps its plan: in the view it made each query of variants be planned for 10 ms,
-- also of products that are no sets.
create function read_parts(product bigint) returns table (
  are_all_there boolean, are_available boolean, on_hand integer, available integer, weight numeric, on_offer integer, price integer
) language plpgsql stable rows 1 as $$
#variable_conflict use_column
begin
  return query
  select count(*) > 0 and count(*) = count(part.id),
    coalesce(bool_and(coalesce(part.is_available and coalesce(part.available >= s.quantity, true), false)), false),
    min(part.on_hand / s.quantity), min(part.available / s.quantity),
    case when count(*) = count(part.weight) then sum(part.weight * s.quantity) end,
    sum(coalesce((prices_on_offer(part.product_id, part.price, part.id, nullif(part.size_code, '')))[1], part.price) * s.quantity)::integer,
    least(9999999, case when max(whole.set_percent) is null then least(max(whole.set_price), sum(part.price * s.quantity))
      else greatest(1, sum(part.price * s.quantity) * (100 - max(whole.set_percent)) / 100) end)::integer
  from set_parts as s
  join products as whole on whole.id = s.product_id
  left join (single_variants as part join products as p on p.id = part.product_id and p.approved and p.on_sale and p.stock <> 'set')
    on part.id = s.variant_id
  where s.product_id = product;
end $$;
--> statement-breakpoint
DROP VIEW "public"."sellable_variants";--> statement-breakpoint
CREATE VIEW "public"."sellable_variants" AS (
  select v.id, v.product_id, v.position, v.family, v.size_code, v.finish, v.sku,
    least(coalesce(offer.prices[1], base.price), case when parts.are_all_there then parts.on_offer end) as price,
    case when v.is_set then parts.on_hand else v.on_hand end as on_hand,
    case when not v.is_set then v.available when parts.are_available then parts.available else 0 end as available,
    case when v.is_set then parts.are_available else v.is_available end as is_available,
    coalesce(v.weight, parts.weight) as weight, v.image, v.barcode, base.price as regular,
    case when v.is_set then coalesce(case when parts.are_all_there then parts.on_offer end, offer.prices[1], base.price)
      else offer.prices[2] end as was
  from single_variants as v
  left join lateral (select * from read_parts(v.product_id) where v.is_set offset 0) as parts on true
  cross join lateral (select case when parts.are_all_there then parts.price else v.price end as price offset 0) as base
  cross join lateral (
    select prices_on_offer(v.product_id, base.price, v.id, nullif(v.size_code, '')) as prices offset 0) as offer);