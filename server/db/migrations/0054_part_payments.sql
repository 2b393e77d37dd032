ALTER TABLE "checkouts" ADD COLUMN "rest_in_cash" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "rest_in_cash" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_rest_in_cash" CHECK ("checkouts"."rest_in_cash" >= 0);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_rest_in_cash" CHECK ("orders"."rest_in_cash" between 0 and "orders"."total_amount" - "orders"."due" - "orders"."voucher_paid");