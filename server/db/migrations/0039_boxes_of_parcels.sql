ALTER TABLE "shipments" ADD COLUMN "box" jsonb;--> statement-breakpoint
ALTER TABLE "shipments" ADD COLUMN "wanted_courier" text DEFAULT '' NOT NULL;