ALTER TABLE "shipments" DROP CONSTRAINT "shipments_step";--> statement-breakpoint
ALTER TABLE "shipments" DROP CONSTRAINT "shipments_booking";--> statement-breakpoint
DROP INDEX "shipments_awb_once";--> statement-breakpoint
DROP INDEX "shipments_unfinished";--> statement-breakpoint
DROP INDEX "shipments_to_book";--> statement-breakpoint
DROP INDEX "shipments_to_track";--> statement-breakpoint
CREATE INDEX "shipments_by_awb" ON "shipments" USING btree (upper(awb));--> statement-breakpoint
CREATE UNIQUE INDEX "shipments_awb_once" ON "shipments" USING btree (upper(awb),lower(courier)) WHERE step <> 'cancelled';--> statement-breakpoint
CREATE INDEX "shipments_unfinished" ON "shipments" USING btree ("id") WHERE step not in ('delivered', 'returned', 'cancelled');--> statement-breakpoint
CREATE INDEX "shipments_to_book" ON "shipments" USING btree ("id") WHERE booking in ('requested', 'cancelling');--> statement-breakpoint
CREATE INDEX "shipments_to_track" ON "shipments" USING btree ("checked_at","id") WHERE booking = 'booked' and step not in ('delivered', 'returned', 'cancelled');--> statement-breakpoint
ALTER TABLE "shipments" ADD CONSTRAINT "shipments_step" CHECK ("shipments"."step" in ('packed', 'picked-up', 'on-the-way', 'out-for-delivery', 'delivered', 'not-delivered', 'returned', 'cancelled'));--> statement-breakpoint
ALTER TABLE "shipments" ADD CONSTRAINT "shipments_booking" CHECK ("shipments"."booking" in ('requested', 'booked', 'failed', 'cancelling', 'cancelled'));