CREATE TABLE "open_deliveries" (
	"order_id" bigint PRIMARY KEY NOT NULL,
	"sent" bigint,
	"arrived" bigint[] NOT NULL,
	"cancel" text NOT NULL,
	"dispatched" text NOT NULL,
	"undo_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "open_deliveries" ADD CONSTRAINT "open_deliveries_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;