DROP INDEX "shipments_unfinished";--> statement-breakpoint
CREATE INDEX "orders_cancel_requested" ON "orders" USING btree ("time") WHERE cancel = 'requested';--> statement-breakpoint
CREATE INDEX "products_not_approved" ON "products" USING btree ("time") WHERE not approved;--> statement-breakpoint
CREATE INDEX "shipments_unfinished" ON "shipments" USING btree ("step","order_id") WHERE step not in ('delivered', 'returned', 'cancelled');