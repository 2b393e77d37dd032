ALTER TABLE "shipments" ADD COLUMN "label_link" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "shipments" ADD COLUMN "booking_token" uuid;--> statement-breakpoint
ALTER TABLE "shipments" ADD COLUMN "booking_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "shipments" ADD COLUMN "booking_sent_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "shipments_to_book" ON "shipments" USING btree ("id") WHERE booking = 'requested';--> statement-breakpoint
CREATE INDEX "shipments_to_track" ON "shipments" USING btree ("checked_at","id") WHERE booking = 'booked' and step not in ('delivered', 'returned');