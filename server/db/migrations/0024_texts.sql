CREATE TABLE "texts" (
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"markdown" text NOT NULL,
	"user_id" text,
	"time" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "texts_name_version_pk" PRIMARY KEY("name","version")
);
--> statement-breakpoint
ALTER TABLE "texts" ADD CONSTRAINT "texts_author" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint

-- A version is announced like a setting: every public page may show it.
create trigger record_settings_insert after insert on "texts" referencing new table as added for each statement execute function record_change('settings', 'name');
