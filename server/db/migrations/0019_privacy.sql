DROP INDEX "consents_by_user";--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_once" UNIQUE("user_id","purpose","text_version");--> statement-breakpoint
-- The audit log stays append-only, but an erasure may replace the people in it.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_level = 'ROW' then
    if current_setting('gamla.erasing', true) = 'on'
      and (old.id, old.action, old.subject, old.time) = (new.id, new.action, new.subject, new.time) then
      return new;
    end if;
  end if;
  raise exception 'The table % is only ever added to', tg_table_name using errcode = 'insufficient_privilege';
end $$;
--> statement-breakpoint
drop trigger only_add on "audit";
--> statement-breakpoint
create trigger only_add before delete or truncate on "audit" for each statement execute function refuse_change();
--> statement-breakpoint
create trigger only_erase before update on "audit" for each row execute function refuse_change();
