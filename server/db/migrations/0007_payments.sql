CREATE TABLE "checkouts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"email" text NOT NULL,
	"checkout_key" uuid NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"city" text NOT NULL,
	"pincode" text NOT NULL,
	"mobile_number" text NOT NULL,
	"lines" jsonb NOT NULL,
	"amount" bigint NOT NULL,
	"provider_order_id" text,
	"state" text DEFAULT 'open' NOT NULL,
	"asked_at" timestamp with time zone,
	"time" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "checkouts_provider_order" UNIQUE("provider_order_id"),
	CONSTRAINT "checkouts_state" CHECK ("checkouts"."state" in ('open', 'replaced', 'over')),
	CONSTRAINT "checkouts_whole_rupees" CHECK ("checkouts"."amount" > 0 and "checkouts"."amount" % 100 = 0)
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" text PRIMARY KEY NOT NULL,
	"event" text NOT NULL,
	"time" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" text PRIMARY KEY NOT NULL,
	"checkout_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"stage" text NOT NULL,
	"use" text,
	"time" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payments_stage" CHECK ("payments"."stage" in ('authorized', 'lapsed', 'captured')),
	CONSTRAINT "payments_use" CHECK ("payments"."use" in ('order', 'refund')),
	CONSTRAINT "payments_used" CHECK ("payments"."stage" <> 'captured' or "payments"."use" is not null)
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"payment_id" text PRIMARY KEY NOT NULL,
	"order_id" bigint,
	"user_id" text NOT NULL,
	"reason" text NOT NULL,
	"state" text NOT NULL,
	"attempt" smallint DEFAULT 1 NOT NULL,
	"provider_refund_id" text,
	"problem" text,
	"time" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refunds_provider_refund" UNIQUE("provider_refund_id"),
	CONSTRAINT "refunds_state" CHECK ("refunds"."state" in ('promised', 'pending', 'processed', 'failed')),
	CONSTRAINT "refunds_reason" CHECK ("refunds"."reason" in ('sold', 'paid-twice', 'wrong-amount', 'cancelled', 'deleted', 'elsewhere')),
	CONSTRAINT "refunds_attempt" CHECK ("refunds"."attempt" > 0)
);
--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_shopper" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "checkouts_open" ON "checkouts" USING btree ("user_id","checkout_key") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "checkouts_by_key" ON "checkouts" USING btree ("user_id","checkout_key");--> statement-breakpoint
CREATE INDEX "checkouts_by_time" ON "checkouts" USING btree ("time");--> statement-breakpoint
CREATE INDEX "payment_events_by_time" ON "payment_events" USING btree ("time");--> statement-breakpoint
CREATE INDEX "payments_by_checkout" ON "payments" USING btree ("checkout_id");--> statement-breakpoint
CREATE INDEX "refunds_by_order" ON "refunds" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "refunds_under_way" ON "refunds" USING btree ("time") WHERE state in ('promised', 'pending');--> statement-breakpoint
-- An order's refund is shown with the order, so news of it is news of the order.
create trigger notify_added after insert on refunds referencing new table as added
  for each statement execute function notify_change('order', 'r.order_id || '' '' || r.user_id', 'r.order_id is not null');
--> statement-breakpoint
create trigger notify_changed after update on refunds referencing old table as removed new table as added
  for each statement execute function notify_change('order', 'r.order_id || '' '' || r.user_id', 'r.order_id is not null');
