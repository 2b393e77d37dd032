ALTER TABLE "checkouts" ADD COLUMN "held_until" timestamp with time zone;--> statement-breakpoint
UPDATE "checkouts" SET "held_until" = (SELECT max("expires_at") FROM "stock_holds" WHERE "checkout_id" = "checkouts"."id");
