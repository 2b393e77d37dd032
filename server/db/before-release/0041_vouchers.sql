ALTER TABLE "bills" DROP CONSTRAINT "bills_series";--> statement-breakpoint
ALTER TABLE "bills" DROP CONSTRAINT "bills_kind";--> statement-breakpoint
ALTER TABLE "bills" DROP CONSTRAINT "bills_credit";--> statement-breakpoint
ALTER TABLE "bills" ALTER COLUMN "shipment_id" DROP NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "bills_of_payment" ON "bills" USING btree ((document ->> 'paymentId')) WHERE series = 'receipt-voucher';--> statement-breakpoint
CREATE UNIQUE INDEX "bills_refunded" ON "bills" USING btree ("bill_id") WHERE series = 'refund-voucher';--> statement-breakpoint
ALTER TABLE "bills" ADD CONSTRAINT "bills_sent" CHECK (("bills"."series" in ('receipt-voucher', 'refund-voucher')) = ("bills"."shipment_id" is null));--> statement-breakpoint
ALTER TABLE "bills" ADD CONSTRAINT "bills_series" CHECK ("bills"."series" in ('bill', 'credit-note', 'receipt-voucher', 'refund-voucher'));--> statement-breakpoint
ALTER TABLE "bills" ADD CONSTRAINT "bills_kind" CHECK ("bills"."kind" in ('tax-invoice', 'bill-of-supply', 'receipt', 'credit-note', 'receipt-voucher', 'refund-voucher'));--> statement-breakpoint
ALTER TABLE "bills" ADD CONSTRAINT "bills_credit" CHECK (("bills"."series" in ('credit-note', 'refund-voucher')) = ("bills"."bill_id" is not null));