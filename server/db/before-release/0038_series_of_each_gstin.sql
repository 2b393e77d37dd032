ALTER TABLE "bills" DROP CONSTRAINT "bills_serial";--> statement-breakpoint
ALTER TABLE "bill_counters" DROP CONSTRAINT "bill_counters_series_financial_year_pk";--> statement-breakpoint
ALTER TABLE "bills" ADD COLUMN "supplier_gstin" text;--> statement-breakpoint
UPDATE "bills" SET "supplier_gstin" = coalesce("document" -> 'supplier' ->> 'gstin', '');--> statement-breakpoint
ALTER TABLE "bills" ALTER COLUMN "supplier_gstin" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "bill_counters" ADD COLUMN "gstin" text NOT NULL DEFAULT '';--> statement-breakpoint
-- Each registration goes on from its own last number of the year.
INSERT INTO "bill_counters" ("gstin", "series", "financial_year", "last")
SELECT "supplier_gstin", "series", "financial_year", max("serial") FROM "bills" WHERE "supplier_gstin" <> ''
GROUP BY 1, 2, 3;--> statement-breakpoint
DELETE FROM "bill_counters" AS counter
WHERE counter.gstin = '' AND EXISTS (
  SELECT FROM "bills" AS bill
  WHERE (bill.series, bill.financial_year) = (counter.series, counter.financial_year)
  HAVING bool_and(bill.supplier_gstin <> '')
);--> statement-breakpoint
UPDATE "bill_counters" AS counter SET "last" = own.last
FROM (
  SELECT "series", "financial_year", max("serial") AS last FROM "bills" WHERE "supplier_gstin" = '' GROUP BY 1, 2
) AS own
WHERE counter.gstin = '' AND (own.series, own.financial_year) = (counter.series, counter.financial_year);--> statement-breakpoint
ALTER TABLE "bill_counters" ALTER COLUMN "gstin" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "bill_counters" ADD CONSTRAINT "bill_counters_gstin_series_financial_year_pk" PRIMARY KEY("gstin","series","financial_year");--> statement-breakpoint
ALTER TABLE "bills" ADD CONSTRAINT "bills_serial" UNIQUE("supplier_gstin","series","financial_year","serial");
