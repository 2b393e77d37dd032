ALTER TABLE "returns" ADD COLUMN "amount" bigint;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_amount" CHECK ("returns"."amount" >= 0);--> statement-breakpoint
-- Until now everything was refunded and credited in full at once.
UPDATE "returns" SET "amount" = coalesce(
  (SELECT "total" FROM "bills" WHERE "return_id" = "returns"."id"),
  (SELECT sum(100 * (l."good" + l."damaged") * o."price"::bigint) FROM "return_lines" AS l
    JOIN "order_lines" AS o ON o."order_id" = "returns"."order_id" AND o."position" = l."position"
    WHERE l."return_id" = "returns"."id"),
  0);
