ALTER TABLE "products" ALTER COLUMN "gst_rate" SET DATA TYPE real;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "sku" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "hsn" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "gst_rate" real;--> statement-breakpoint
-- Orders of products that still exist keep their invoice right if a product is deleted before dispatch.
UPDATE "order_lines" AS line SET "sku" = product.sku, "hsn" = product.hsn, "gst_rate" = product.gst_rate
FROM "products" AS product
WHERE line.product_id = product.id
  AND (product.sku <> '' OR product.hsn <> '' OR product.gst_rate IS NOT NULL);--> statement-breakpoint
UPDATE "order_lines" AS line SET "sku" = cell.sku
FROM "stock_cells" AS cell JOIN "products" AS product ON product.id = cell.product_id AND product.stock = 'counted'
WHERE cell.sku IS NOT NULL
  AND (cell.product_id, cell.size_code, cell.finish) = (line.product_id, line.size_code, line.selected_color);
