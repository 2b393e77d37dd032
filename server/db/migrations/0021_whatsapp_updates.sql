CREATE TABLE "whatsapp_updates" (
	"user_id" text NOT NULL,
	"checkout_key" uuid NOT NULL,
	"number" text NOT NULL,
	"time" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "whatsapp_updates_user_id_checkout_key_pk" PRIMARY KEY("user_id","checkout_key"),
	CONSTRAINT "whatsapp_updates_number" CHECK ("whatsapp_updates"."number" ~ '^\+[1-9][0-9]{7,14}$')
);
--> statement-breakpoint
ALTER TABLE "consents" DROP CONSTRAINT "consents_once";--> statement-breakpoint
ALTER TABLE "consents" DROP CONSTRAINT "consents_purpose";--> statement-breakpoint
ALTER TABLE "sent_messages" ADD COLUMN "tried_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "whatsapp_updates" ADD CONSTRAINT "whatsapp_updates_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "whatsapp_updates_by_number" ON "whatsapp_updates" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "consents_once" ON "consents" USING btree ("user_id","purpose","text_version") WHERE purpose in ('signup', 'checkout');--> statement-breakpoint
CREATE INDEX "sent_messages_by_provider" ON "sent_messages" USING btree ("provider_id") WHERE provider_id is not null;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_purpose" CHECK ("consents"."purpose" in ('signup', 'checkout', 'whatsapp', 'whatsapp-stop'));