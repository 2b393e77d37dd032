CREATE TABLE "review_pictures" (
	"folder" text PRIMARY KEY NOT NULL,
	"review_id" bigint NOT NULL,
	"place" smallint NOT NULL,
	CONSTRAINT "review_pictures_place" UNIQUE("review_id","place")
);
--> statement-breakpoint
ALTER TABLE "review_pictures" ADD CONSTRAINT "review_pictures_review_id_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."reviews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- The files of a deleted picture are removed like those of an upload that failed, by the next clean-up.
create function leave_pictures() returns trigger language plpgsql as $$
begin
  insert into uploads (folder, time) select folder, 'epoch' from removed on conflict do nothing;
  return null;
end $$;--> statement-breakpoint
create trigger leave_review_pictures after delete on review_pictures referencing old table as removed
  for each statement execute function leave_pictures();
