ALTER TABLE "refunds" DROP CONSTRAINT "refunds_reason";--> statement-breakpoint
ALTER TABLE "order_refunds" ADD COLUMN "to_voucher" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "to_voucher" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "paid_by_voucher" boolean GENERATED ALWAYS AS (voucher_paid > 0 and voucher_paid + due = total_amount) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "order_refunds" ADD CONSTRAINT "order_refunds_to_voucher" CHECK ("order_refunds"."to_voucher" between 0 and "order_refunds"."amount");--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_reason" CHECK ("refunds"."reason" in ('sold', 'paid-twice', 'wrong-amount', 'cancelled', 'deleted', 'external', 'returned', 'changed', 'not-payable', 'voucher-spent', 'price-reduced', 'goodwill', 'item-missing'));--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_to_voucher" CHECK ("returns"."to_voucher" between 0 and coalesce("returns"."amount", 0));