CREATE TABLE "connections" (
	"service" text PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"version" uuid DEFAULT gen_random_uuid() NOT NULL,
	"time" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "cancel_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_cancel_reason" CHECK (length("orders"."cancel_reason") <= 500);
--> statement-breakpoint
-- Pages name the services that they use, and processes keep their keys.
do $$
declare
  event text;
begin
  foreach event in array '{insert,update,delete}'::text[] loop
    execute format(
      'create trigger record_settings_%1$s after %1$s on connections referencing %2$s for each statement execute function record_change(''settings'', ''service'')',
      event,
      case event when 'insert' then 'new table as added' when 'delete' then 'old table as removed'
        else 'old table as removed new table as added' end
    );
  end loop;
end $$;
