-- The price of a set with the offers on it or on its parts, and the one to strike through; null: no offer holds. In plpgsql, because a
-- page shows products also while the variants cannot be read, and SQL would look for them in every query.
create function set_prices_on_offer(product bigint) returns integer[] language plpgsql stable as $$
begin
  return (select array[v.price, v.was] from sellable_variants as v where v.product_id = product and v.was is not null);
end $$;
