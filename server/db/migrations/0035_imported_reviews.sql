DROP INDEX "reviews_of_product";--> statement-breakpoint
DROP INDEX "reviews_newest";--> statement-breakpoint
ALTER TABLE "reviews" ALTER COLUMN "order_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "reviews" ALTER COLUMN "position" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "wishlist_items" ADD COLUMN "asked_price" integer;--> statement-breakpoint
ALTER TABLE "wishlist_items" ADD COLUMN "known_price" integer;--> statement-breakpoint
ALTER TABLE "review_pictures" ADD COLUMN "product_id" bigint;--> statement-breakpoint
UPDATE "review_pictures" SET "product_id" = (SELECT "product_id" FROM "reviews" WHERE "id" = "review_id");--> statement-breakpoint
ALTER TABLE "review_pictures" ALTER COLUMN "product_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "source" text;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "source_key" text;--> statement-breakpoint
CREATE INDEX "wishlist_items_watched" ON "wishlist_items" USING btree ("product_id") WHERE asked_price is not null;--> statement-breakpoint
CREATE INDEX "review_pictures_of_product" ON "review_pictures" USING btree ("product_id","review_id");--> statement-breakpoint
CREATE INDEX "reviews_of_product" ON "reviews" USING btree ("product_id","state","stars","time","id","source");--> statement-breakpoint
CREATE INDEX "reviews_newest" ON "reviews" USING btree ("product_id","time","id") WHERE state = 'published';--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_source_key" UNIQUE("source_key");--> statement-breakpoint
ALTER TABLE "wishlist_items" ADD CONSTRAINT "wishlist_items_prices" CHECK (("wishlist_items"."asked_price" is null) = ("wishlist_items"."known_price" is null));--> statement-breakpoint
ALTER TABLE "wishlist_items" ADD CONSTRAINT "wishlist_items_known" CHECK ("wishlist_items"."known_price" <= "wishlist_items"."asked_price");--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_origin" CHECK (("reviews"."order_id" is null) = ("reviews"."source" is not null));--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_position" CHECK (("reviews"."order_id" is null) = ("reviews"."position" is null));--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_source" CHECK (("reviews"."source" is null) = ("reviews"."source_key" is null));--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_sources" CHECK ("reviews"."source" in ('judgeme', 'woocommerce'));--> statement-breakpoint
create trigger record_wishlist_update after update on "wishlist_items" referencing old table as removed new table as added
  for each statement execute function record_change('wishlist', 'user_id');
