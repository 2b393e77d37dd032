ALTER TABLE "checkouts" ADD COLUMN "pick_up" jsonb;--> statement-breakpoint
ALTER TABLE "shipments" ADD COLUMN "pick_up" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "pick_up" jsonb;--> statement-breakpoint
ALTER TABLE "shipments" ADD CONSTRAINT "shipments_pick_up" CHECK (not "shipments"."pick_up" or ("shipments"."kind" = 'sale' and "shipments"."awb" is null and "shipments"."booking" is null));