DROP INDEX "account_by_user";--> statement-breakpoint
DELETE FROM "account" WHERE "password" IS NULL OR "provider_id" <> 'credential';--> statement-breakpoint
ALTER TABLE "account" ALTER COLUMN "password" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "account" DROP COLUMN "id";--> statement-breakpoint
ALTER TABLE "account" ADD PRIMARY KEY ("user_id");--> statement-breakpoint
ALTER TABLE "account" DROP COLUMN "account_id";--> statement-breakpoint
ALTER TABLE "account" DROP COLUMN "provider_id";--> statement-breakpoint
ALTER TABLE "account" DROP COLUMN "access_token";--> statement-breakpoint
ALTER TABLE "account" DROP COLUMN "refresh_token";--> statement-breakpoint
ALTER TABLE "account" DROP COLUMN "id_token";--> statement-breakpoint
ALTER TABLE "account" DROP COLUMN "access_token_expires_at";--> statement-breakpoint
ALTER TABLE "account" DROP COLUMN "refresh_token_expires_at";--> statement-breakpoint
ALTER TABLE "account" DROP COLUMN "scope";--> statement-breakpoint
ALTER TABLE "passkey" DROP COLUMN "device_type";--> statement-breakpoint
ALTER TABLE "passkey" DROP COLUMN "backed_up";--> statement-breakpoint
ALTER TABLE "passkey" DROP COLUMN "aaguid";--> statement-breakpoint
ALTER TABLE "session" DROP COLUMN "ip_address";--> statement-breakpoint
ALTER TABLE "session" DROP COLUMN "updated_at";--> statement-breakpoint
ALTER TABLE "user" DROP COLUMN "image";--> statement-breakpoint
ALTER TABLE "user" DROP COLUMN "updated_at";--> statement-breakpoint
ALTER TABLE "verification" DROP COLUMN "updated_at";--> statement-breakpoint
-- Stored emails have the names of the message, not those of a template of EmailJS.
UPDATE "emails" SET "params" = jsonb_strip_nulls(
  "params" - '{user_name,cartDetails,payment_id}'::text[]
  || jsonb_build_object('name', "params" -> 'user_name', 'lines', "params" -> 'cartDetails', 'paymentId', "params" -> 'payment_id'))
WHERE "params" ? 'user_name';
