CREATE TABLE "customer_notes" (
	"user_id" text PRIMARY KEY NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"time" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customer_notes_note" CHECK (length("customer_notes"."note") <= 2000),
	CONSTRAINT "customer_notes_tags" CHECK (cardinality("customer_notes"."tags") <= 20)
);
--> statement-breakpoint
ALTER TABLE "customer_notes" ADD CONSTRAINT "customer_notes_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customer_notes_by_tag" ON "customer_notes" USING gin ("tags");