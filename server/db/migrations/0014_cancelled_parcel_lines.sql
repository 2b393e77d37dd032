ALTER TABLE "shipment_lines" ADD COLUMN "product_id" bigint;--> statement-breakpoint
ALTER TABLE "shipment_lines" ADD COLUMN "size_code" text;--> statement-breakpoint
ALTER TABLE "shipment_lines" ADD COLUMN "title" text;--> statement-breakpoint
ALTER TABLE "shipment_lines" ADD COLUMN "price" integer;