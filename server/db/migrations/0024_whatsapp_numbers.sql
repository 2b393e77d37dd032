CREATE TABLE "whatsapp_numbers" (
	"user_id" text PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"time" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "whatsapp_numbers_number_unique" UNIQUE("number"),
	CONSTRAINT "whatsapp_numbers_number" CHECK ("whatsapp_numbers"."number" ~ '^\+[1-9][0-9]{7,14}$')
);
--> statement-breakpoint
ALTER TABLE "whatsapp_numbers" ADD CONSTRAINT "whatsapp_numbers_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;