ALTER TABLE "sent_messages" DROP CONSTRAINT "sent_messages_once";--> statement-breakpoint
DROP INDEX "sent_messages_unsent";--> statement-breakpoint
ALTER TABLE "sent_messages" ADD COLUMN "lost_answers" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sent_messages" ADD COLUMN "sending" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "sent_messages_listed" ON "sent_messages" USING btree ("channel","state","id");--> statement-breakpoint
CREATE INDEX "sent_messages_searched" ON "sent_messages" USING gin (lower(coalesce(params ->> 'name', '') || ' ' || coalesce(params ->> 'email', '') || ' ' || coalesce(params ->> 'phone', '')) gin_trgm_ops) WITH (fastupdate=off);--> statement-breakpoint
CREATE INDEX "sent_messages_unsent" ON "sent_messages" USING btree ("id") WHERE (state in ('failed', 'held') or state = 'unclear' and lost_answers > 1);--> statement-breakpoint
ALTER TABLE "sent_messages" ADD CONSTRAINT "sent_messages_once" UNIQUE("subject","template","channel","person");