ALTER TABLE "checkouts" ADD COLUMN "discount" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "offer_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "delivery_fee" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "shipment_lines" ADD COLUMN "amount" bigint;--> statement-breakpoint
-- What was sent so far cost its full price. The lines of deleted orders are gone, and nothing of them is paid back any more.
UPDATE "shipment_lines" SET "amount" = 100 * "quantity"::bigint * coalesce("price", (
  SELECT l."price" FROM "order_lines" AS l JOIN "shipments" AS s ON s."order_id" = l."order_id"
  WHERE s."id" = "shipment_id" AND l."position" = "shipment_lines"."position"), 0);--> statement-breakpoint
ALTER TABLE "shipment_lines" ALTER COLUMN "amount" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "shipments" ADD COLUMN "fee" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "discount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "discount" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "offer_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "delivery_fee" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "shipment_lines" ADD CONSTRAINT "shipment_lines_amount" CHECK ("shipment_lines"."amount" >= 0);--> statement-breakpoint
ALTER TABLE "shipments" ADD CONSTRAINT "shipments_fee" CHECK ("shipments"."fee" >= 0);--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_within_price" CHECK ("order_lines"."discount" between 0 and 100 * "order_lines"."price"::bigint * "order_lines"."quantity");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_discount" CHECK ("orders"."discount" >= 0 and ("orders"."discount" = 0) = ("orders"."offer_name" = ''));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_delivery_fee" CHECK ("orders"."delivery_fee" between 0 and "orders"."total_amount");