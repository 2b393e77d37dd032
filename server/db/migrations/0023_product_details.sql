DROP INDEX "products_featured";--> statement-breakpoint
DROP INDEX "products_newest";--> statement-breakpoint
DROP INDEX "products_dearest";--> statement-breakpoint
DROP INDEX "products_cheapest";--> statement-breakpoint
DROP INDEX "products_newest_in";--> statement-breakpoint
DROP INDEX "products_dearest_in";--> statement-breakpoint
DROP INDEX "products_cheapest_in";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "alt_texts" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "on_sale" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "sku" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "hsn" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "gst_rate" smallint;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "mrp" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "country_of_origin" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "products_sku" ON "products" USING btree (lower(sku)) WHERE sku <> '';--> statement-breakpoint
CREATE INDEX "products_featured" ON "products" USING btree ("id") WHERE approved and on_sale and featured;--> statement-breakpoint
CREATE INDEX "products_newest" ON "products" USING btree ("id") WHERE approved and on_sale;--> statement-breakpoint
CREATE INDEX "products_dearest" ON "products" USING btree ("price","id") WHERE approved and on_sale;--> statement-breakpoint
CREATE INDEX "products_cheapest" ON "products" USING btree ("price","id" DESC NULLS FIRST) WHERE approved and on_sale;--> statement-breakpoint
CREATE INDEX "products_newest_in" ON "products" USING btree ("category","id") WHERE approved and on_sale;--> statement-breakpoint
CREATE INDEX "products_dearest_in" ON "products" USING btree ("category","price","id") WHERE approved and on_sale;--> statement-breakpoint
CREATE INDEX "products_cheapest_in" ON "products" USING btree ("category","price","id" DESC NULLS FIRST) WHERE approved and on_sale;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_sku_length" CHECK (length("products"."sku") <= 40);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_hsn" CHECK ("products"."hsn" ~ '^([0-9]{4,8})?$');--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_gst_rate" CHECK ("products"."gst_rate" between 0 and 100);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_mrp" CHECK ("products"."mrp" between 1 and 9999999);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_country" CHECK (length("products"."country_of_origin") <= 60);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_alt_texts" CHECK (jsonb_typeof("products"."alt_texts") = 'object');