ALTER TABLE "bills" DROP CONSTRAINT "bills_series";--> statement-breakpoint
ALTER TABLE "bills" DROP CONSTRAINT "bills_kind";--> statement-breakpoint
ALTER TABLE "stock_changes" DROP CONSTRAINT "stock_changes_reason";--> statement-breakpoint
DROP INDEX "bills_of_shipment";--> statement-breakpoint
DROP INDEX "stock_changes_once";--> statement-breakpoint
ALTER TABLE "shipments" ADD COLUMN "kind" text DEFAULT 'sale' NOT NULL;--> statement-breakpoint
ALTER TABLE "shipments" ADD COLUMN "return_request_id" bigint;--> statement-breakpoint
ALTER TABLE "stock_changes" ADD COLUMN "shipment_id" bigint;--> statement-breakpoint
ALTER TABLE "stock_changes" ADD CONSTRAINT "stock_changes_shipment_id_shipments_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "shipments_of_request" ON "shipments" USING btree ("return_request_id","kind") WHERE return_request_id is not null and step <> 'cancelled';--> statement-breakpoint
CREATE UNIQUE INDEX "bills_of_shipment" ON "bills" USING btree ("shipment_id") WHERE series in ('bill', 'delivery-challan');--> statement-breakpoint
CREATE UNIQUE INDEX "stock_changes_once" ON "stock_changes" USING btree ("order_id","variant_id",("reason" = 'ordered'),coalesce(return_id, 0),coalesce(change_id, 0),coalesce(shipment_id, 0)) WHERE order_id is not null;--> statement-breakpoint
ALTER TABLE "bills" ADD CONSTRAINT "bills_series" CHECK ("bills"."series" in ('bill', 'credit-note', 'receipt-voucher', 'refund-voucher', 'delivery-challan'));--> statement-breakpoint
ALTER TABLE "bills" ADD CONSTRAINT "bills_kind" CHECK ("bills"."kind" in ('tax-invoice', 'bill-of-supply', 'receipt', 'credit-note', 'receipt-voucher', 'refund-voucher', 'delivery-challan'));--> statement-breakpoint
ALTER TABLE "shipments" ADD CONSTRAINT "shipments_kind" CHECK ("shipments"."kind" in ('sale', 'replacement', 'return'));--> statement-breakpoint
ALTER TABLE "shipments" ADD CONSTRAINT "shipments_request" CHECK (("shipments"."kind" = 'sale') = ("shipments"."return_request_id" is null));--> statement-breakpoint
ALTER TABLE "stock_changes" ADD CONSTRAINT "stock_changes_reason" CHECK ("stock_changes"."reason" in ('ordered', 'cancelled', 'deleted', 'counted', 'not-offered', 'imported', 'returned', 'changed', 'replaced'));