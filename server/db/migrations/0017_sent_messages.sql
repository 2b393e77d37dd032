-- Written by hand: the rows stay where they are.
ALTER TABLE "emails" RENAME TO "sent_messages";--> statement-breakpoint
ALTER TABLE "sent_messages" RENAME CONSTRAINT "emails_pkey" TO "sent_messages_pkey";--> statement-breakpoint
ALTER TABLE "sent_messages" RENAME CONSTRAINT "emails_allowed" TO "sent_messages_allowed";--> statement-breakpoint
ALTER SEQUENCE "emails_id_seq" RENAME TO "sent_messages_id_seq";--> statement-breakpoint
ALTER INDEX "emails_unsent" RENAME TO "sent_messages_unsent";--> statement-breakpoint
ALTER INDEX "emails_allowed_to" RENAME TO "sent_messages_allowed_to";--> statement-breakpoint
ALTER TABLE "sent_messages" ADD COLUMN "channel" text DEFAULT 'email' NOT NULL;--> statement-breakpoint
ALTER TABLE "sent_messages" ADD COLUMN "person" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sent_messages" ADD COLUMN "provider_id" text;--> statement-breakpoint
ALTER TABLE "sent_messages" DROP CONSTRAINT "emails_once";--> statement-breakpoint
ALTER TABLE "sent_messages" ADD CONSTRAINT "sent_messages_once" UNIQUE("template","subject","channel","person");--> statement-breakpoint
ALTER TABLE "sent_messages" DROP CONSTRAINT "emails_state";--> statement-breakpoint
ALTER TABLE "sent_messages" DROP CONSTRAINT "emails_reason";--> statement-breakpoint
ALTER TABLE "sent_messages" ADD CONSTRAINT "sent_messages_channel" CHECK ("sent_messages"."channel" in ('email', 'whatsapp', 'push'));--> statement-breakpoint
ALTER TABLE "sent_messages" ADD CONSTRAINT "sent_messages_state" CHECK ("sent_messages"."state" in ('queued', 'sent', 'delivered', 'read', 'failed', 'held', 'unclear'));--> statement-breakpoint
ALTER TABLE "sent_messages" ADD CONSTRAINT "sent_messages_reason" CHECK ("sent_messages"."state" not in ('failed', 'held', 'unclear') or "sent_messages"."problem" is not null);
