CREATE TABLE "used_checkout_keys" (
	"user_id" text NOT NULL,
	"checkout_key" uuid NOT NULL,
	"order_id" bigint NOT NULL,
	"time" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "used_checkout_keys_user_id_checkout_key_pk" PRIMARY KEY("user_id","checkout_key")
);
--> statement-breakpoint
ALTER TABLE "letters" DROP CONSTRAINT "letters_state";--> statement-breakpoint
ALTER TABLE "letters" DROP CONSTRAINT "letters_reason";--> statement-breakpoint
DROP INDEX "letters_failed";--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "mailbox" text;--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "allowed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "used_checkout_keys" ADD CONSTRAINT "used_checkout_keys_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "letters_unsent" ON "letters" USING btree ("id") WHERE state in ('failed', 'held');--> statement-breakpoint
CREATE INDEX "letters_allowed_to" ON "letters" USING btree ("mailbox","allowed_at") WHERE allowed_at is not null;--> statement-breakpoint
ALTER TABLE "letters" ADD CONSTRAINT "letters_allowed" CHECK (("letters"."mailbox" is null) = ("letters"."allowed_at" is null));--> statement-breakpoint
ALTER TABLE "letters" ADD CONSTRAINT "letters_state" CHECK ("letters"."state" in ('promised', 'sent', 'failed', 'held'));--> statement-breakpoint
ALTER TABLE "letters" ADD CONSTRAINT "letters_reason" CHECK ("letters"."state" not in ('failed', 'held') or "letters"."problem" is not null);
--> statement-breakpoint
-- The back office lists what was held back beside what failed, so it hears of both.
drop trigger notify_added on letters;
--> statement-breakpoint
drop trigger notify_changed on letters;
--> statement-breakpoint
create trigger notify_added after insert on letters referencing new table as added
  for each statement execute function notify_change('letter', 'r.id::text', $$r.state in ('failed', 'held')$$);
--> statement-breakpoint
create trigger notify_changed after update on letters referencing old table as removed new table as added
  for each statement execute function notify_change('letter', 'r.id::text', $$r.state in ('failed', 'held')$$);
--> statement-breakpoint
-- Orders that were deleted before there was this table: the audit has kept what they held.
insert into used_checkout_keys (user_id, checkout_key, order_id, time)
select before ->> 'userId', (before ->> 'checkoutKey')::uuid, (before ->> 'id')::bigint, audit.time
from audit join "user" on "user".id = before ->> 'userId'
where action = 'delete order' and before ->> 'checkoutKey' is not null and before ->> 'id' is not null
on conflict do nothing;
--> statement-breakpoint
-- Volatile, so that it reads what has been committed until this moment: the statement that inserts an order may have
-- waited for the transaction that deletes the order under the same key, and its own snapshot is older than that.
create function is_checkout_key_used(buyer text, used uuid) returns boolean volatile language plpgsql as $$
begin
  return exists (select from used_checkout_keys as k where k.user_id = buyer and k.checkout_key = used);
end $$;
