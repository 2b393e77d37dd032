CREATE TABLE "move_pictures" (
	"move_id" uuid NOT NULL,
	"name" text NOT NULL,
	"store_key" text NOT NULL,
	"address" text,
	"problem" text,
	CONSTRAINT "move_pictures_move_id_name_pk" PRIMARY KEY("move_id","name")
);
--> statement-breakpoint
CREATE TABLE "moved_products" (
	"source" text NOT NULL,
	"key" text NOT NULL,
	"product_id" bigint NOT NULL,
	"memory" jsonb NOT NULL,
	CONSTRAINT "moved_products_source_key_pk" PRIMARY KEY("source","key"),
	CONSTRAINT "moved_products_source" CHECK ("moved_products"."source" in ('shopify', 'woocommerce'))
);
--> statement-breakpoint
CREATE TABLE "moves" (
	"id" uuid PRIMARY KEY NOT NULL,
	"file_name" text NOT NULL,
	"file" jsonb NOT NULL,
	"choices" jsonb NOT NULL,
	"result" jsonb,
	"time" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "move_pictures" ADD CONSTRAINT "move_pictures_move_id_moves_id_fk" FOREIGN KEY ("move_id") REFERENCES "public"."moves"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moved_products" ADD CONSTRAINT "moved_products_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "moved_products_of_product" ON "moved_products" USING btree ("product_id");