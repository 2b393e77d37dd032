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
    select case when (select exists (select from offers where is_price and starts_at <= statement_timestamp()
        and (ends_at is null or ends_at > statement_timestamp())))
      then lowest_on_offer(v.product_id, base.price, v.id, nullif(v.size_code, '')) end as prices offset 0) as offer);