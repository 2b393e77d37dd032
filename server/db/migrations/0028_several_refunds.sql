DROP INDEX "refunds_whole";--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_whole" ON "refunds" USING btree ("payment_id") WHERE return_id is null and reason <> 'external';