CREATE INDEX "returns_by_time" ON "returns" USING btree ("time");--> statement-breakpoint
CREATE INDEX "shipments_by_time" ON "shipments" USING btree ("time");--> statement-breakpoint
CREATE INDEX "shipments_by_delivery" ON "shipments" USING btree ("delivered_at") WHERE delivered_at is not null;