CREATE UNLOGGED TABLE "login_failures" (
	"account" text PRIMARY KEY NOT NULL,
	"failures" jsonb,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
-- A session that ends, however it ends, is an event of its user: live streams that it opened end with it.
create trigger notify_removed after delete on session referencing old table as removed
  for each statement execute function notify_change('user', 'r.user_id', 'true');
