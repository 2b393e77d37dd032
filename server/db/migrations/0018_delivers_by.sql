ALTER TABLE "checkouts" ADD COLUMN "delivers_by" date;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "delivers_by" date;
--> statement-breakpoint
-- Open orders keep the day that their pages have shown so far, which followed the delivery areas of each moment.
update orders set delivers_by = ("time" at time zone 'Asia/Kolkata')::date + days
from (
  select o.id, coalesce(area.days, shop.days, 0) as days
  from orders as o
    left join delivery_areas as area on area.pincode = regexp_replace(o.pincode, '[\s-]', '', 'g')
    left join (
      select floor((value #>> '{}')::numeric)::integer as days from settings
      where name = 'deliveryDays' and jsonb_typeof(value) = 'number'
    ) as shop on true
  where o.status <> 'delivered' and o.cancel <> 'cancelled'
) as promise
where promise.id = orders.id and promise.days > 0;
