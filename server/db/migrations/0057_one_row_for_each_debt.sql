ALTER TABLE "counter_refunds" DROP CONSTRAINT "counter_refunds_of_return";--> statement-breakpoint
ALTER TABLE "returns" DROP CONSTRAINT "returns_paid_back";--> statement-breakpoint
ALTER TABLE "returns" DROP CONSTRAINT "returns_reference";--> statement-breakpoint
DROP INDEX "returns_not_paid_back";--> statement-breakpoint
ALTER TABLE "counter_refunds" ADD COLUMN "shipment_id" bigint;--> statement-breakpoint
ALTER TABLE "counter_refunds" ADD CONSTRAINT "counter_refunds_shipment_id_shipments_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "counter_refunds_of_return" ON "counter_refunds" USING btree ("return_id",(shipment_id is null)) WHERE return_id is not null;--> statement-breakpoint
-- What returns of parcels that were paid in cash owed by themselves: what of their amount went back neither to a voucher nor by a refund.
INSERT INTO "counter_refunds" (order_id, return_id, shipment_id, amount, reason, paid_back_on, paid_back_reference, time)
SELECT r.order_id, r.id, s.id, owed.amount, 'returned', r.paid_back_on, r.paid_back_reference, r.time
FROM returns AS r JOIN shipments AS s ON s.id = r.shipment_id
	LEFT JOIN return_requests AS q ON q.id = r.return_request_id AND q.settled_as = 'voucher'
	CROSS JOIN LATERAL (SELECT r.amount - r.to_voucher
		- (SELECT coalesce(sum(coalesce(f.amount, p.amount)), 0) FROM refunds AS f JOIN payments AS p ON p.id = f.payment_id WHERE f.return_id = r.id)
		- (SELECT coalesce(sum(c.amount), 0) FROM counter_refunds AS c WHERE c.return_id = r.id) AS amount) AS owed
WHERE s.cash > 0 AND s.step NOT IN ('returned', 'cancelled') AND r.reason <> 'deleted' AND q.id IS NULL AND owed.amount > 0
ORDER BY r.id;--> statement-breakpoint
ALTER TABLE "returns" DROP COLUMN "paid_back_on";--> statement-breakpoint
ALTER TABLE "returns" DROP COLUMN "paid_back_reference";