CREATE TABLE "redirects" (
	"from" text PRIMARY KEY NOT NULL,
	"to" text NOT NULL,
	"time" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "redirects_from" CHECK ("redirects"."from" ~ '^/' and "redirects"."from" !~ '^//' and length("redirects"."from") <= 500),
	CONSTRAINT "redirects_to" CHECK ("redirects"."to" ~ '^/' and "redirects"."to" !~ '^//' and length("redirects"."to") <= 500)
);--> statement-breakpoint
create trigger record_settings_insert after insert on "redirects" referencing new table as added for each statement execute function record_change('settings', 'from');--> statement-breakpoint
create trigger record_settings_update after update on "redirects" referencing old table as removed new table as added for each statement execute function record_change('settings', 'from');--> statement-breakpoint
create trigger record_settings_delete after delete on "redirects" referencing old table as removed for each statement execute function record_change('settings', 'from');
