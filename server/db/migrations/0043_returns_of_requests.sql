ALTER TABLE "return_requests" DROP CONSTRAINT "return_requests_return_id_returns_id_fk";
--> statement-breakpoint
DROP INDEX "return_requests_of_return";--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "return_request_id" bigint;--> statement-breakpoint
CREATE INDEX "returns_of_request" ON "returns" USING btree ("return_request_id") WHERE return_request_id is not null;--> statement-breakpoint
UPDATE "returns" SET "return_request_id" = q.id FROM "return_requests" AS q WHERE q.return_id = "returns".id;--> statement-breakpoint
ALTER TABLE "return_requests" DROP COLUMN "return_id";