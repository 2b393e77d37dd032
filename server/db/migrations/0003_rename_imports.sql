ALTER TABLE "moves" RENAME TO "imports";--> statement-breakpoint
ALTER TABLE "imports" RENAME CONSTRAINT "moves_pkey" TO "imports_pkey";--> statement-breakpoint
ALTER TABLE "move_pictures" RENAME TO "import_pictures";--> statement-breakpoint
ALTER TABLE "import_pictures" RENAME COLUMN "move_id" TO "import_id";--> statement-breakpoint
ALTER TABLE "import_pictures" RENAME CONSTRAINT "move_pictures_move_id_name_pk" TO "import_pictures_import_id_name_pk";--> statement-breakpoint
ALTER TABLE "import_pictures" RENAME CONSTRAINT "move_pictures_move_id_moves_id_fk" TO "import_pictures_import_id_imports_id_fk";--> statement-breakpoint
ALTER TABLE "moved_products" RENAME TO "imported_products";--> statement-breakpoint
ALTER TABLE "imported_products" RENAME COLUMN "memory" TO "mappings";--> statement-breakpoint
ALTER TABLE "imported_products" RENAME CONSTRAINT "moved_products_source_key_pk" TO "imported_products_source_key_pk";--> statement-breakpoint
ALTER TABLE "imported_products" RENAME CONSTRAINT "moved_products_product_id_products_id_fk" TO "imported_products_product_id_products_id_fk";--> statement-breakpoint
ALTER TABLE "imported_products" RENAME CONSTRAINT "moved_products_source" TO "imported_products_source";--> statement-breakpoint
ALTER INDEX "moved_products_of_product" RENAME TO "imported_products_of_product";--> statement-breakpoint
-- A job that was enqueued before has the old field and does nothing.
INSERT INTO "outbox" ("job")
SELECT DISTINCT jsonb_build_object('task', 'prepare-pictures', 'payload', jsonb_build_object('importId', import_id),
  'queue', 'pictures', 'maxAttempts', 25, 'key', format('prepare-pictures {"importId":"%s"}', import_id))
FROM "import_pictures" WHERE address IS NULL AND problem IS NULL;
